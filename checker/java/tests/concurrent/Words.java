/** Goes wrong unless its arguments are `two words`, an empty one, `#3` and `it's`. */
public class Words {
    public static void main(String[] words) {
        assert words.length == 4;
        assert words[0].equals("two words") && words[1].isEmpty() && words[2].equals("#3") && words[3].equals("it's");
    }
}
