package org.reactivempi.core.collective.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.reactivempi.core.collective.plan.Plan.Kind;
import org.reactivempi.core.collective.plan.Plan.Range;

/**
 * The plans of all ranks, run without an engine and on symbols: a byte holds the sequence of what it was made from, in the order
 * of the operands. Steps that may begin do so in a random order, and messages complete only when they have been received, as
 * rendezvous does, so that a plan that would deadlock does so here.
 */
final class SymbolicRun {

    /** What no rank has written. */
    static final String NOTHING = "";

    private final List<Plan> plans;
    private final List<Cells[]> memory = new ArrayList<>();
    private final Random random;
    private final List<int[]> waitsFor = new ArrayList<>();
    private final List<int[]> ready = new ArrayList<>();
    private final Map<Long, Deque<int[]>> sends = new HashMap<>();
    private final Map<Long, Deque<int[]>> receives = new HashMap<>();
    private int ended;

    private SymbolicRun(List<Plan> plans, long seed) {
        this.plans = plans;
        this.random = new Random(seed);
    }

    /** Memory of symbols. */
    interface Cells {

        /** How many there are. */
        long length();

        Cells part(long from, long length);

        void put(long at, Cells part);

        /** The same with what stands right of it, cell by cell. */
        Cells joined(Cells right);
    }

    /** A text for each byte. */
    private record Texts(String[] all) implements Cells {

        @Override
        public long length() {
            return all.length;
        }

        @Override
        public Cells part(long from, long length) {
            return new Texts(Arrays.copyOfRange(all, (int) from, (int) (from + length)));
        }

        @Override
        public void put(long at, Cells part) {
            System.arraycopy(((Texts) part).all, 0, all, (int) at, (int) part.length());
        }

        @Override
        public Cells joined(Cells right) {
            String[] both = new String[all.length];
            Arrays.setAll(both, i -> all[i] + ((Texts) right).all[i]);
            return new Texts(both);
        }
    }

    /** What a rank begins with in each byte of what it sends and of where it receives. */
    interface Content {

        String[] of(int rank);
    }

    /** Memory that a rank has. */
    interface Given {

        Cells of(int rank);
    }

    /** Memory in which nothing has been written. */
    interface Room {

        Cells of(long length);
    }

    /**
     * Runs them.
     *
     * @return what each rank has where it receives
     */
    static List<String[]> of(List<Plan> plans, Content send, Content receive, long seed) {
        return of(
                        plans,
                        rank -> new Texts(send.of(rank).clone()),
                        rank -> new Texts(receive.of(rank).clone()),
                        length -> {
                            String[] all = new String[(int) length];
                            Arrays.fill(all, NOTHING);
                            return new Texts(all);
                        },
                        seed)
                .stream()
                .map(cells -> ((Texts) cells).all)
                .collect(Collectors.toList());
    }

    /** The same with memory of any kind. */
    static List<Cells> of(List<Plan> plans, Given send, Given receive, Room scratch, long seed) {
        SymbolicRun run = new SymbolicRun(plans, seed);
        for (int rank = 0; rank < plans.size(); rank++) {
            Plan plan = plans.get(rank);
            Cells[] slots = new Cells[Plan.SCRATCH + plan.scratchSlots()];
            slots[Plan.SEND] = send.of(rank);
            slots[Plan.RECEIVE] = receive.of(rank);
            for (int i = 0; i < plan.scratchSlots(); i++) {
                slots[Plan.SCRATCH + i] = scratch.of(plan.scratchBytes(i));
            }
            run.memory.add(slots);
            int[] waitsFor = new int[plan.steps()];
            plan.copyDependencies(waitsFor);
            run.waitsFor.add(waitsFor);
        }
        run.run();
        return run.memory.stream().map(slots -> slots[Plan.RECEIVE]).collect(Collectors.toList());
    }

