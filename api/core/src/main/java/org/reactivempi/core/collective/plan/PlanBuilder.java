package org.reactivempi.core.collective.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.plan.Plan.Kind;
import org.reactivempi.core.collective.plan.Plan.Pieces;
import org.reactivempi.core.collective.plan.Plan.Range;

/**
 * Makes a plan from steps in the order in which one thread could do them. What has to wait for what follows from the bytes that
 * they read and write: a step waits for those before it that wrote what it reads, and that read or wrote what it writes. All
 * others may be under way at once.
 */
public final class PlanBuilder {

    private final int rank;
    private final int size;
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Integer> peers = new ArrayList<>();
    private final List<Range> left = new ArrayList<>();
    private final List<Range> right = new ArrayList<>();
    private final List<Range> result = new ArrayList<>();
    /** How the steps cut what they copy that do so. */
    private final Map<Integer, Pieces> pieces = new HashMap<>();

    private final List<int[]> dependencies = new ArrayList<>();
    private final List<Integer> nextOfPeer = new ArrayList<>();
    private final List<Long> scratch = new ArrayList<>();
    /** Of which part each step is, up to the last one that is of any. */
    private final List<String> parts = new ArrayList<>();

    private final Map<Integer, Accesses> slots = new HashMap<>();
    private final Map<Integer, Integer> lastSend = new HashMap<>();
    private final Map<Integer, Integer> lastReceive = new HashMap<>();
    private final TreeSet<Integer> needed = new TreeSet<>();
    private List<Integer> beforeFence = List.of();
    private int fence;

