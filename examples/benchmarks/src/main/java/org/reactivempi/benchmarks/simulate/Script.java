package org.reactivempi.benchmarks.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.reactivempi.core.collective.plan.Plan;

/** The plan of one rank, in as little memory as a simulation of many needs. */
final class Script {

    private static final Plan.Kind[] KINDS = Plan.Kind.values();

    final int steps;
    final int[] waitsFor;
    final int[] nextOfPeer;
    private final byte[] kinds;
    private final int[] peers;
    private final int[] bytes;
    private final int[] firstDependant;
    private final int[] dependants;
    /** The steps that receive, by their peers, and those of one peer in their order. */
    private final int[] receives;

    /** How many messages have come of each of these, counted at the first one of a peer. */
    private final int[] arrived;

    Script(Plan plan) {
        steps = plan.steps();
        waitsFor = plan.dependencies();
        nextOfPeer = IntStream.range(0, steps).map(plan::nextOfPeer).toArray();
        kinds = new byte[steps];
        peers = new int[steps];
        bytes = new int[steps];
        firstDependant =
                IntStream.rangeClosed(0, steps).map(plan::firstDependant).toArray();
        dependants =
                IntStream.range(0, firstDependant[steps]).map(plan::dependant).toArray();
        for (int step = 0; step < steps; step++) {
            kinds[step] = (byte) plan.kind(step).ordinal();
            peers[step] = plan.peer(step);
            Plan.Range moved = plan.kind(step) == Plan.Kind.SEND ? plan.left(step) : plan.result(step);
            bytes[step] = Math.toIntExact(moved.lengthBytes());
        }
        receives = IntStream.range(0, steps)
                .filter(this::receives)
                .boxed()
                .sorted(Comparator.comparingInt((Integer step) -> peers[step]))
                .mapToInt(Integer::intValue)
                .toArray();
        arrived = new int[receives.length];
    }

    Plan.Kind kind(int step) {
        return KINDS[kinds[step]];
    }

    int peer(int step) {
        return peers[step];
    }

    int bytes(int step) {
        return bytes[step];
    }

    boolean receives(int step) {
        return switch (kind(step)) {
            case RECEIVE, RECEIVE_AND_REDUCE, RECEIVE_AND_REDUCE_LEFT -> true;
            case SEND, COPY, REDUCE -> false;
        };
    }

    boolean reduces(int step) {
        return kind(step) != Plan.Kind.RECEIVE && kind(step) != Plan.Kind.COPY;
    }

    int[] dependants(int step) {
        return Arrays.copyOfRange(dependants, firstDependant[step], firstDependant[step + 1]);
    }

    /** The step that gets the next message of a rank. */
    int receiverOf(int source) {
        int low = 0;
        int high = receives.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (peers[receives[middle]] < source) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int at = low + arrived[low]++;
        if (peers[receives[at]] != source) {
            throw new IllegalStateException("rank " + source + " sends more than is received of it");
        }
        return receives[at];
    }

    /** How many messages the rank sends. */
    int messages() {
        return (int) IntStream.range(0, steps)
                .filter(step -> kind(step) == Plan.Kind.SEND)
                .count();
    }

    /** How many bytes they have in all. */
    long sentBytes() {
        return IntStream.range(0, steps)
                .filter(step -> kind(step) == Plan.Kind.SEND)
                .mapToLong(this::bytes)
                .sum();
    }

    /** How many other ranks it has to do with. */
    int links() {
        return (int) IntStream.range(0, steps)
                .filter(step -> kind(step) == Plan.Kind.SEND || receives(step))
                .map(this::peer)
                .distinct()
                .count();
    }
}