    private void run() {
        int steps = plans.stream().mapToInt(Plan::steps).sum();
        for (int rank = 0; rank < plans.size(); rank++) {
            for (int step = 0; step < plans.get(rank).steps(); step++) {
                if (waitsFor.get(rank)[step] == 0) {
                    ready.add(new int[] {rank, step});
                }
            }
        }
        while (!ready.isEmpty()) {
            int[] next = ready.remove(random.nextInt(ready.size()));
            begin(next[0], next[1]);
        }
        if (ended != steps) {
            throw new AssertionError("deadlock: " + ended + " of " + steps + " steps have ended");
        }
    }

    private void begin(int rank, int step) {
        Plan plan = plans.get(rank);
        int follower = plan.nextOfPeer(step);
        if (follower != Plan.NONE) {
            release(rank, follower);
        }
        int peer = plan.peer(step);
        switch (plan.kind(step)) {
            case SEND -> {
                sends.computeIfAbsent(pair(rank, peer), unused -> new ArrayDeque<>())
                        .add(new int[] {rank, step});
                match(rank, peer);
            }
            case RECEIVE, RECEIVE_AND_REDUCE, RECEIVE_AND_REDUCE_LEFT -> {
                receives.computeIfAbsent(pair(peer, rank), unused -> new ArrayDeque<>())
                        .add(new int[] {rank, step});
                match(peer, rank);
            }
            case COPY -> {
                copy(rank, step);
                end(rank, step);
            }
            case REDUCE -> {
                write(rank, step, read(rank, plan.left(step)).joined(read(rank, plan.right(step))));
                end(rank, step);
            }
        }
    }

    private void copy(int rank, int step) {
        Plan plan = plans.get(rank);
        Plan.Pieces pieces = plan.pieces(step);
        if (pieces == null) {
            write(rank, step, read(rank, plan.left(step)));
            return;
        }
        Cells from = memory.get(rank)[plan.left(step).slot()];
        Cells to = memory.get(rank)[plan.result(step).slot()];
        long left = plan.left(step).lengthBytes();
        for (int i = 0; left > 0; i++, left -= pieces.lengthBytes()) {
            to.put(
                    plan.result(step).from() + i * pieces.resultApart(),
                    from.part(plan.left(step).from() + i * pieces.leftApart(), Math.min(left, pieces.lengthBytes())));
        }
    }

    private void match(int from, int to) {
        Deque<int[]> sent = sends.getOrDefault(pair(from, to), new ArrayDeque<>());
        Deque<int[]> wanted = receives.getOrDefault(pair(from, to), new ArrayDeque<>());
        if (sent.isEmpty() || wanted.isEmpty()) {
            return;
        }
        int[] send = sent.remove();
        int[] receive = wanted.remove();
        Plan plan = plans.get(to);
        Cells message = read(from, plans.get(from).left(send[1]));
        if (message.length() != plan.result(receive[1]).lengthBytes()) {
            throw new AssertionError("rank " + from + " sends " + message.length() + " bytes in step " + send[1]
                    + ", rank " + to + " expects " + plan.result(receive[1]) + " in step " + receive[1]);
        }
        Kind kind = plan.kind(receive[1]);
        if (kind == Kind.RECEIVE_AND_REDUCE) {
            message = read(to, plan.left(receive[1])).joined(message);
        } else if (kind == Kind.RECEIVE_AND_REDUCE_LEFT) {
            message = message.joined(read(to, plan.left(receive[1])));
        }
        write(to, receive[1], message);
        end(from, send[1]);
        end(to, receive[1]);
    }

    private void end(int rank, int step) {
        ended++;
        Plan plan = plans.get(rank);
        for (int i = plan.firstDependant(step); i < plan.firstDependant(step + 1); i++) {
            release(rank, plan.dependant(i));
        }
    }

    private void release(int rank, int step) {
        if (--waitsFor.get(rank)[step] == 0) {
            ready.add(new int[] {rank, step});
        }
    }

    private Cells read(int rank, Range range) {
        return memory.get(rank)[range.slot()].part(range.from(), range.lengthBytes());
    }

    private void write(int rank, int step, Cells values) {
        Range range = plans.get(rank).result(step);
        memory.get(rank)[range.slot()].put(range.from(), values);
    }

    private long pair(int from, int to) {
        return (long) from * plans.size() + to;
    }
}
