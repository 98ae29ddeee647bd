import p.Face;
import p.Hidden;
import p.Last;
import p.Open;
import p.Turned;
import p.Use;
import p.Whole;

/** Classes that were compiled against others than those that are there. */
public class Stale {
    static class Below extends Open {
        @Override
        public int open() {
            return 1;
        }
    }

    static class Implements implements Turned {
        public int turn() {
            return 1;
        }
    }

    static class After extends Last {}

    static int turn(Turned turned) {
        return turned.turn();
    }

    static int go(String which) {
        switch (which) {
            case "private field": return new Open().field;
            case "package field": return Open.common;
            case "static field": return new Open().kind;
            case "no field": return new Open().gone;
            case "final field": return new Open().fixed = 1;
            case "private method": return new Open().method();
            case "package method": return Open.call();
            case "static method": return new Open().bound();
            case "no method": return new Open().lost();
            case "protected method": return new Open().protect();
            case "final method": return new Below().open();
            case "abstract method": return Use.second(() -> 1);
            case "interface": return new Implements().turn();
            case "null interface": return turn(null);
            case "abstract class": return new Whole().hashCode();
            case "final class": return new After().hashCode();
            case "package class": return Hidden.value;
            default: return 0;
        }
    }

    public static void main(String[] arguments) {
        for (String which : arguments) {
            try {
                System.out.println(which + ": " + go(which));
            } catch (LinkageError error) {
                System.out.println(which + ": " + error.getClass().getName());
            }
        }
    }
}