    /** A plan without steps, for one of {@code size} ranks. */
    public PlanBuilder(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** The rank whose plan this is. */
    public int rank() {
        return rank;
    }

    /** How many ranks take part. */
    public int size() {
        return size;
    }

    /**
     * Memory of the operation's own.
     *
     * @return the number of its slot
     */
    public int scratch(long lengthBytes) {
        scratch.add(lengthBytes);
        return Plan.SCRATCH + scratch.size() - 1;
    }

    /** The next step waits for the end of {@code step}, whatever the two read and write. */
    public PlanBuilder after(int step) {
        needed.add(step);
        return this;
    }

    /** All steps that follow wait for the end of all that are here, whatever they read and write. */
    public void fence() {
        Set<Integer> waitedFor = new HashSet<>();
        dependencies.forEach(all -> Arrays.stream(all).forEach(waitedFor::add));
        beforeFence = IntStream.range(0, kinds.size())
                .boxed()
                .filter(step -> !waitedFor.contains(step))
                .toList();
        fence = kinds.size();
    }

    /**
     * Does what another plan does, as a part of this one. Its steps keep their order, and wait for what they need of this plan.
     *
     * @param part a plan for {@code ranks.length} ranks
     * @param ranks for each rank of the part, which rank it is here
     * @param send the slot here of what the part sends
     * @param receive the slot here of what the part receives
     */
    public void include(Plan part, int[] ranks, int send, int receive) {
        int first = kinds.size();
        int scratchSlots = scratch.size();
        for (int i = 0; i < part.scratchSlots(); i++) {
            scratch(part.scratchBytes(i));
        }
        List<List<Integer>> before = new ArrayList<>();
        for (int step = 0; step < part.steps(); step++) {
            before.add(new ArrayList<>());
        }
        for (int step = 0; step < part.steps(); step++) {
            for (int i = part.firstDependant(step); i < part.firstDependant(step + 1); i++) {
                before.get(part.dependant(i)).add(first + step);
            }
        }
        UnaryOperator<Range> here = range -> moved(range, send, receive, scratchSlots);
        for (int step = 0; step < part.steps(); step++) {
            needed.addAll(before.get(step));
            Range from = here.apply(part.left(step));
            Range to = here.apply(part.result(step));
            Pieces cut = part.pieces(step);
            if (cut == null) {
                add(part.kind(step), ranks[part.peer(step)], from, here.apply(part.right(step)), to);
            } else {
                copy(from, to, cut);
            }
            name(part, step);
        }
    }

    /** The last step is one of a part. */
    private void name(Plan part, int step) {
        while (parts.size() < kinds.size() - 1) {
            parts.add("");
        }
        parts.add(part.part(step).isEmpty() ? part.algorithm() : part.part(step));
    }

    private String[] partOfEach() {
        String[] names = new String[parts.isEmpty() ? 0 : kinds.size()];
        Arrays.setAll(names, step -> step < parts.size() ? parts.get(step) : "");
        return names;
    }

    private @Nullable Pieces[] piecesOfEach() {
        @Nullable Pieces[] all = new Pieces[pieces.isEmpty() ? 0 : kinds.size()];
        Arrays.setAll(all, pieces::get);
        return all;
    }

    private static Range moved(Range range, int send, int receive, int scratchSlots) {
        if (range == Range.NOTHING) {
            return range;
        }
        int slot = switch (range.slot()) {
            case Plan.SEND -> send;
            case Plan.RECEIVE -> receive;
            default -> range.slot() + scratchSlots;
        };
        return slot == range.slot() ? range : new Range(slot, range.from(), range.lengthBytes());
    }

    /** Sends a part of a slot. */
    public int send(int peer, int slot, long from, long lengthBytes) {
        return add(Kind.SEND, peer, new Range(slot, from, lengthBytes), Range.NOTHING, Range.NOTHING);
    }

    /** Receives into a part of a slot. */
    public int receive(int peer, int slot, long from, long lengthBytes) {
        return add(Kind.RECEIVE, peer, Range.NOTHING, Range.NOTHING, new Range(slot, from, lengthBytes));
    }

    /**
     * Receives, and reduces with what is here.
     *
     * @param own what is here, as long as what comes
     * @param slot where the result goes, which may be the slot of {@code own}
     * @param first whether what comes stands on the left of the operation
     */
    public int receiveAndReduce(int peer, Range own, int slot, long from, boolean first) {
        Kind kind = first ? Kind.RECEIVE_AND_REDUCE_LEFT : Kind.RECEIVE_AND_REDUCE;
        return add(kind, peer, own, Range.NOTHING, new Range(slot, from, own.lengthBytes()));
    }

    /** Copies from slot to slot; no step if there is nothing to copy, or nowhere to copy it to. */
    public void copy(int slot, long from, int toSlot, long to, long lengthBytes) {
        if (lengthBytes > 0 && !(slot == toSlot && from == to)) {
            add(Kind.COPY, rank, new Range(slot, from, lengthBytes), Range.NOTHING, new Range(toSlot, to, lengthBytes));
        }
    }

    /**
     * Copies pieces that stand apart, in one slot or in both.
     *
     * @param from where the first piece begins
     * @param to where it goes
     * @param lengthBytes how long all pieces are together
     */
    public void copy(int slot, long from, int toSlot, long to, long lengthBytes, Pieces cut) {
        if (lengthBytes <= cut.lengthBytes()) {
            copy(slot, from, toSlot, to, lengthBytes);
        } else {
            copy(new Range(slot, from, lengthBytes), new Range(toSlot, to, lengthBytes), cut);
        }
    }

    private void copy(Range from, Range to, Pieces cut) {
        int step = kinds.size();
        accesses(from.slot()).read(step, spanned(from, cut.lengthBytes(), cut.leftApart()), needed);
        accesses(to.slot()).write(step, spanned(to, cut.lengthBytes(), cut.resultApart()), needed);
        pieces.put(step, cut);
        append(Kind.COPY, rank, from, Range.NOTHING, to);
    }

    /** From the lowest piece to the highest one, with what lies between them. */
    private static Range spanned(Range range, long piece, long apart) {
        long last = (range.lengthBytes() - 1) / piece;
        long rest = range.lengthBytes() - last * piece;
        long toLast = last * apart;
        return apart < 0
                ? new Range(range.slot(), range.from() + toLast, piece - toLast)
                : new Range(range.slot(), range.from(), toLast + rest);
    }

    /** Reduces two parts of slots that are equally long. */
    public void reduce(Range left, Range right, int slot, long from) {
        if (left.lengthBytes() > 0) {
            add(Kind.REDUCE, rank, left, right, new Range(slot, from, left.lengthBytes()));
        }
    }

    private int add(Kind kind, int peer, Range left, Range right, Range result) {
        int step = kinds.size();
        accesses(left.slot()).read(step, left, needed);
        accesses(right.slot()).read(step, right, needed);
        accesses(result.slot()).write(step, result, needed);
        return append(kind, peer, left, right, result);
    }

    /** The step is there, and waits for all that are needed. */
    private int append(Kind kind, int peer, Range left, Range right, Range result) {
        int step = kinds.size();
        kinds.add(kind);
        peers.add(peer);
        this.left.add(left);
        this.right.add(right);
        this.result.add(result);
        nextOfPeer.add(Plan.NONE);
        if (needed.isEmpty() || needed.last() < fence) {
            needed.addAll(beforeFence);
        }
        dependencies.add(needed.stream().mapToInt(Integer::intValue).toArray());
        needed.clear();
        if (kind == Kind.SEND) {
            follow(lastSend.put(peer, step), step);
        } else if (kind != Kind.COPY && kind != Kind.REDUCE) {
            follow(lastReceive.put(peer, step), step);
        }
        return step;
    }

    private void follow(@Nullable Integer before, int step) {
        if (before != null) {
            nextOfPeer.set(before, step);
        }
    }

    private Accesses accesses(int slot) {
        return slots.computeIfAbsent(slot, unused -> new Accesses());
    }

    /**
     * The plan.
     *
     * @param algorithm what the way of doing it is called
     */
    public Plan build(String algorithm) {
        int steps = kinds.size();
        int[] waitsFor = new int[steps];
        int[] first = new int[steps + 1];
        for (int step = 0; step < steps; step++) {
            waitsFor[step] = dependencies.get(step).length;
            for (int before : dependencies.get(step)) {
                first[before + 1]++;
            }
        }
        for (int next : nextOfPeer) {
            if (next != Plan.NONE) {
                waitsFor[next]++;
            }
        }
        for (int step = 0; step < steps; step++) {
            first[step + 1] += first[step];
        }
        int[] place = Arrays.copyOf(first, steps);
        int[] dependants = new int[first[steps]];
        for (int step = 0; step < steps; step++) {
            for (int before : dependencies.get(step)) {
                dependants[place[before]++] = step;
            }
        }
        return new Plan(
                new Plan.Names(algorithm, partOfEach()),
                kinds.toArray(Kind[]::new),
                ints(peers),
                new Plan.Operands(
                        left.toArray(Range[]::new),
                        right.toArray(Range[]::new),
                        result.toArray(Range[]::new),
                        piecesOfEach()),
                new Plan.Order(waitsFor, ints(nextOfPeer), first, dependants),
                scratch.stream().mapToLong(Long::longValue).toArray());
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The steps that have read and written the bytes of a slot: pieces that don't overlap, each with its last writer and its readers since. */
    private static final class Accesses {

        private final NavigableMap<Long, Piece> pieces = new TreeMap<>();

        private record Piece(long end, int writer, List<Integer> readers) {}

        void read(int step, Range range, TreeSet<Integer> needed) {
            for (Map.Entry<Long, Piece> each : cut(range).entrySet()) {
                Piece piece = each.getValue();
                if (piece.writer != Plan.NONE && piece.writer != step) {
                    needed.add(piece.writer);
                }
                piece.readers.add(step);
            }
        }

        void write(int step, Range range, TreeSet<Integer> needed) {
            for (Map.Entry<Long, Piece> each : cut(range).entrySet()) {
                Piece piece = each.getValue();
                if (piece.writer != Plan.NONE) {
                    needed.add(piece.writer);
                }
                piece.readers.stream().filter(reader -> reader != step).forEach(needed::add);
                each.setValue(new Piece(piece.end, step, new ArrayList<>()));
            }
        }

        /** The pieces that make up a range, cut so that they do so exactly. */
        private NavigableMap<Long, Piece> cut(Range range) {
            long from = range.from();
            long end = from + range.lengthBytes();
            if (from == end) {
                return new TreeMap<>();
            }
            split(from);
            split(end);
            long at = from;
            while (at < end) {
                Map.Entry<Long, Piece> next = pieces.ceilingEntry(at);
                if (next != null && next.getKey() == at) {
                    at = next.getValue().end;
                } else {
                    long gapEnd = next == null ? end : Math.min(end, next.getKey());
                    pieces.put(at, new Piece(gapEnd, Plan.NONE, new ArrayList<>()));
                    at = gapEnd;
                }
            }
            return pieces.subMap(from, true, end, false);
        }

        private void split(long at) {
            Map.Entry<Long, Piece> before = pieces.lowerEntry(at);
            if (before != null && before.getValue().end > at) {
                Piece whole = before.getValue();
                pieces.put(before.getKey(), new Piece(at, whole.writer, new ArrayList<>(whole.readers)));
                pieces.put(at, new Piece(whole.end, whole.writer, new ArrayList<>(whole.readers)));
            }
        }
    }
}
