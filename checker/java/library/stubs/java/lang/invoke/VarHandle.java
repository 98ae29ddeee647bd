package java.lang.invoke;

public abstract class VarHandle {}
