package p;

public class Whole {}
