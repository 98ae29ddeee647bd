package java.lang;

/** A mark of classes whose objects can be cloned. */
public interface Cloneable {}
