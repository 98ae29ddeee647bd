import java.util.EnumMap;
import java.util.Map;

/** Enums with fields, bodies and methods. */
public class Enums {
    enum Op {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            int apply(int a, int b) {
                return a * b;
            }

            @Override
            boolean binds() {
                return true;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);

        boolean binds() {
            return false;
        }

        @Override
        public String toString() {
            return "op" + sign;
        }
    }

    interface Next {
        Next next();
    }

    enum Light implements Next {
        RED, GREEN, YELLOW;

        static int made;

        static {
            for (Light l : values()) {
                made++;
            }
        }

        public Light next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    enum Empty {}

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.name() + " " + op.ordinal() + " " + op.apply(3, 4) + " " + op.binds() + " " + op.sign);
        }
        System.out.println(Light.RED.next().next().next() + " " + Light.made + " " + Light.valueOf("GREEN") + " " + Light.GREEN.compareTo(Light.YELLOW)
            + " " + (Light.valueOf("RED") == Light.RED) + " " + Light.RED.equals(Light.GREEN) + " " + Empty.values().length);
        try {
            Light.valueOf("BLUE");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Op.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println("null name");
        }
        Light[] copy = Light.values();
        copy[0] = null;
        System.out.println(Light.values()[0] + " " + (Light.RED instanceof Next) + " " + (Light.RED instanceof Comparable) + " " + Op.PLUS.getClass().getName()
            + " " + Light.RED.getClass().getName());
        Map<Light, Integer> map = new EnumMap<>(Light.class);
        map.put(Light.YELLOW, 1);
        map.put(Light.RED, 2);
        map.merge(Light.RED, 5, Integer::sum);
        System.out.println(map + " " + map.get(Light.GREEN) + " " + map.containsKey(Light.RED));
    }
}
