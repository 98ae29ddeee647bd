package p;

public abstract class Whole {}
