package org.reactivempi.benchmarks.simulate;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.reactivempi.core.collective.plan.Plan;

/**
 * All ranks of an operation, each with its plan, on a clock that stands still while something is worked out.
 *
 * <pre>
 *  sender    |overhead|==bytes==>|
 *  wire               |---latency---|==bytes==>|
 *  receiver                                    |overhead|, and what is reduced
 * </pre>
 * A rank's thread does one thing at a time, and so does each end of its wire. A step begins when {@code PlanRun} would begin it.
 */
final class Simulation {

    private final Wires wires;
    private final Noise noise;
    private final SplittableRandom random;
    private final Script[] scripts;
    private final double[] threadFree;
    private final double[] sendFree;
    private final double[] receiveFree;
    /** By step of a rank: when its message was here, or when it was ready for it; negative if not yet. */
    private final double[][] half;

    private final int[][] depth;
    private final Queue events = new Queue();
    private double end;
    private double lastStart;
    private int rounds;
    private long ended;

    /**
     * What has come of it.
     *
     * @param nanos from the last rank's begin to the last rank's end
     * @param rounds the longest chain of messages, each of which waits for the one before
     * @param mostMessages that any rank has sent
     * @param mostBytes that any rank has sent
     * @param mostLinks how many others any rank has met
     * @param mostSteps of any rank's plan
     */
    record Result(double nanos, int rounds, int mostMessages, long mostBytes, int mostLinks, int mostSteps) {}

    /** What a message costs between two ranks, and what work costs inside of one. */
    @FunctionalInterface
    interface Wires {

        /**
         * The network between two ranks.
         *
         * @param to may be {@code from} itself
         */
        Network between(int from, int to);
    }

    private Simulation(int size, IntFunction<Plan> plans, Wires wires, Noise noise) {
        this.wires = wires;
        this.noise = noise;
        this.random = noise.random();
        this.scripts = new Script[size];
        this.threadFree = new double[size];
        this.sendFree = new double[size];
        this.receiveFree = new double[size];
        this.half = new double[size][];
        this.depth = new int[size][];
        for (int rank = 0; rank < size; rank++) {
            scripts[rank] = new Script(plans.apply(rank));
            half[rank] = new double[scripts[rank].steps];
            Arrays.fill(half[rank], -1);
            depth[rank] = new int[scripts[rank].steps];
        }
    }

    /**
     * Runs an operation.
     *
     * @param plans what each rank does
     * @return how long it takes
     * @throws IllegalStateException if it comes to no end
     */
    static Result run(int size, IntFunction<Plan> plans, Network network, Noise noise) {
        return run(size, plans, (from, to) -> network, noise);
    }

    /**
     * Runs an operation where some ranks are nearer to each other than others.
     *
     * @param plans what each rank does
     * @param wires between them
     * @return how long it takes
     * @throws IllegalStateException if it comes to no end
     */
    static Result run(int size, IntFunction<Plan> plans, Wires wires, Noise noise) {
        return new Simulation(size, plans, wires, noise).run();
    }

    private Result run() {
        for (int rank = 0; rank < scripts.length; rank++) {
            double start = noise.skew(random);
            lastStart = Math.max(lastStart, start);
            end = Math.max(end, start);
            threadFree[rank] = start;
            for (int step = 0; step < scripts[rank].steps; step++) {
                if (scripts[rank].waitsFor[step] == 0) {
                    events.add(start, rank, step, Queue.READY);
                }
            }
        }
        while (events.next()) {
            switch (events.kind) {
                case Queue.READY -> begin(events.time, events.rank, events.step);
                case Queue.ARRIVED -> meet(events.time, events.rank, events.step);
                default -> end(events.time, events.rank, events.step);
            }
        }
        long steps = Arrays.stream(scripts).mapToLong(script -> script.steps).sum();
        if (ended != steps) {
            throw new IllegalStateException(steps - ended + " of " + steps + " steps never end");
        }
        return new Result(
                end - lastStart,
                rounds,
                Arrays.stream(scripts).mapToInt(Script::messages).max().orElse(0),
                Arrays.stream(scripts).mapToLong(Script::sentBytes).max().orElse(0),
                Arrays.stream(scripts).mapToInt(Script::links).max().orElse(0),
                Arrays.stream(scripts).mapToInt(script -> script.steps).max().orElse(0));
    }

