package org.reactivempi.core.collective.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.UntakenException;

/**
 * Each element to one rank: the one whose demand has been open longest (COL-34). An element is remembered until its rank has said that
 * its subscriber has taken it.
 *
 * <pre>
 *  publisher --&gt; GIVEN --taken--&gt; forgotten
 *      ^           |
 *      |           +--its rank has gone--&gt; to the next rank, if that is wanted
 *      |           |
 *                  +--its rank has gone--&gt; reported
 * </pre>
 */
final class ScatterFlow extends Flow {

    /** A rank that takes elements. */
    static final class Lane {

        private final int rank;
        private final Outlet outlet;
        /** What says how many elements have been taken; null for this rank's own subscriber. */
        private final @Nullable PartInlet answers;

        private final @Nullable UserOutlet<?> user;
        private final ArrayDeque<byte[]> given = new ArrayDeque<>();
        private long taken;
        private boolean waiting;
        private boolean closed;

        private Lane(int rank, Outlet outlet, @Nullable PartInlet answers, @Nullable UserOutlet<?> user) {
            this.rank = rank;
            this.outlet = outlet;
            this.answers = answers;
            this.user = user;
        }

        /** This rank's. */
        static Lane here(int rank, UserOutlet<?> user) {
            return new Lane(rank, user, null, user);
        }

        /** Another one's. */
        static Lane there(int rank, Outlet outlet, PartInlet answers) {
            return new Lane(rank, outlet, answers, null);
        }

        /** Forgets what has been taken. */
        private void look() {
            long now = taken;
            if (user != null) {
                now = user.taken();
            }
            if (answers != null) {
                while (answers.hasNext()) {
                    now = Elements.count(answers.next());
                }
                answers.want(answers.taken() + 2, 1);
            }
            for (; taken < now; taken++) {
                given.poll();
            }
        }

        /** Whether it takes no more, and has said how much it has taken, if it could. */
        private boolean isGone() {
            return outlet.isGone() && (answers == null || answers.isDry() || outlet.failure() != null);
        }
    }

    private final Inlet<?> inlet;
    private final List<Lane> lanes;
    private final boolean again;
    private final Function<byte[], ?> decoder;
    private final UserOutlet<?> user;
    /** The lanes that want an element, the one that waits longest first. */
    private final ArrayDeque<Lane> waiting = new ArrayDeque<>();
    /** What was given in vain. */
    private final ArrayDeque<byte[]> returned = new ArrayDeque<>();

    private final List<Integer> lostBy = new ArrayList<>();

    /**
     * A distribution.
     *
     * @param again whether what was given in vain goes to another rank; else it is reported
     * @param decoder for the report
     * @param user this rank's subscriber, which gets the report
     */
    ScatterFlow(Inlet<?> inlet, List<Lane> lanes, boolean again, Function<byte[], ?> decoder, UserOutlet<?> user) {
        super(inlets(inlet, lanes), lanes.stream().map(lane -> lane.outlet).toList());
        this.inlet = inlet;
        this.lanes = lanes;
        this.again = again;
        this.decoder = decoder;
        this.user = user;
    }

    private static List<Inlet<?>> inlets(Inlet<?> own, List<Lane> lanes) {
        List<Inlet<?>> all = new ArrayList<>();
        all.add(own);
        lanes.forEach(lane -> {
            if (lane.answers != null) {
                all.add(lane.answers);
            }
        });
        return all;
    }

    /** The loss of a rank is the end of nothing but its lane. */
    @Override
    void lookAtOutlets() {}

    @Override
    void carry() {
        lookAtLanes();
        give();
        lookAtLanes();
        Failure failure = inlet.isDry() ? inlet.failure() : null;
        if (failure != null) {
            fail(failure);
        } else if (lanes.stream().allMatch(lane -> lane.closed)) {
            end();
        } else if (inlet.isDry() && lanes.stream().allMatch(lane -> lane.given.isEmpty()) && isNothingReturned()) {
            end();
        } else {
            ask();
        }
    }

    private boolean isNothingReturned() {
        return !again || returned.isEmpty();
    }

    private void lookAtLanes() {
        for (Lane lane : lanes) {
            lane.look();
            if (!lane.closed && lane.isGone()) {
                lane.closed = true;
                lane.given.forEach(element -> lostBy.add(lane.rank));
                returned.addAll(lane.given);
                lane.given.clear();
            }
            if (!lane.waiting && !lane.outlet.isGone() && lane.outlet.open() > 0) {
                lane.waiting = true;
                waiting.add(lane);
            }
        }
    }

    private void give() {
        while (!waiting.isEmpty() && (again && !returned.isEmpty() || inlet.hasNext())) {
            Lane lane = waiting.remove();
            lane.waiting = false;
            if (lane.outlet.isGone()) {
                continue;
            }
            byte[] element = again && !returned.isEmpty() ? returned.remove() : inlet.next();
            lane.given.add(element);
            lane.outlet.give(element);
            if (!lane.outlet.isGone() && lane.outlet.open() > 0) {
                lane.waiting = true;
                waiting.add(lane);
            }
        }
    }

    private void ask() {
        long wanted = 0;
        for (Lane lane : waiting) {
            wanted = Math.min(EveryFlow.MOST, wanted + Math.min(EveryFlow.MOST, lane.outlet.open()));
        }
        inlet.want(inlet.taken() + wanted, wanted == EveryFlow.MOST ? EveryFlow.MOST / 2 : 1);
    }

    private void end() {
        // Asked for, and nobody is left to want it.
        while (inlet.hasNext()) {
            returned.add(inlet.next());
        }
        if (!returned.isEmpty()) {
            List<Object> values = new ArrayList<>();
            returned.forEach(element -> values.add(value(element)));
            user.fail(new UntakenException(
                    values, lostBy.stream().distinct().sorted().toList()));
        }
        complete();
    }

    /** The value, or its bytes where the codec can't read them, which may be why it was not taken. */
    private Object value(byte[] element) {
        try {
            return decoder.apply(element);
        } catch (Throwable unreadable) {
            return element;
        }
    }
}
