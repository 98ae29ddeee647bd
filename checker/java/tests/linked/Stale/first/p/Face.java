package p;

public interface Face {
    int first();
}
