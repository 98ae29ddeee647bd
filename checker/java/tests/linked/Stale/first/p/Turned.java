package p;

public interface Turned {
    int turn();
}
