package java.lang;

import reductio.Model;

/** A boxed character. Letters outside of Latin-1 are not modelled. */
public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private Character() {}

    public static native Character valueOf(char value);
    public native char charValue();

    @Override
    public int hashCode() {
        return charValue();
    }

    public static int hashCode(char value) {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).charValue() == charValue();
    }

    @Override
    public String toString() {
        return Model.text(charValue());
    }

    public static String toString(char value) {
        return Model.text(value);
    }

    @Override
    public int compareTo(Character other) {
        return charValue() - other.charValue();
    }

    public static int compare(char left, char right) {
        return left - right;
    }

    private static void limit(int unit) {
        if (unit > 255) {
            Model.unsupported("characters outside of Latin-1");
        }
    }

    public static boolean isDigit(char unit) {
        limit(unit);
        return unit >= '0' && unit <= '9';
    }

    public static boolean isLetter(char unit) {
        limit(unit);
        return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z' || unit == 0xaa || unit == 0xb5 || unit == 0xba
            || unit >= 0xc0 && unit != 0xd7 && unit != 0xf7;
    }

    public static boolean isLetterOrDigit(char unit) {
        return isLetter(unit) || isDigit(unit);
    }

    public static boolean isAlphabetic(int unit) {
        limit(unit);
        return isLetter((char) unit);
    }

    public static boolean isUpperCase(char unit) {
        limit(unit);
        return unit >= 'A' && unit <= 'Z' || unit >= 0xc0 && unit <= 0xde && unit != 0xd7;
    }

    public static boolean isLowerCase(char unit) {
        limit(unit);
        return unit >= 'a' && unit <= 'z' || unit >= 0xdf && unit != 0xf7 || unit == 0xaa || unit == 0xb5 || unit == 0xba;
    }

    public static boolean isWhitespace(char unit) {
        limit(unit);
        return unit == ' ' || unit >= 9 && unit <= 13 || unit >= 0x1c && unit <= 0x1f;
    }

    public static boolean isSpaceChar(char unit) {
        limit(unit);
        return unit == ' ' || unit == 0xa0;
    }

    public static char toUpperCase(char unit) {
        limit(unit);
        if (unit >= 'a' && unit <= 'z' || unit >= 0xe0 && unit <= 0xfe && unit != 0xf7) {
            return (char) (unit - 32);
        }
        return unit == 0xff ? '\u0178' : unit == 0xb5 ? '\u039c' : unit;
    }

    public static char toLowerCase(char unit) {
        if (unit == '\u0178') {
            return '\u00ff';
        }
        if (unit == '\u039c') {
            return '\u03bc';
        }
        limit(unit);
        return isUpperCase(unit) ? (char) (unit + 32) : unit;
    }

    public static int digit(char unit, int radix) {
        int digit = -1;
        if (unit >= '0' && unit <= '9') {
            digit = unit - '0';
        } else if (unit >= 'a' && unit <= 'z') {
            digit = unit - 'a' + 10;
        } else if (unit >= 'A' && unit <= 'Z') {
            digit = unit - 'A' + 10;
        } else {
            limit(unit);
        }
        return digit < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? digit : -1;
    }

    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static int getNumericValue(char unit) {
        return digit(unit, 36);
    }
}
