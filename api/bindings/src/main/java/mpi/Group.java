package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import org.reactivempi.RankRange;

/** An ordered set of processes, as this one sees it. Nothing here sends a message. */
public final class Group implements Freeable {

    /** Null for a null handle, and for the empty group before it is used. */
    private org.reactivempi.Group core;

    private final boolean predefined;

    Group(org.reactivempi.Group core) {
        this(core, false);
    }

    private Group(org.reactivempi.Group core, boolean predefined) {
        this.core = core;
        this.predefined = predefined;
    }

    /** The group of nobody, which may be used after {@code Init}. */
    static Group empty() {
        return new Group(null, true);
    }

    /** The core's group; throws where MPI may not be called, and for a null handle. */
    org.reactivempi.Group live() {
        Job.check();
        if (core == null && predefined) {
            core = Job.world().core.group().incl();
        }
        if (core == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is null: it has been freed, or is MPI.GROUP_NULL");
        }
        return core;
    }

    private static org.reactivempi.Group live(Group group) {
        if (group == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is a Java null");
        }
        return group.live();
    }

    private static <T> T call(String call, Supplier<T> body, Object... arguments) {
        try {
            return body.get();
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, call, arguments);
        }
    }

    /** How many processes there are. */
    public int getSize() {
        return call("getSize", () -> live().size());
    }

    /** mpiJava 1.2 form of {@link #getSize}. */
    public int Size() {
        return call("Size", () -> live().size());
    }

    /** This process's rank in the group, or {@link MPI#UNDEFINED}. */
    public int getRank() {
        return call("getRank", () -> live().rank().orElse(Codes.UNDEFINED));
    }

    /** mpiJava 1.2 form of {@link #getRank}. */
    public int Rank() {
        return call("Rank", () -> live().rank().orElse(Codes.UNDEFINED));
    }

    /** Makes this a null handle, unless it is {@link MPI#GROUP_EMPTY}. */
    @Override
    public void free() {
        core = null;
    }

    /** Whether this is a null handle. */
    public boolean isNull() {
        return core == null && !predefined;
    }

    /** The ranks that processes of one group have in another, {@link MPI#UNDEFINED} where they are not in it. */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
        return call("translateRanks", () -> live(group1).translate(ranks1, live(group2)), group1, ranks1, group2);
    }

    /** mpiJava 1.2 form of {@link #translateRanks}. */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) {
        return call("Translate_ranks", () -> live(group1).translate(ranks1, live(group2)), group1, ranks1, group2);
    }

    /** {@link MPI#IDENT}, {@link MPI#SIMILAR} where only the order differs, or {@link MPI#UNEQUAL}. */
    public static int compare(Group group1, Group group2) {
        return call("compare", () -> compared(live(group1), live(group2)), group1, group2);
    }

    /** mpiJava 1.2 form of {@link #compare}. */
    public static int Compare(Group group1, Group group2) {
        return call("Compare", () -> compared(live(group1), live(group2)), group1, group2);
    }

    static int compared(org.reactivempi.Group one, org.reactivempi.Group two) {
        return switch (one.compare(two)) {
            case IDENTICAL -> Codes.IDENT;
            case SIMILAR -> Codes.SIMILAR;
            case UNEQUAL -> Codes.UNEQUAL;
        };
    }

    /** The processes of the first group, then those of the second that are not in it. */
    public static Group union(Group group1, Group group2) {
        return call("union", () -> new Group(live(group1).union(live(group2))), group1, group2);
    }

    /** mpiJava 1.2 form of {@link #union}. */
    public static Group Union(Group group1, Group group2) {
        return call("Union", () -> new Group(live(group1).union(live(group2))), group1, group2);
    }

    /** The processes that are in both groups, in the order of the first. */
    public static Group intersection(Group group1, Group group2) {
        return call("intersection", () -> new Group(live(group1).intersection(live(group2))), group1, group2);
    }

    /** mpiJava 1.2 form of {@link #intersection}. */
    public static Group Intersection(Group group1, Group group2) {
        return call("Intersection", () -> new Group(live(group1).intersection(live(group2))), group1, group2);
    }

    /** The processes of the first group that are not in the second. */
    public static Group difference(Group group1, Group group2) {
        return call("difference", () -> new Group(live(group1).difference(live(group2))), group1, group2);
    }

    /** mpiJava 1.2 form of {@link #difference}. */
    public static Group Difference(Group group1, Group group2) {
        return call("Difference", () -> new Group(live(group1).difference(live(group2))), group1, group2);
    }

    /** Some processes of this group, in the order that is asked for. */
    public Group incl(int[] ranks) {
        return call("incl", () -> new Group(live().incl(ranks)), ranks);
    }

    /** mpiJava 1.2 form of {@link #incl}. */
    public Group Incl(int[] ranks) {
        return call("Incl", () -> new Group(live().incl(ranks)), ranks);
    }

    /** This group without some of its processes. */
    public Group excl(int[] ranks) {
        return call("excl", () -> new Group(live().excl(ranks)), ranks);
    }

    /** mpiJava 1.2 form of {@link #excl}. */
    public Group Excl(int[] ranks) {
        return call("Excl", () -> new Group(live().excl(ranks)), ranks);
    }

    /** The processes of some ranges, each of which is first rank, last rank and stride. */
    public Group rangeIncl(int[][] ranges) {
        return call("rangeIncl", () -> new Group(live().rangeIncl(ranges(ranges))), (Object) ranges);
    }

    /** mpiJava 1.2 form of {@link #rangeIncl}. */
    public Group Range_incl(int[][] ranges) {
        return call("Range_incl", () -> new Group(live().rangeIncl(ranges(ranges))), (Object) ranges);
    }

    /** This group without the processes of some ranges, each of which is first rank, last rank and stride. */
    public Group rangeExcl(int[][] ranges) {
        return call("rangeExcl", () -> new Group(live().rangeExcl(ranges(ranges))), (Object) ranges);
    }

    /** mpiJava 1.2 form of {@link #rangeExcl}. */
    public Group Range_excl(int[][] ranges) {
        return call("Range_excl", () -> new Group(live().rangeExcl(ranges(ranges))), (Object) ranges);
    }

    private static RankRange[] ranges(int[][] ranges) {
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

    /** The processes by their ranks in the world. */
    @Override
    public String toString() {
        return core == null ? predefined ? "MPI.GROUP_EMPTY" : "MPI.GROUP_NULL" : core.toString();
    }
}
