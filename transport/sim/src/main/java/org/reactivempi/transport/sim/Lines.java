package org.reactivempi.transport.sim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * The connections of a job: how long each batch takes, and what breaks.
 *
 * <pre>
 *  connect --latency--&gt; refused --latency--&gt; closed
 *                |
 *                +--accepted--latency--&gt; open
 *  flush --latency, late, held, the ranks are split--&gt; arrives --latency--&gt; its room is free
 *             |
 *             +-- cut: a part of it arrives, both ends hear of it, each at its time, and nothing else comes
 * </pre>
 * A rank whose host has vanished neither accepts nor refuses, and no other end hears that it has ended.
 *
 * <p>Each direction keeps its order; connections overtake each other. With real loops, each on its thread, everything comes at once.
 */
final class Lines {

    private static final double LATE_BATCHES = 0.3;
    private static final double LATE_NEWS = 0.5;
    private static final double LOST_ON_DEATH = 0.4;
    private static final double LATE_PLACES = 1;
    /** So many batches of one connection two ranks need to know each other. */
    private static final int GREETINGS = 3;
    /** Ends of a cut connection hear of it within so long. */
    private static final long LATEST_NEWS_NANOS = 50_000_000;

    private final Wires wires;
    /** Else each rank has a thread, and nothing is counted. */
    private final boolean isSimulated;

    private final RunPlan plan;
    /** Of a rank, for each batch at each end; 0 where nothing queues. */
    private final long overheadNanos;

    private final Map<Integer, Busy> busy = new HashMap<>();
    private final Chooser chooser;
    private final Trace trace;
    /** Those that listen at each address; where two processes are one rank, others reach the one that has come last. */
    private final Map<String, List<SimulatedEndpoint>> endpoints = new LinkedHashMap<>();

    private final Map<Long, Way> ways = new TreeMap<>();
    private final Set<SimulatedLink> open = new LinkedHashSet<>();
    private final Set<Attempt> attempts = new LinkedHashSet<>();
    private final List<Held> held = new ArrayList<>();
    /** Processes whose hosts are gone: what comes to them finds nobody, and nobody says so. */
    private final Set<EventLoop> vanished = new LinkedHashSet<>();
    /** Where the buffers of each process come from, and go back to. */
    private final Map<EventLoop, UnpooledByteBufAllocator> rooms = new LinkedHashMap<>();

    private final List<Fault.Split> splits;
    private final List<Fault.Cut> cuts;
    /** For real loops: in a simulated job there is nobody to wait for. */
    private final ReentrantLock lock = new ReentrantLock();

    private Predicate<EventLoop> arrivals = process -> true;
    /** Where it is decided in which order things reach a rank. */
    private @Nullable Arrivals order;

    /** From one rank to another, by whichever connection. */
    static final class Way {

        private int connections;
        private int batches;
        /** Whether each of the two has heard of the other that it is there. */
        private boolean isKnown;
    }

    /** Until when a rank is busy. */
    private static final class Busy {

        private long untilNanos;
        private long sendsUntilNanos;
        private long getsUntilNanos;

        /** The rank does something, after all that it does already; returns when that is done. */
        long works(long now, long nanos) {
            untilNanos = Math.max(now, untilNanos) + nanos;
            return untilNanos;
        }

        /** It sends a batch; returns when its last byte has left. */
        long sends(long now, long overheadNanos, long onWireNanos) {
            sendsUntilNanos = Math.max(works(now, overheadNanos), sendsUntilNanos) + onWireNanos;
            return sendsUntilNanos;
        }

        /** A batch comes whose last byte could be here at a time; returns when it is. */
        long gets(long atNanos, long onWireNanos) {
            getsUntilNanos = Math.max(atNanos, getsUntilNanos + onWireNanos);
            return getsUntilNanos;
        }
    }

    /** What is held on its way: bytes, or the end of a link. */
    private record Held(SimulatedLink from, Runnable leaves) {}

