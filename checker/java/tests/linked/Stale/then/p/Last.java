package p;

public final class Last {}
