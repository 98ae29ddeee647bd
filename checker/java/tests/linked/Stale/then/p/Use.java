package p;

public class Use {
    public static int second(Face face) {
        return face.second();
    }
}