    Lines(Wires wires, RunPlan plan, Chooser chooser, Trace trace) {
        this.wires = wires;
        this.isSimulated = wires != Wires.REAL;
        this.plan = plan;
        this.overheadNanos = plan.network().overheadNanos();
        this.chooser = chooser;
        this.trace = trace;
        this.splits = plan.faults().exact(Fault.Split.class);
        this.cuts = plan.faults().exact(Fault.Cut.class);
    }

    /** Asks whether the process of a loop is still there, before each batch that comes to it. */
    void ask(Predicate<EventLoop> arrivals) {
        this.arrivals = arrivals;
    }

    /** Has somebody decide in which order things reach a rank. */
    void use(Arrivals order) {
        this.order = order;
    }

    boolean mayBreak() {
        return plan.mayBreak();
    }

    // ---- Connections

    void add(SimulatedEndpoint endpoint) {
        locked(() -> {
            List<SimulatedEndpoint> there = endpoints.get(endpoint.address());
            if (there == null) {
                there = new ArrayList<>(1);
                endpoints.put(endpoint.address(), there);
            } else {
                there.removeIf(former -> vanished.contains(former.loop()));
                forgetFormer(endpoint.rank());
            }
            there.add(endpoint);
        });
    }

    /** No rank knows a new process, though it may have known the one before. */
    private void forgetFormer(int rank) {
        ways.forEach((pair, way) -> {
            if (pair >> Integer.SIZE == rank || pair.intValue() == rank) {
                way.isKnown = false;
            }
        });
    }

