package mpi;

import java.util.Arrays;
import org.reactivempi.Group;
import org.reactivempi.RankRange;

/** What an {@link mpi.Group} is, apart from its calls: the core's group, which a null handle has not. */
abstract class GroupHandle {

    /** Null for a null handle, and for the empty group before it is used. */
    private Group core;

    private final boolean predefined;

    GroupHandle(Group core, boolean predefined) {
        this.core = core;
        this.predefined = predefined;
    }

    /** The core's group; throws where MPI may not be called, and for a null handle. */
    final Group live() {
        Job.check();
        if (core == null && predefined) {
            core = Job.world().core.group().incl();
        }
        if (core == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is null: it has been freed, or is MPI.GROUP_NULL");
        }
        return core;
    }

    static Group live(GroupHandle group) {
        if (group == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is a Java null");
        }
        return group.live();
    }

    static int compared(Group one, Group two) {
        return switch (one.compare(two)) {
            case IDENTICAL -> Codes.IDENT;
            case SIMILAR -> Codes.SIMILAR;
            case UNEQUAL -> Codes.UNEQUAL;
        };
    }

    static RankRange[] ranges(int[][] ranges) {
        return Arrays.stream(ranges)
                .map(range -> {
                    if (range.length != 3) {
                        throw new MPIException(
                                Codes.ERR_ARG,
                                "a range of " + range.length + " numbers is none: it is first rank, last rank, stride");
                    }
                    return new RankRange(range[0], range[1], range[2]);
                })
                .toArray(RankRange[]::new);
    }

    final void release() {
        core = null;
    }

    final boolean isReleased() {
        return core == null && !predefined;
    }

    final String text() {
        return core == null ? predefined ? "MPI.GROUP_EMPTY" : "MPI.GROUP_NULL" : core.toString();
    }
}