    private void begin(double now, int rank, int step) {
        Script script = scripts[rank];
        switch (script.kind(step)) {
            case SEND -> send(now, rank, step);
            case RECEIVE, RECEIVE_AND_REDUCE, RECEIVE_AND_REDUCE_LEFT -> meet(now, rank, step);
            case COPY ->
                events.add(
                        work(
                                now,
                                rank,
                                script.bytes(step) * wires.between(rank, rank).perCopiedByte()),
                        rank,
                        step,
                        Queue.ENDED);
            case REDUCE ->
                events.add(
                        work(
                                now,
                                rank,
                                script.bytes(step) * wires.between(rank, rank).perReducedByte()),
                        rank,
                        step,
                        Queue.ENDED);
        }
        int next = script.nextOfPeer[step];
        if (next != Plan.NONE) {
            release(now, rank, next);
        }
    }

    /** The rank's thread does something, after all that it does already; returns when that has ended. */
    private double work(double now, int rank, double nanos) {
        threadFree[rank] = Math.max(now, threadFree[rank]) + nanos;
        return threadFree[rank];
    }

    private void send(double now, int rank, int step) {
        Script script = scripts[rank];
        Network network = wires.between(rank, script.peer(step));
        double onWire = script.bytes(step) * network.perByte();
        double sent = Math.max(work(now, rank, network.overhead() + noise.jitter(random)), sendFree[rank]) + onWire;
        sendFree[rank] = sent;
        events.add(sent, rank, step, Queue.ENDED);
        int receiver = script.peer(step);
        int receive = scripts[receiver].receiverOf(rank);
        depth[receiver][receive] = Math.max(depth[receiver][receive], depth[rank][step] + 1);
        double here = Math.max(sent + network.latency(), receiveFree[receiver] + onWire);
        receiveFree[receiver] = here;
        events.add(here, receiver, receive, Queue.ARRIVED);
    }

    /** A message and its receive: the one that comes later goes on. */
    private void meet(double now, int rank, int step) {
        if (half[rank][step] < 0) {
            half[rank][step] = now;
            return;
        }
        Script script = scripts[rank];
        Network network = wires.between(rank, script.peer(step));
        double reducing = script.reduces(step) ? script.bytes(step) * network.perReducedByte() : 0;
        events.add(work(now, rank, network.overhead() + noise.jitter(random) + reducing), rank, step, Queue.ENDED);
    }

    private void end(double now, int rank, int step) {
        ended++;
        end = Math.max(end, now);
        rounds = Math.max(rounds, depth[rank][step]);
        for (int dependant : scripts[rank].dependants(step)) {
            depth[rank][dependant] = Math.max(depth[rank][dependant], depth[rank][step]);
            release(now, rank, dependant);
        }
    }

    private void release(double now, int rank, int step) {
        if (--scripts[rank].waitsFor[step] == 0) {
            events.add(now, rank, step, Queue.READY);
        }
    }

    /** What happens next: a heap of times, with their ranks and steps; of equal times, what was added first. */
    private static final class Queue {

        static final int READY = 0;
        static final int ARRIVED = 1;
        static final int ENDED = 2;

        private double[] times = new double[1024];
        private long[] orders = new long[1024];
        private long[] what = new long[1024];
        private int count;
        private long added;
        private double time;
        private int rank;
        private int step;
        private int kind;

        void add(double at, int itsRank, int itsStep, int itsKind) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
                orders = Arrays.copyOf(orders, 2 * count);
                what = Arrays.copyOf(what, 2 * count);
            }
            int hole = count++;
            long order = added++;
            while (hole > 0 && at < times[(hole - 1) / 2]) {
                move((hole - 1) / 2, hole);
                hole = (hole - 1) / 2;
            }
            put(hole, at, order, (long) itsRank << 34 | (long) itsStep << 2 | itsKind);
        }

        boolean next() {
            if (count == 0) {
                return false;
            }
            time = times[0];
            rank = (int) (what[0] >>> 34);
            step = (int) (what[0] >>> 2) & Integer.MAX_VALUE;
            kind = (int) what[0] & 3;
            count--;
            double last = times[count];
            long lastOrder = orders[count];
            int hole = 0;
            for (int child = 1; child < count; child = 2 * hole + 1) {
                if (child + 1 < count && isBefore(times[child + 1], orders[child + 1], child)) {
                    child++;
                }
                if (!isBefore(times[child], orders[child], last, lastOrder)) {
                    break;
                }
                move(child, hole);
                hole = child;
            }
            put(hole, last, lastOrder, what[count]);
            return true;
        }

        private boolean isBefore(double at, long order, int other) {
            return isBefore(at, order, times[other], orders[other]);
        }

        private static boolean isBefore(double at, long order, double other, long otherOrder) {
            return at < other || at == other && order < otherOrder;
        }

        private void move(int from, int to) {
            put(to, times[from], orders[from], what[from]);
        }

        private void put(int at, double newTime, long order, long newWhat) {
            times[at] = newTime;
            orders[at] = order;
            what[at] = newWhat;
        }
    }
}
