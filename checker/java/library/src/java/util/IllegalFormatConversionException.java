package java.util;

/** As in Java. */
public class IllegalFormatConversionException extends IllegalFormatException {
    private final char conversion;
    private final Class<?> argument;

    public IllegalFormatConversionException(char conversion, Class<?> argument) {
        this.conversion = conversion;
        this.argument = argument;
    }

    @Override
    public String getMessage() {
        return conversion + " != " + argument.getName();
    }
}
