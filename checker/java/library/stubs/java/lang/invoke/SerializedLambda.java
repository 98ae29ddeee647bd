package java.lang.invoke;

public final class SerializedLambda {}
