package java.util.concurrent;

/** A unit of time. To sleep is to yield. */
public enum TimeUnit {
    NANOSECONDS(1L),
    MICROSECONDS(1000L),
    MILLISECONDS(1000000L),
    SECONDS(1000000000L),
    MINUTES(60000000000L),
    HOURS(3600000000000L),
    DAYS(86400000000000L);

    private final long scale;

    TimeUnit(long scale) {
        this.scale = scale;
    }

    public long convert(long time, TimeUnit from) {
        long mine = scale;
        long other = from.scale;
        if (mine >= other) {
            return time / (mine / other);
        }
        long factor = other / mine;
        long most = Long.MAX_VALUE / factor;
        return time > most ? Long.MAX_VALUE : time < -most ? Long.MIN_VALUE : time * factor;
    }

    public long toNanos(long time) {
        return NANOSECONDS.convert(time, this);
    }

    public long toMicros(long time) {
        return MICROSECONDS.convert(time, this);
    }

    public long toMillis(long time) {
        return MILLISECONDS.convert(time, this);
    }

    public long toSeconds(long time) {
        return SECONDS.convert(time, this);
    }

    public long toMinutes(long time) {
        return MINUTES.convert(time, this);
    }

    public long toHours(long time) {
        return HOURS.convert(time, this);
    }

    public long toDays(long time) {
        return DAYS.convert(time, this);
    }

    /** A number of milliseconds for a time that is not over at once: the longest one for the longest one, and else one. */
    private static long atLeastOne(long time) {
        return time == Long.MAX_VALUE ? time : 1;
    }

    public void sleep(long time) throws InterruptedException {
        if (time > 0) {
            Thread.sleep(atLeastOne(time));
        }
    }

    public void timedJoin(Thread thread, long time) throws InterruptedException {
        if (time > 0) {
            thread.join(atLeastOne(time));
        }
    }

    public void timedWait(Object on, long time) throws InterruptedException {
        if (time > 0) {
            on.wait(atLeastOne(time));
        }
    }
}
