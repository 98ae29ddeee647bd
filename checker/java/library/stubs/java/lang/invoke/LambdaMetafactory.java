package java.lang.invoke;

public final class LambdaMetafactory {
    public static CallSite metafactory(MethodHandles.Lookup lookup, String name, MethodType made, MethodType erased,
            MethodHandle target, MethodType type) {
        return null;
    }

    public static CallSite altMetafactory(MethodHandles.Lookup lookup, String name, MethodType made, Object... rest) {
        return null;
    }
}
