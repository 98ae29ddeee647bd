/** Switches by table, by search, over strings and enums, with falling through. */
public class Switches {
    enum Color { RED, GREEN, BLUE }

    static String table(int i) {
        switch (i) {
            case 0: return "zero";
            case 1: return "one";
            case 2: return "two";
            case 3:
            case 4: return "three or four";
            default: return "other";
        }
    }

    static String search(int i) {
        String result = "";
        switch (i) {
            case -1000000: result += "least ";
            case 0: result += "zero ";
                break;
            default: result += "default ";
            case 1000000: result += "most ";
                break;
            case Integer.MAX_VALUE: return "max";
            case Integer.MIN_VALUE: return "min";
        }
        return result + "end";
    }

    static int text(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "": return 3;
            case "hello": return 4;
            default: return 0;
        }
    }

    static String color(Color c) {
        switch (c) {
            case RED: return "stop";
            case GREEN: return "go";
            default: return "what is " + c + "?";
        }
    }

    static String letter(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
            case 'é': return "accent";
            default: return c >= 'a' && c <= 'z' ? "consonant" : "none";
        }
    }

    static int boxed(Integer i) {
        switch (i) {
            case 1: return 10;
            case 200: return 20;
            default: return 30;
        }
    }

    static int loop() {
        int sum = 0;
        outer:
        for (int i = 0; ; i++) {
            switch (i % 4) {
                case 0: continue;
                case 1: sum += i;
                    break;
                case 2:
                    switch (i) {
                        case 10: break outer;
                        default: sum += 100;
                    }
                    break;
                default: sum += 1000;
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        for (int i = -2; i < 7; i++) {
            System.out.print(table(i) + ";");
        }
        System.out.println();
        for (int i : new int[] {-1000000, 0, 1, 1000000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            System.out.print(search(i) + ";");
        }
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "", "hello", "hell" + (args.length == 0 ? "o" : ""), "C#", "x"}) {
            System.out.print(text(s) + ";");
        }
        System.out.println();
        for (Color c : Color.values()) {
            System.out.print(color(c) + ";");
        }
        System.out.println();
        for (char c : "aqé-Z".toCharArray()) {
            System.out.print(letter(c) + ";");
        }
        System.out.println();
        System.out.println(boxed(1) + boxed(200) + boxed(7) + " " + loop());
        try {
            text(null);
        } catch (NullPointerException e) {
            System.out.println("null text");
        }
        try {
            color(null);
        } catch (NullPointerException e) {
            System.out.println("null color");
        }
        switch (3) {
        }
        switch (args.length) {
            default:
                System.out.println("default only");
        }
    }
}
