package reductio;

import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/** `String.format` for %d, %s, %S, %n, %b, %c, %x, %X, %% and %f with a precision, with a width and the flags -, 0, + and comma. */
public final class Format {
    private Format() {}

    public static String format(String format, Object[] arguments) {
        String result = "";
        int next = 0;
        int at = 0;
        int length = format.length();
        while (at < length) {
            int percent = format.indexOf('%', at);
            if (percent < 0) {
                return Model.concat(result, format.substring(at));
            }
            result = Model.concat(result, format.substring(at, percent));
            int end = percent + 1;
            boolean left = false;
            boolean zeros = false;
            boolean sign = false;
            boolean groups = false;
            while (end < length && "-0+,".indexOf(format.charAt(end)) >= 0) {
                char flag = format.charAt(end);
                left |= flag == '-';
                zeros |= flag == '0';
                sign |= flag == '+';
                groups |= flag == ',';
                end++;
            }
            int width = 0;
            while (end < length && format.charAt(end) >= '0' && format.charAt(end) <= '9') {
                width = width * 10 + format.charAt(end) - '0';
                end++;
            }
            int precision = -1;
            if (end < length && format.charAt(end) == '.') {
                end++;
                precision = 0;
                while (end < length && format.charAt(end) >= '0' && format.charAt(end) <= '9') {
                    precision = precision * 10 + format.charAt(end) - '0';
                    end++;
                }
            }
            if (end >= length) {
                throw new UnknownFormatConversionException("%");
            }
            char conversion = format.charAt(end);
            String part;
            if (!fits(conversion, left, zeros, sign, groups, width, precision)) {
                Model.unsupported("String.format with such a conversion");
            }
            if (conversion == 'n') {
                part = "\n";
            } else if (conversion == '%') {
                part = "%";
            } else {
                if ("dsSbBcxXf".indexOf(conversion) < 0) {
                    if (!Character.isLetter(conversion) || "CheHEgGaAto".indexOf(conversion) >= 0) {
                        Model.unsupported("String.format with such a conversion");
                    }
                    throw new UnknownFormatConversionException(Model.text(conversion));
                }
                if (arguments == null || next >= arguments.length) {
                    throw new MissingFormatArgumentException(format.substring(percent, end + 1));
                }
                part = convert(conversion, arguments[next], precision, sign, groups);
                zeros &= arguments[next] != null;
                next++;
            }
            while (part.length() < width) {
                if (left) {
                    part = Model.concat(part, " ");
                } else if (zeros) {
                    boolean signed = part.charAt(0) == '-' || part.charAt(0) == '+';
                    part = signed ? Model.concat(part.substring(0, 1), Model.concat("0", part.substring(1)))
                        : Model.concat("0", part);
                } else {
                    part = Model.concat(" ", part);
                }
            }
            result = Model.concat(result, part);
            at = end + 1;
        }
        return result;
    }

    /** Whether flags, width and precision are modelled for a conversion; those that Java refuses are not. */
    private static boolean fits(char conversion, boolean left, boolean zeros, boolean sign, boolean groups, int width,
            int precision) {
        if (conversion == 'n' || conversion == '%') {
            return !left && !zeros && !sign && !groups && width == 0 && precision < 0;
        }
        return !(left && zeros) && (!left && !zeros || width > 0)
            && (!zeros || "dxXf".indexOf(conversion) >= 0)
            && (!sign || "df".indexOf(conversion) >= 0)
            && (!groups || conversion == 'd')
            && (precision < 0 || "sSbBf".indexOf(conversion) >= 0);
    }

    private static String convert(char conversion, Object value, int precision, boolean sign, boolean groups) {
        String part;
        switch (conversion) {
            case 'd':
                if (value == null) {
                    return "null";
                }
                if (!isInteger(value)) {
                    throw new IllegalFormatConversionException(conversion, value.getClass());
                }
                part = value.toString();
                if (groups) {
                    for (int i = part.length() - 3; i > (part.charAt(0) == '-' ? 1 : 0); i -= 3) {
                        part = part.substring(0, i) + "," + part.substring(i);
                    }
                }
                return sign && part.charAt(0) != '-' ? Model.concat("+", part) : part;
            case 'x':
            case 'X':
                if (value == null) {
                    part = "null";
                } else if (value instanceof Long) {
                    part = Long.toHexString(((Long) value).longValue());
                } else if (value instanceof Integer) {
                    part = Integer.toHexString(((Integer) value).intValue());
                } else if (value instanceof Byte) {
                    part = Integer.toHexString(((Byte) value).byteValue() & 0xff);
                } else if (value instanceof Short) {
                    part = Integer.toHexString(((Short) value).shortValue() & 0xffff);
                } else {
                    throw new IllegalFormatConversionException('x', value.getClass());
                }
                return conversion == 'X' ? part.toUpperCase() : part;
            case 'c':
                if (value == null) {
                    return "null";
                }
                if (value instanceof Character) {
                    return value.toString();
                }
                if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
                    int unit = ((Number) value).intValue();
                    if (unit < 0 || unit > 0xffff) {
                        Model.unsupported("String.format of a character beyond 16 bits");
                    }
                    return Model.text((char) unit);
                }
                throw new IllegalFormatConversionException(conversion, value.getClass());
            case 'f':
                if (value == null) {
                    part = "null";
                    break;
                }
                if (value instanceof Double || value instanceof Float) {
                    part = fixed(((Number) value).doubleValue(), precision < 0 ? 6 : precision);
                    return sign && part.charAt(0) != '-' ? Model.concat("+", part) : part;
                }
                throw new IllegalFormatConversionException(conversion, value.getClass());
            case 'b':
            case 'B':
                part = value == null ? "false" : value instanceof Boolean ? value.toString() : "true";
                break;
            default:
                part = String.valueOf(value);
        }
        if (precision >= 0 && precision < part.length()) {
            part = part.substring(0, precision);
        }
        return conversion == 'S' || conversion == 'B' ? part.toUpperCase() : part;
    }

    private static boolean isInteger(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    /** Rounds half up the shortest decimal of a number, as Java does. */
    private static String fixed(double value, int precision) {
        if (value != value) {
            return "NaN";
        }
        String text = Model.text(value);
        boolean negative = text.charAt(0) == '-';
        String digits = negative ? text.substring(1) : text;
        if (digits.indexOf('E') >= 0 || digits.equals("Infinity")) {
            if (digits.equals("Infinity")) {
                return text;
            }
            Model.unsupported("String.format of a very great or small number");
        }
        int point = digits.indexOf('.');
        String whole = digits.substring(0, point);
        String rest = digits.substring(point + 1);
        while (rest.length() < precision) {
            rest = Model.concat(rest, "0");
        }
        boolean up = rest.length() > precision && rest.charAt(precision) >= '5';
        String all = Model.concat(whole, rest.substring(0, precision));
        if (up) {
            all = plusOne(all);
        }
        int cut = all.length() - precision;
        String result = all.substring(0, cut);
        if (precision > 0) {
            result = result + "." + all.substring(cut);
        }
        return negative ? Model.concat("-", result) : result;
    }

    private static String plusOne(String digits) {
        int at = digits.length() - 1;
        String tail = "";
        while (at >= 0 && digits.charAt(at) == '9') {
            tail = Model.concat(tail, "0");
            at--;
        }
        if (at < 0) {
            return Model.concat("1", tail);
        }
        return digits.substring(0, at) + (char) (digits.charAt(at) + 1) + tail;
    }
}
