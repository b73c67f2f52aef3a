package org.reactivempi.transport.engine.progress;

/**
 * Whether a progress loop without work polls or sleeps.
 *
 * <p>A sleeping thread costs a message some 25 microseconds of kernel time to wake, a polling one costs a core. So the
 * adaptive mode polls for a short while after traffic, and sleeps when it stays quiet. Between polls it yields, since the
 * peer, or a thread of this rank, may need this very core to answer; where ranks outnumber cores it also polls for less.
 *
 * <p>Belongs to one progress thread, which alone calls it.
 */
public final class Waiting {

    /** How to wait. */
    public enum Mode {
        /** Poll for a short while after traffic, then sleep. */
        ADAPTIVE,
        /** Always poll: for cores that have nothing else to do. */
        SPIN,
        /** Always sleep. */
        SLEEP
    }

    private static final long SPIN_NANOS = 50_000;
    private static final long CROWDED_SPIN_NANOS = 5_000;

    private final Mode mode;
    private final long spinNanos;
    private long lastTraffic = System.nanoTime();

    /**
     * A way to wait.
     *
     * @param mode how
     * @param crowded whether this host has fewer cores than ranks
     */
    public Waiting(Mode mode, boolean crowded) {
        this.mode = mode;
        this.spinNanos = crowded ? CROWDED_SPIN_NANOS : SPIN_NANOS;
    }

    /** Something was sent or has arrived. */
    public void traffic() {
        if (mode == Mode.ADAPTIVE) {
            lastTraffic = System.nanoTime();
        }
    }

    /** Something was sent or has arrived; it is {@code now}, as {@link System#nanoTime} says. */
    void traffic(long now) {
        lastTraffic = now;
    }

    /** Whether to look again at once, at {@code now}, instead of sleeping. */
    public boolean polls(long now) {
        boolean polls = switch (mode) {
            case SPIN -> true;
            case SLEEP -> false;
            case ADAPTIVE -> now - lastTraffic < spinNanos;
        };
        if (polls) {
            Thread.yield();
        }
        return polls;
    }
}
