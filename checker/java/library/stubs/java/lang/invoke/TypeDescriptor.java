package java.lang.invoke;

public interface TypeDescriptor {}