    void remove(SimulatedEndpoint endpoint) {
        locked(() -> {
            List<SimulatedEndpoint> there = endpoints.get(endpoint.address());
            if (there != null) {
                there.remove(endpoint);
            }
        });
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SimulatedEndpoint find(String address) {
        lock.lock();
        try {
            List<SimulatedEndpoint> there = endpoints.getOrDefault(address, List.of());
            return there.isEmpty() ? null : there.get(there.size() - 1);
        } finally {
            lock.unlock();
        }
    }

    void connect(SimulatedEndpoint from, String address, LinkHandler handler) {
        SimulatedEndpoint to = find(address);
        Runnable nobody = () -> handler.onClosed(new ConnectException("nobody listens at " + address));
        if (to == null) {
            wires.carry(from.loop(), arrival(from.rank(), from.rank(), 0), nobody, () -> {});
            return;
        }
        int nth = way(from.rank(), to.rank()).connections++;
        trace(Event.CONNECT, from.rank(), to.rank(), nth, 0);
        long there = arrival(from.rank(), to.rank(), 0);
        if (there == Long.MAX_VALUE) {
            // The rank that has asked gives it up after its own time.
            return;
        }
        // Who is refused before it has heard of the other one takes that one for ended, and may.
        boolean isRefused = way(from.rank(), to.rank()).isKnown
                && chooser.happens(
                        Kind.REFUSE,
                        from.rank(),
                        to.rank(),
                        plan.chance(plan.faults().refuse()));
        Attempt attempt = new Attempt(from, to, nobody);
        locked(() -> attempts.add(attempt));
        wires.carry(
                to.loop(),
                there,
                () -> {
                    if (isRefused || find(address) != to) {
                        refuse(attempt);
                    } else if (isAnswered(attempt)) {
                        accept(from, to, nth, handler);
                    }
                },
                () -> refuse(attempt));
    }

    /** A connection that is asked for, until that is answered. */
    private record Attempt(SimulatedEndpoint from, SimulatedEndpoint to, Runnable refused) {}

    /** Whether this is the answer: there is none but the first. */
    private boolean isAnswered(Attempt attempt) {
        lock.lock();
        try {
            return attempts.remove(attempt);
        } finally {
            lock.unlock();
        }
    }

    /** Where the host is gone, nobody says no, and the rank that has asked gives up after its own time. */
    private void refuse(Attempt attempt) {
        if (isAnswered(attempt) && !vanished.contains(attempt.to.loop())) {
            SimulatedEndpoint from = attempt.from;
            wires.carry(from.loop(), arrival(attempt.to.rank(), from.rank(), 0), attempt.refused, () -> {});
        }
    }

    private Way way(int from, int to) {
        lock.lock();
        try {
            return ways.computeIfAbsent((long) from << Integer.SIZE | to, unused -> new Way());
        } finally {
            lock.unlock();
        }
    }

    /** On the loop of the one that accepts. */
    private void accept(SimulatedEndpoint from, SimulatedEndpoint to, int nth, LinkHandler handler) {
        SimulatedLink here = new SimulatedLink(this, from, to.address(), way(from.rank(), to.rank()), nth);
        SimulatedLink there = new SimulatedLink(this, to, from.address(), way(to.rank(), from.rank()), nth);
        here.join(there);
        there.join(here);
        locked(() -> {
            open.add(here);
            open.add(there);
        });
        here.use(handler);
        // First, since the other end may write as soon as it is open.
        there.directed(
                arrival(to.rank(), from.rank(), 0),
                0,
                here::open,
                of(here, () -> there.post(() -> there.end(dead(from.rank())))));
        there.use(to.accept());
        there.open();
    }

    void ended(SimulatedLink link) {
        locked(() -> open.remove(link));
    }

    // ---- Bytes

    /** On the loop of the end that sends. */
    void send(SimulatedLink from, byte[] bytes) {
        int sender = from.rank();
        int receiver = from.peer();
        int nth = from.way().batches++;
        trace(Event.SENT, sender, receiver, bytes.length, hash(bytes));
        int length = lengthUntilCut(from, bytes.length);
        if (chooser.isAskedFor(new Choice(Kind.HOLD, sender, receiver, nth))) {
            from.hold();
        }
        if (from.isHeld()) {
            held.add(new Held(from, () -> carry(from, bytes)));
        } else if (length == bytes.length) {
            carry(from, bytes);
        } else {
            if (length > 0) {
                carry(from, Arrays.copyOf(bytes, length));
            }
            cut(from);
        }
    }

    private void carry(SimulatedLink from, byte[] bytes) {
        long arrival = arrival(from.rank(), from.peer(), bytes.length);
        from.directed(
                from.notBefore(overheadNanos == 0 ? arrival : whenFree(from, bytes.length, arrival)),
                overheadNanos,
                () -> arrive(from, bytes),
                of(from.otherEnd(), () -> back(from, () -> from.end(dead(from.peer())))));
    }

    /** News of an end whose process has ended; none where its host is gone. */
    private Runnable of(SimulatedLink ended, Runnable news) {
        return () -> {
            if (!vanished.contains(ended.loop())) {
                news.run();
            }
        };
    }

    /** When a batch arrives that would arrive then if the sender and both ends of the wire had nothing else to do. */
    private long whenFree(SimulatedLink from, long bytes, long arrival) {
        if (arrival == Long.MAX_VALUE) {
            return arrival;
        }
        long now = wires.nanoTime();
        long onWire = plan.network().onWireNanos(bytes);
        long sent = busy(from.rank()).sends(now, overheadNanos, onWire);
        return busy(from.peer()).gets(sent + (arrival - now - onWire), onWire);
    }

    private Busy busy(int rank) {
        return busy.computeIfAbsent(rank, unused -> new Busy());
    }

    /** Something arrives at a link's other end, which has so much to do with it, after all that it does already. */
    void bring(SimulatedLink to, long atNanos, long takesNanos, Runnable command, Runnable nobody) {
        if (overheadNanos == 0) {
            reach(to, atNanos, command, nobody);
        } else {
            wires.happen(
                    atNanos, () -> reach(to, busy(to.rank()).works(wires.nanoTime(), takesNanos), command, nobody));
        }
    }

    private void reach(SimulatedLink to, long atNanos, Runnable command, Runnable nobody) {
        Arrivals decided = order;
        if (decided == null) {
            wires.carry(to.loop(), atNanos, command, nobody);
        } else {
            wires.happen(atNanos, () -> decided.come(to.loop(), to.peer(), command, nobody));
        }
    }

    /** On the loop of the end that receives. */
    private void arrive(SimulatedLink from, byte[] bytes) {
        SimulatedLink to = from.otherEnd();
        trace(Event.CAME, from.rank(), to.rank(), bytes.length, 0);
        if (isSimulated && to.countBatch() > GREETINGS && from.batchesTaken() > GREETINGS) {
            from.way().isKnown = true;
            to.way().isKnown = true;
        }
        to.take(bytes, chooser, plan);
        back(from, () -> from.onTaken(bytes.length));
    }

    /** Something about what one end has sent comes back to it. */
    void back(SimulatedLink from, Runnable news) {
        wires.carry(from.loop(), arrival(from.peer(), from.rank(), 0), news, () -> {});
    }

    /** How much of a batch arrives. */
    private int lengthUntilCut(SimulatedLink from, int length) {
        for (Fault.Cut cut : cuts) {
            boolean isHere = cut.from() == from.rank() && cut.to() == from.peer() && cut.nth() == from.nth();
            if (isHere && cut.atByte() >= from.sentBytes() && cut.atByte() < from.sentBytes() + length) {
                return (int) (cut.atByte() - from.sentBytes());
            }
        }
        boolean isCut = chooser.happens(
                Kind.CUT, from.rank(), from.peer(), plan.chance(plan.faults().cut()));
        if (!isCut) {
            return length;
        }
        long place = chooser.rarely(Kind.PLACE, from.rank(), from.peer(), plan.chance(LATE_PLACES), length);
        return (int) Math.max(0, place - 1);
    }

    /** Nothing passes any more; who sends hears of it soon, and who receives after what has come. */
    private void cut(SimulatedLink from) {
        trace(Event.FAULT, from.rank(), from.peer(), from.nth(), 0);
        SimulatedLink to = from.otherEnd();
        long heard = from.notBefore(arrival(from.rank(), from.peer(), 0)) + lateNews(from.rank(), to.rank());
        long known = wires.nanoTime() + lateNews(to.rank(), from.rank());
        from.lose(Long.MAX_VALUE);
        to.lose(wires.nanoTime());
        bring(to, heard, 0, () -> to.end(broken(from.rank())), () -> {});
        wires.carry(from.loop(), known, () -> from.end(broken(to.rank())), () -> {});
    }

    private long lateNews(int from, int to) {
        return chooser.rarely(Kind.HEARD, from, to, plan.chance(LATE_NEWS), LATEST_NEWS_NANOS);
    }

    private static IOException broken(int peer) {
        return new IOException("connection reset by rank " + peer);
    }

    private static IOException dead(int peer) {
        return new IOException("rank " + peer + " has ended");
    }

    /** Orderly: the other end gets all that was sent before. */
    void close(SimulatedLink from) {
        if (from.isHeld()) {
            held.add(new Held(from, () -> leave(from)));
        } else {
            leave(from);
        }
    }

    private void leave(SimulatedLink from) {
        from.directed(
                from.notBefore(arrival(from.rank(), from.peer(), 0)),
                0,
                () -> from.otherEnd().end(null),
                () -> {});
    }

    /** When something arrives; {@link Long#MAX_VALUE} for never. */
    private long arrival(int from, int to, long bytes) {
        long now = wires.nanoTime();
        long late = chooser.rarely(
                Kind.LATE,
                from,
                to,
                plan.network().spreadNanos() == 0 ? 0 : plan.chance(LATE_BATCHES),
                Math.max(1, plan.network().spreadNanos()));
        long takes = plan.network().latencyNanos(from, to) + plan.network().onWireNanos(bytes) + late;
        for (Fault.Split split : splits) {
            boolean isNow = now >= split.atNanos() && now - split.atNanos() < split.forNanos();
            if (isNow && split.divides(from, to)) {
                long healed = split.atNanos() + split.forNanos();
                return healed < 0 ? Long.MAX_VALUE : healed + takes;
            }
        }
        return now + takes;
    }

    /** Something comes to the process of a loop; false if it is not there any more. */
    boolean isThere(EventLoop process) {
        return arrivals.test(process);
    }

    void trace(Event event, int from, int to, long what, long more) {
        if (isSimulated) {
            trace.add(wires.nanoTime(), event, from, to, what, more);
        }
    }

    private static long hash(byte[] bytes) {
        long hash = bytes.length;
        for (byte each : bytes) {
            hash = hash * 31 + each;
        }
        return hash;
    }

    /** A buffer for what the process of a loop sends. */
    ByteBuf room(EventLoop process, int bytes) {
        return isSimulated
                ? rooms.computeIfAbsent(process, unused -> new UnpooledByteBufAllocator(false, true))
                        .heapBuffer(bytes)
                : Unpooled.buffer(bytes);
    }

    /** How many bytes of buffers of these processes are not released. */
    long unreleasedBytes(Predicate<EventLoop> processes) {
        return rooms.entrySet().stream()
                .filter(each -> processes.test(each.getKey()))
                .mapToLong(each -> each.getValue().metric().usedHeapMemory())
                .sum();
    }

    /** How many batches have left, by ranks. */
    List<Batches> batches() {
        return ways.entrySet().stream()
                .filter(each -> each.getValue().batches > 0)
                .map(each -> new Batches(
                        (int) (each.getKey() >> Integer.SIZE), each.getKey().intValue(), each.getValue().batches))
                .toList();
    }

    // ---- Faults

    /** What is held leaves now; false if there is nothing. */
    boolean release() {
        if (held.isEmpty()) {
            return false;
        }
        List<Held> leaving = List.copyOf(held);
        held.clear();
        leaving.forEach(each -> each.from.goOn());
        leaving.forEach(each -> each.leaves.run());
        return true;
    }

    /**
     * A process of a rank acts no more: nobody can connect to it, and the other ends of its connections hear of it, after what it has sent, or in
     * place of that.
     */
    void kill(int rank, EventLoop process) {
        trace(Event.FAULT, rank, rank, 0, 1);
        endpoints.values().forEach(there -> there.removeIf(endpoint -> endpoint.loop() == process));
        attempts.stream()
                .filter(attempt -> attempt.to.loop() == process)
                .toList()
                .forEach(this::refuse);
        for (SimulatedLink link : lastOf(rank, process)) {
            SimulatedLink other = link.otherEnd();
            long heard = link.notBefore(arrival(rank, other.rank(), 0)) + lateNews(rank, other.rank());
            bring(other, heard, 0, () -> other.end(broken(rank)), () -> {});
        }
    }

    /**
     * The host of a process is gone: what it has sent arrives, or is lost, and after that nothing comes from it, no end of a connection, and no
     * answer to those who want to connect.
     */
    void vanish(int rank, EventLoop process) {
        trace(Event.FAULT, rank, rank, 0, 3);
        vanished.add(process);
        attempts.removeIf(attempt -> attempt.to.loop() == process);
        lastOf(rank, process);
    }

    /** The connections of a process that has come to its end; what is under way on some of them is lost. */
    private List<SimulatedLink> lastOf(int rank, EventLoop process) {
        List<SimulatedLink> links =
                open.stream().filter(link -> link.loop() == process).toList();
        for (SimulatedLink link : links) {
            if (chooser.happens(Kind.LOSE, rank, link.peer(), plan.chance(LOST_ON_DEATH))) {
                link.lose(wires.nanoTime());
            }
        }
        return links;
    }
}
