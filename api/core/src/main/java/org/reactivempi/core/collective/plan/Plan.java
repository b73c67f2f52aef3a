package org.reactivempi.core.collective.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one rank does in a collective operation: a graph of steps, in flat arrays. It names no memory and no communicator, but
 * slots and ranks, so that one plan serves every operation with the same arguments, and can be run, checked and simulated.
 *
 * <p>A step begins when all steps that it depends on have ended; steps that exchange messages with the same rank in the same
 * direction begin in their order in the plan, which is how they meet their counterparts there.
 *
 * <pre>
 *  SEND                    peer gets left
 *  RECEIVE                 result = what peer sends
 *  RECEIVE_AND_REDUCE      result = left op what peer sends, or the other way round
 *  COPY                    result = left, whole or in pieces that stand apart
 *  REDUCE                  result = left op right
 * </pre>
 */
public final class Plan {

    /** What a step does. */
    public enum Kind {
        SEND,
        RECEIVE,
        /** What is received stands on the right of the operation. */
        RECEIVE_AND_REDUCE,
        /** What is received stands on the left of the operation. */
        RECEIVE_AND_REDUCE_LEFT,
        COPY,
        REDUCE
    }

    /** The slot of what the caller sends. */
    public static final int SEND = 0;

    /** The slot of what the caller receives. */
    public static final int RECEIVE = 1;

    /** The first slot of memory that the operation makes for itself. */
    public static final int SCRATCH = 2;

    /** In place of a step: there is none. */
    public static final int NONE = -1;

    private final String algorithm;
    private final Kind[] kinds;
    private final int[] peers;
    private final Range[] left;
    private final Range[] right;
    private final Range[] result;
    private final int[] dependencies;
    private final int[] nextOfPeer;
    private final int[] firstDependant;
    private final int[] dependants;
    private final long[] scratchBytes;
    /** How each step cuts what it copies, or nothing where the plan copies all in one. */
    private final @Nullable Pieces[] pieces;
    /** Of which part each step is, or nothing where the plan has no parts. */
    private final String[] parts;

    /**
     * A part of a slot.
     *
     * @param slot which one
     * @param from its first byte, counted in the slot's payload
     * @param lengthBytes how long it is
     */
    public record Range(int slot, long from, long lengthBytes) {

        /** No part of any slot. */
        static final Range NOTHING = new Range(SEND, 0, 0);

        @Override
        public String toString() {
            return "slot " + slot + "[" + from + ", " + (from + lengthBytes) + ")";
        }
    }

    /**
     * A copy of pieces that stand apart, in one slot or in both: then a range begins with its first piece, and its length is that of all
     * pieces together.
     *
     * @param lengthBytes how long each is; the last one may be shorter
     * @param leftApart from one's beginning to the next one's, where they are copied from; negative if they follow downwards
     * @param resultApart the same where they are copied to
     */
    public record Pieces(long lengthBytes, long leftApart, long resultApart) {}

    Plan(Names names, Kind[] kinds, int[] peers, Operands operands, Order order, long[] scratchBytes) {
        this.algorithm = names.algorithm();
        this.parts = names.parts();
        this.kinds = kinds;
        this.peers = peers;
        this.left = operands.left();
        this.right = operands.right();
        this.result = operands.result();
        this.pieces = operands.pieces();
        this.dependencies = order.dependencies();
        this.nextOfPeer = order.nextOfPeer();
        this.firstDependant = order.firstDependant();
        this.dependants = order.dependants();
        this.scratchBytes = scratchBytes;
    }

    /**
     * What the way of doing it is called.
     *
     * @param parts the part that each step belongs to; empty for none, and nothing where the plan has no parts
     */
    record Names(String algorithm, String[] parts) {}

    /**
     * What the steps read and write.
     *
     * @param pieces how each cuts what it copies; empty for none that does, and null for one that doesn't
     */
    record Operands(
            Range[] left,
            Range[] right,
            Range[] result,
            @Nullable Pieces[] pieces) {}

