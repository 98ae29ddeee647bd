package java.lang;

/** The root of records. The methods that Java makes for records are not modelled here. */
public abstract class Record {
    protected Record() {}

    @Override
    public abstract boolean equals(Object other);

    @Override
    public abstract int hashCode();

    @Override
    public abstract String toString();
}
