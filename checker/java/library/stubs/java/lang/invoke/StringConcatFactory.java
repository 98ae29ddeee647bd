package java.lang.invoke;

public final class StringConcatFactory {
    public static CallSite makeConcat(MethodHandles.Lookup lookup, String name, MethodType type) {
        return null;
    }

    public static CallSite makeConcatWithConstants(MethodHandles.Lookup lookup, String name, MethodType type, String recipe,
            Object... constants) {
        return null;
    }
}
