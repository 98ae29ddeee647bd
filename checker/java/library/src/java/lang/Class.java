package java.lang;

/** What stands for a class. The front end makes one object for each class and sets its name; there is no reflection. */
public final class Class<T> implements java.io.Serializable {
    /** The name as `getName` tells it, set by the front end. */
    private String name;

    private Class() {}

    public String getName() {
        return name;
    }

    public String getTypeName() {
        String element = elementName();
        return element == null ? name : element;
    }

    public String getSimpleName() {
        String whole = getTypeName();
        int from = whole.lastIndexOf('.') + 1;
        int nested = whole.lastIndexOf('$');
        if (nested >= from && nested + 1 < whole.length()) {
            from = nested + 1;
            while (from < whole.length() && whole.charAt(from) >= '0' && whole.charAt(from) <= '9') {
                from++;
            }
        }
        return whole.substring(from);
    }

    /** The name of an array's class in the way of sources, or null. */
    private String elementName() {
        String name = this.name;
        int depth = 0;
        while (name.charAt(depth) == '[') {
            depth++;
        }
        if (depth == 0) {
            return null;
        }
        String element;
        switch (name.charAt(depth)) {
            case 'Z': element = "boolean"; break;
            case 'B': element = "byte"; break;
            case 'C': element = "char"; break;
            case 'S': element = "short"; break;
            case 'I': element = "int"; break;
            case 'J': element = "long"; break;
            case 'F': element = "float"; break;
            case 'D': element = "double"; break;
            default: element = name.substring(depth + 1, name.length() - 1);
        }
        for (int i = 0; i < depth; i++) {
            element = element.concat("[]");
        }
        return element;
    }

    public boolean isArray() {
        return name.charAt(0) == '[';
    }

    public boolean desiredAssertionStatus() {
        return true;
    }

    public boolean isInstance(Object object) {
        reductio.Model.unsupported("Class.isInstance");
        return false;
    }

    public T cast(Object object) {
        reductio.Model.unsupported("Class.cast");
        return null;
    }

    @SuppressWarnings("unchecked")
    public T[] getEnumConstants() {
        return (T[]) reductio.Model.enumConstants(this);
    }

    /** Java writes "interface" in front of the names of interfaces; this is not known here. */
    @Override
    public String toString() {
        return "class ".concat(name);
    }
}
