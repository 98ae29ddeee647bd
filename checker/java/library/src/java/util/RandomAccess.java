package java.util;

/** A mark of lists. */
public interface RandomAccess {}
