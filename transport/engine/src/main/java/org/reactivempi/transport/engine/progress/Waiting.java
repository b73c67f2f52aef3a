package org.reactivempi.transport.engine.progress;

import java.time.Duration;

/**
 * Whether a progress loop without work polls or sleeps.
 *
 * <p>A sleeping thread costs a message some 25 microseconds of kernel time to wake, a polling one costs a core. So the
 * adaptive mode polls for a short while after traffic, and sleeps when it stays quiet. When traffic came soon after it had
 * gone to sleep, it polls for longer the next time: two ranks that both sleep for a moment in each step of a conversation
 * would otherwise spend most of the time on waking each other. Between polls it yields, since the peer, or a thread of this
 * rank, may need this very core to answer.
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

    /** For how long the adaptive mode polls if the settings say nothing else. */
    public static final Duration USUAL_SPIN = Duration.ofNanos(50_000);

    private static final int LONGER = 4;
    /** Less than the system gives to a thread at once, more than a rank takes for a message. */
    private static final long SLICE_NANOS = 1_000_000;

    private final Mode mode;
    private final long shortSpinNanos;
    private final long longSpinNanos;
    private long spinNanos;
    private boolean asleep;
    private boolean yielded;
    private long lastTraffic = System.nanoTime();

    /** Not before; or, while one is under way, when it began. */
    private long nextYield = lastTraffic;

    /** A way to wait, with the usual spin. */
    public Waiting(Mode mode) {
        this(mode, USUAL_SPIN);
    }

    /**
     * A way to wait.
     *
     * @param mode how
     * @param spin for how long the adaptive mode polls, at least
     */
    public Waiting(Mode mode, Duration spin) {
        this.mode = mode;
        this.shortSpinNanos = spin.toNanos();
        this.longSpinNanos = LONGER * shortSpinNanos;
        this.spinNanos = shortSpinNanos;
    }

    /** Something was sent or has arrived. */
    public void traffic() {
        if (mode == Mode.ADAPTIVE) {
            traffic(System.nanoTime());
        }
    }

    /** Something was sent or has arrived; it is {@code now}, as {@link System#nanoTime} says. */
    void traffic(long now) {
        noteYield(now);
        if (asleep) {
            asleep = false;
            spinNanos = now - lastTraffic < longSpinNanos ? longSpinNanos : shortSpinNanos;
        }
        lastTraffic = now;
    }

    /** It will now wait for the system. */
    void sleeps() {
        asleep = true;
    }

    /** Whether to look again at once, at {@code now}, instead of sleeping. */
    public boolean polls(long now) {
        boolean polls = switch (mode) {
            case SPIN -> true;
            case SLEEP -> false;
            case ADAPTIVE -> now - lastTraffic < spinNanos;
        };
        noteYield(now);
        if (polls && now - nextYield >= 0) {
            yielded = true;
            nextYield = now;
            Thread.yield();
        }
        return polls;
    }

    /** Ranks give the core back soon; a thread that takes a whole slice of time, as the JVM's compiler does, gets half of them. */
    private void noteYield(long now) {
        long taken = now - nextYield;
        if (yielded && taken > SLICE_NANOS) {
            nextYield = now + taken;
        }
        yielded = false;
    }
}
