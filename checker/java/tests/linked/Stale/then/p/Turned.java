package p;

public abstract class Turned {
    public abstract int turn();
}