    /**
     * When the steps begin.
     *
     * @param dependencies how many others each waits for
     * @param nextOfPeer which step may begin once it has begun, or {@link #NONE}
     * @param firstDependant where in {@code dependants} those of a step begin; one more than steps
     * @param dependants steps that wait for the end of one, step by step
     */
    record Order(int[] dependencies, int[] nextOfPeer, int[] firstDependant, int[] dependants) {}

    /** What the way of doing it is called. */
    public String algorithm() {
        return algorithm;
    }

    /**
     * What the way of doing a step is called, where the plan is made of others.
     *
     * @return such as {@code leaders(binomial)}; empty for a step that is of none of them
     */
    public String part(int step) {
        return parts.length == 0 || parts[step].isEmpty() ? "" : algorithm + "(" + parts[step] + ")";
    }

    /** How many steps there are. */
    public int steps() {
        return kinds.length;
    }

    /** What a step does. */
    public Kind kind(int step) {
        return kinds[step];
    }

    /** The rank that a step sends to or receives from. */
    public int peer(int step) {
        return peers[step];
    }

    /** What a step sends, copies, or has on the left of the operation. */
    public Range left(int step) {
        return left[step];
    }

    /** What a step has on the right of the operation. */
    public Range right(int step) {
        return right[step];
    }

    /** What a step writes. */
    public Range result(int step) {
        return result[step];
    }

    /** How a step cuts what it copies, or null where it is in one piece. */
    public @Nullable Pieces pieces(int step) {
        return pieces.length == 0 ? null : pieces[step];
    }

    /** Whether any step writes to a slot. */
    boolean writes(int slot) {
        for (Range each : result) {
            if (each.slot() == slot && each.lengthBytes() > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The parts of a slot that steps write, from its beginning on; parts that touch are one.
     *
     * @param lengthBytes how long the slot is: all of it is written where pieces of a copy stand apart
     */
    List<Range> written(int slot, long lengthBytes) {
        List<Range> written = new ArrayList<>();
        for (int step = 0; step < steps(); step++) {
            if (result[step].slot() == slot && result[step].lengthBytes() > 0) {
                if (pieces(step) != null) {
                    return List.of(new Range(slot, 0, lengthBytes));
                }
                written.add(result[step]);
            }
        }
        written.sort(Comparator.comparingLong(Range::from));
        List<Range> joined = new ArrayList<>();
        for (Range next : written) {
            int last = joined.size() - 1;
            Range before = last < 0 ? Range.NOTHING : joined.get(last);
            long end = before.from() + before.lengthBytes();
            if (last < 0 || next.from() > end) {
                joined.add(next);
            } else {
                long longest = Math.max(end, next.from() + next.lengthBytes());
                joined.set(last, new Range(slot, before.from(), longest - before.from()));
            }
        }
        return joined;
    }

    /** How many slots of memory the operation makes for itself. */
    public int scratchSlots() {
        return scratchBytes.length;
    }

    /** How long the slot {@code SCRATCH + i} is. */
    public long scratchBytes(int i) {
        return scratchBytes[i];
    }

    /** For how many things each step waits, step by step. */
    void copyDependencies(int[] target) {
        System.arraycopy(dependencies, 0, target, 0, dependencies.length);
    }

    /** For how many things each step waits; a copy. */
    public int[] dependencies() {
        return dependencies.clone();
    }

    /** The step to the same peer that may begin once this one has begun, or {@link #NONE}. */
    public int nextOfPeer(int step) {
        return nextOfPeer[step];
    }

    /** Where the dependants of a step begin; those of the next step follow. */
    public int firstDependant(int step) {
        return firstDependant[step];
    }

    /** One of the steps that wait for the end of a step. */
    public int dependant(int index) {
        return dependants[index];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int step = 0; step < steps(); step++) {
            text.append(step).append(": ").append(kinds[step]).append(' ').append(peers[step]);
            text.append(", ")
                    .append(left[step])
                    .append(", ")
                    .append(right[step])
                    .append(" -> ");
            text.append(result[step]);
            if (pieces(step) != null) {
                text.append(", ").append(pieces(step));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
