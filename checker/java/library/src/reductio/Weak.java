package reductio;

/** Accesses of atomic variables with weaker orders of memory than volatile ones. What these allow besides is said to be not explored. */
public final class Weak {
    private Weak() {}

    /** Says that an access may be reordered with others. */
    public static void order() {
        Model.only("what a weaker order of memory than that of volatile variables allows");
    }

    /** Whether a weak compare-and-set fails without a reason, which each may. */
    public static boolean fails() {
        return Model.choose(0, 1) != 0;
    }
}
