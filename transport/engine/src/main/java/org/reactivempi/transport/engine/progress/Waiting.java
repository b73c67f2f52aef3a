package org.reactivempi.transport.engine.progress;

import java.time.Duration;

/**
 * Whether a progress loop without work polls or sleeps.
 *
 * <p>A sleeping thread costs a message some 25 microseconds of kernel time to wake, a polling one costs a core. So the
 * adaptive mode polls for a short while after traffic, and sleeps when it stays quiet. When traffic came soon after it had
 * gone to sleep, it polls for longer the next time: two ranks that both sleep for a moment in each step of a conversation
 * would otherwise spend most of the time on waking each other. When the answer does not come at once it yields between polls, since
 * the peer, or a thread of this rank, may need this very core to answer; where ranks outnumber cores, or the peer answers only when it
 * yields, it yields from the first poll on.
 *
 * <p>Belongs to one progress loop, whose thread alone calls it.
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

    private static final int POLLS_PER_LOOK = 32;
    /** The same where each of these polls yields: others may have the core for long meanwhile. */
    private static final int YIELDS_PER_LOOK = 4;

    private static final int LONGER = 4;
    /** Less than the system gives to a thread at once, more than a rank takes for a message. */
    private static final long SLICE_NANOS = 1_000_000;
    /** A yield is a call into the system, during which a message waits; a peer that answers does so within this time. */
    private static final long SOLE_NANOS = 20_000;
    /** For how long a core is taken to be shared after an answer has come by a yield. */
    private static final long SHARED_NANOS = 1_000_000;

    private static final int ANSWERS_BY_YIELD = 2;

    private final Mode mode;
    private final long shortSpinNanos;
    private final long longSpinNanos;
    private final boolean crowded;
    private long spinNanos;
    private boolean asleep;
    /** Whether there was traffic since the last look at the clock. */
    private boolean busy;
    /** Whether any of that has come from peers. */
    private boolean hasArrived;

    /** Whether it yielded between the last look and this one. */
    private boolean yielded;
    /** Whether it yielded before the last poll. */
    private boolean yieldedLast;
    /** Whether it yielded before the last poll that found something. */
    private boolean foundByYield;

    private long lastTraffic;
    private long lastArrival;
    private long sharedUntil;
    private int answersByYield;

    /** Whether each fruitless poll yields, until the next look. */
    private boolean isYielding;

    /** Not before; or, while one is under way, when it began. */
    private long nextYield;

    /** A way to wait, with the usual spin, on a core of its own. */
    public Waiting(Mode mode) {
        this(mode, USUAL_SPIN, false);
    }

    /**
     * A way to wait.
     *
     * @param mode how
     * @param spin for how long the adaptive mode polls, at least
     * @param crowded whether the host has fewer cores than ranks, so that each fruitless poll gives the core to another
     */
    public Waiting(Mode mode, Duration spin, boolean crowded) {
        this(mode, spin, crowded, SystemTime.nanos());
    }

    /** The same, which begins at {@code now}: it reads no clock, so that a test tells it each time. */
    Waiting(Mode mode, Duration spin, boolean crowded, long now) {
        this.mode = mode;
        this.shortSpinNanos = spin.toNanos();
        this.longSpinNanos = LONGER * shortSpinNanos;
        this.crowded = crowded;
        this.spinNanos = shortSpinNanos;
        this.lastTraffic = now;
        this.lastArrival = now;
        this.sharedUntil = now;
        this.nextYield = now;
    }

    /** After how many polls to look at the clock, which costs as much as a poll: {@link #polls} is asked then. */
    int pollsPerLook() {
        return yieldsAlways() ? YIELDS_PER_LOOK : POLLS_PER_LOOK;
    }

    private boolean yieldsAlways() {
        return crowded || answersByYield >= ANSWERS_BY_YIELD;
    }

    /** A poll has found something. The next yield waits for a look at the clock: what that leads to may take long. */
    void found() {
        foundByYield = yieldedLast;
        yieldedLast = false;
        isYielding = false;
    }

    /** A poll has found nothing, and the next one follows without a look at the clock: yields where the last look has said so. */
    void foundNothing() {
        yieldedLast = isYielding;
        if (isYielding) {
            yielded = true;
            Thread.yield();
        }
    }

    /** Whether it ever polls where it could sleep. */
    boolean everPolls() {
        return mode != Mode.SLEEP;
    }

    /** Something has arrived, or a thread that waits has begun to drive the loop; when, is noted at the next look at the clock. */
    public void traffic() {
        hasArrived = true;
        busy = true;
    }

    /** Commands or timers have run, which may have sent something. */
    void ran() {
        busy = true;
    }

    /** Something was sent or has arrived; it is {@code now}, as {@link SystemTime} says. */
    void traffic(long now) {
        if (hasArrived) {
            hasArrived = false;
            lastArrival = now;
        }
        busy = false;
        noteYield(now);
        if (asleep) {
            asleep = false;
            spinNanos = now - lastTraffic < longSpinNanos ? longSpinNanos : shortSpinNanos;
        }
        lastTraffic = now;
    }

    /** Since the last look polls have found what the peers have sent; it is {@code now}. */
    void answered(long now) {
        noteAnswer(now);
        hasArrived = true;
        traffic(now);
    }

    /** A peer that answers as soon as it gets the core, twice in a row, shares it: the system may leave the two there for seconds. */
    private void noteAnswer(long now) {
        if (!foundByYield) {
            answersByYield = 0;
        } else if (++answersByYield >= ANSWERS_BY_YIELD) {
            sharedUntil = now + SHARED_NANOS;
        }
    }

    /** It will now wait for the system. */
    void sleeps() {
        asleep = true;
    }

    /** Whether to look again at once, at {@code now}, instead of sleeping. */
    public boolean polls(long now) {
        noteTraffic(now);
        boolean polls = switch (mode) {
            case SPIN -> true;
            case SLEEP -> false;
            case ADAPTIVE -> now - lastTraffic < spinNanos;
        };
        noteYield(now);
        boolean mayYield = polls && now - nextYield >= 0;
        isYielding = mayYield && yieldsAlways();
        if (mayYield) {
            nextYield = now;
        }
        yieldedLast = mayYield && (yieldsAtOnce(now) || now - lastTraffic >= SOLE_NANOS);
        if (yieldedLast) {
            yielded = true;
            Thread.yield();
        }
        return polls;
    }

    private boolean yieldsAtOnce(long now) {
        return crowded || now - sharedUntil < 0;
    }

    /** How long nothing has come from peers, at {@code now}: the rank's own timers may run as often as they like. */
    long silentNanos(long now) {
        noteTraffic(now);
        return now - lastArrival;
    }

    private void noteTraffic(long now) {
        if (busy) {
            traffic(now);
        }
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
