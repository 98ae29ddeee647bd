import java.util.EnumMap;

/** Constructors of texts and boxes, which are made by other methods here, and maps by constants. */
public class NewValues {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] arguments) {
        String text = new String("ab");
        System.out.println(text + text.length() + text.equals("ab"));
        System.out.println(new String(new char[] {'x', 'y'}) + new String(new StringBuilder("z")) + "." + new String());
        System.out.println(new String(new char[] {'x', 'y', 'z'}, 1, 2));
        EnumMap<Color, Integer> map = new EnumMap<>(Color.class);
        map.put(Color.BLUE, 3);
        map.put(Color.RED, 1);
        System.out.println(map.put(Color.RED, 2) + " " + map + " " + map.get(Color.BLUE) + map.containsKey(Color.GREEN));
        System.out.println(map.remove(Color.RED) + " " + map.size() + map.equals(new EnumMap<>(map)));
    }
}
