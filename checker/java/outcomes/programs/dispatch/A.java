package dispatch;

/** A class with a method that classes of other packages cannot override. */
public class A {
    boolean own() { return true; }
    public boolean ask() { return own(); }
    protected boolean open() { return true; }
    public boolean askOpen() { return open(); }
    private boolean hidden() { return true; }
    public boolean askHidden() { return hidden(); }
}
