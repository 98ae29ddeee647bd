package java.io;

/** A mark of classes; nothing is written or read. */
public interface Serializable {}
