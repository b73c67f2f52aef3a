package org.reactivempi.transport.bootstrap;

import java.util.Optional;

/**
 * The threads of one of several ranks in a JVM. Threads inherit their maker's group, so whatever a rank's program
 * starts still knows which rank it belongs to, without static state. Pools that ranks share (the common pool, Reactor's
 * shared schedulers) belong to none, or to the rank that used them first: join the world on a thread of the rank.
 */
public class RankThreadGroup extends ThreadGroup {

    private final Bootstrap bootstrap;

    /**
     * A group for the threads of a rank.
     *
     * @param bootstrap the rank
     */
    public RankThreadGroup(Bootstrap bootstrap) {
        super("reactive-mpi-rank-" + bootstrap.place().rank());
        this.bootstrap = bootstrap;
    }

    /**
     * The rank.
     *
     * @return what was given when the group was made
     */
    public Bootstrap bootstrap() {
        return bootstrap;
    }

    /**
     * Which rank a thread belongs to.
     *
     * @param thread any thread
     * @return the nearest group of a rank, or empty for a thread of no rank
     */
    public static Optional<RankThreadGroup> of(Thread thread) {
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof RankThreadGroup) {
                return Optional.of((RankThreadGroup) group);
            }
        }
        return Optional.empty();
    }
}
