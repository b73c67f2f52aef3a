package org.reactivempi.transport.sim;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.sim.Choice.Kind;

/**
 * Whose turn it is, and what time it is.
 *
 * <pre>
 *  a loop has work --&gt; in line, at a place that a choice may put off --&gt; its turn
 *  nobody is in line --&gt; the time goes on to the next event: a batch arrives, or a timer of a loop is due
 * </pre>
 */
final class Turns implements Wires, Ticker {

    /** More turns than that at one time, and for each rank of the job, are none that come to an end. */
    private static final long MOST_TURNS_AT_ONE_TIME = 50_000;

    private static final long AND_FOR_EACH_RANK = 1_000;

    private static final double LATE_TURNS = 0.3;
    private static final long LATEST_TURN = 6;

    private final long mostTurns;
    private final RunPlan plan;
    private final Chooser chooser;
    private final PriorityQueue<Place> line = new PriorityQueue<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long nextNumber;
    private int underWay;
    private long turnsNow;
    private boolean isLimited = true;

    private record Place(long place, long number, SimulatedLoop loop) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            return place == other.place ? Long.compare(number, other.number) : Long.compare(place, other.place);
        }
    }

    /** {@code carries} is whether something is under way until then, and not a timer. */
    private record Event(long atNanos, long number, Runnable action, boolean carries) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return atNanos == other.atNanos ? Long.compare(number, other.number) : Long.compare(atNanos, other.atNanos);
        }
    }

    Turns(int size, RunPlan plan, Chooser chooser) {
        this.mostTurns = MOST_TURNS_AT_ONE_TIME + size * AND_FOR_EACH_RANK;
        this.plan = plan;
        this.chooser = chooser;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public long initialNanoTime() {
        return 0;
    }

    @Override
    public void sleep(long delay, TimeUnit unit) {
        throw new SimulationException("a simulated job does not sleep");
    }

    /** A loop may have work: it stands in line from now on, if it does not yet. */
    void lineUp(SimulatedLoop loop) {
        if (loop.isReady()) {
            long late = chooser.rarely(Kind.TURN, loop.rank(), Choice.NOBODY, plan.chance(LATE_TURNS), LATEST_TURN);
            long number = nextNumber++;
            loop.inLine = true;
            line.add(new Place(number + late, number, loop));
        }
    }

    /** The next turn; null where nobody has anything to do at this time. */
    @Nullable
    SimulatedLoop next() {
        for (Place place = line.poll(); place != null; place = line.poll()) {
            SimulatedLoop loop = place.loop;
            loop.inLine = false;
            if (loop.isReady()) {
                if (++turnsNow > mostTurns && isLimited) {
                    throw new SimulationException("the job turns without time moving: " + mostTurns + " turns at "
                            + Duration.ofNanos(nowNanos) + ", the last one of " + loop);
                }
                return loop;
            }
        }
        return null;
    }

    /** Whether nobody has anything to do at this time, and nothing is under way. */
    boolean isAtRest() {
        return line.isEmpty() && underWay == 0;
    }

    /** Turns and time go on from now on as long as somebody wants. */
    void endLimits() {
        isLimited = false;
    }

    /** Does something at a time. */
    void at(long atNanos, Runnable action) {
        add(atNanos, action, false);
    }

    private void add(long atNanos, Runnable action, boolean carries) {
        events.add(new Event(Math.max(atNanos, nowNanos), nextNumber++, action, carries));
        underWay += carries ? 1 : 0;
    }

    @Override
    public void happen(long atNanos, Runnable action) {
        add(atNanos, action, true);
    }

    @Override
    public void carry(EventLoop to, long atNanos, Runnable command, Runnable nobody) {
        add(atNanos, () -> give(to, command, nobody), true);
    }

    /** Gives a loop a command, or has somebody else do what is to be done where it has ended. */
    static void give(EventLoop to, Runnable command, Runnable nobody) {
        try {
            to.execute(command);
        } catch (RejectedExecutionException ended) {
            nobody.run();
        }
    }

    /** The time goes on to the next event, which happens; false if there is none. */
    boolean goOn() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        if (next.atNanos > nowNanos) {
            nowNanos = next.atNanos;
            turnsNow = 0;
            if (nowNanos > plan.limit().toNanos() && isLimited) {
                throw new SimulationException("hangs: not over after " + plan.limit() + " of virtual time");
            }
        }
        underWay -= next.carries ? 1 : 0;
        next.action.run();
        return true;
    }
}
