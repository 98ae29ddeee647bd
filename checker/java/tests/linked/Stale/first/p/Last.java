package p;

public class Last {}
