package org.reactivempi;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An ordered set of processes, as a process of a job sees it.
 *
 * <p>A group says which rank is where, and sends nothing: all methods are local, and each that makes a group leaves this one as it
 * is. A process is known by its rank in the world; one of another job, with which this one has {@linkplain Ports connected}, by the
 * name of that job and its rank there. Two groups are equal if they have the same processes in the same order, and are
 * seen by the same process in the same session; {@link #compare} doesn't ask who sees them.
 *
 * <p>A group belongs to the session that it was made in. What takes two groups, or a group and a communicator, fails with {@link
 * ErrorClass#SESSION} where they belong to two sessions of a process. {@linkplain #empty A group without processes} belongs to none, and
 * goes with all.
 *
 * <p>Immutable; any thread may use it.
 *
 * @see Communicator#group
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.3">MPI-4.1, 7.3</a>
 * @since 0.1
 */
public final class Group {

    /** How much two groups have in common. */
    public enum Comparison {
        /** The same processes in the same order. */
        IDENTICAL,
        /** The same processes in another order. */
        SIMILAR,
        /** Not the same processes. */
        UNEQUAL
    }

    /** That of the session which joined the job; those that are opened of it have numbers from 1 on. */
    private static final int FIRST_SESSION = 0;

    private static final int NOBODY = -1;
    private static final Group EMPTY = new Group("", FIRST_SESSION, NOBODY, new int[0], null);

    private final String job;
    private final int session;
    private final int ownWorldRank;
    private final int size;
    /** The members' ranks in the worlds of their jobs; null where all of them have the same rank here, as in the group of the world. */
    private final int @Nullable [] worldRanks;
    /** The other jobs that members are of, null for a member of this job; null where all are of this job. */
    private final @Nullable String @Nullable [] otherJobs;

    private Group(
            String job, int session, int ownWorldRank, int[] worldRanks, @Nullable String @Nullable [] otherJobs) {
        this.job = job;
        this.session = session;
        this.ownWorldRank = ownWorldRank;
        this.size = worldRanks.length;
        this.worldRanks = IntStream.range(0, size).allMatch(rank -> worldRanks[rank] == rank) ? null : worldRanks;
        this.otherJobs = otherJobs;
    }

    private Group(Group same, int session) {
        this.job = same.job;
        this.session = session;
        this.ownWorldRank = same.ownWorldRank;
        this.size = same.size;
        this.worldRanks = same.worldRanks;
        this.otherJobs = same.otherJobs;
    }

    /**
     * A process, as all jobs know it.
     *
     * @param job the name of its job, which no other job has
     * @param rank its rank in the world of that job
     */
    public record Process(String job, int rank) {}

    /**
     * The group without processes ({@code MPI_GROUP_EMPTY}): what any operation on groups gives where nobody is left.
     *
     * @return always the same one; this process is not in it
     */
    public static Group empty() {
        return EMPTY;
    }

    /**
     * For implementations of this contract: a group of given processes, of the session that joined the job. Programs get theirs from
     * {@link Communicator#group} and {@link SessionView#group}.
     *
     * @param job tells the processes of this job from those of all others; the same on all of its ranks
     * @param ownWorldRank the rank in the world of the process that sees the group, which need not be in it
     * @param worldRanks the members' ranks in the world, each once, in the order of their ranks in the group
     * @return the group; {@link #empty} where there are none
     * @throws MpiException {@link ErrorClass#GROUP} if a rank is negative, or there twice
     */
    public static Group of(String job, int ownWorldRank, int... worldRanks) {
        if (!isRising(worldRanks)) {
            checkEachOnce(worldRanks);
        }
        return worldRanks.length == 0 ? EMPTY : new Group(job, FIRST_SESSION, ownWorldRank, worldRanks.clone(), null);
    }

    /**
     * For implementations of this contract: a group of processes of any jobs, of the session that joined the job.
     *
     * @param job tells the processes of this job from those of all others; the same on all of its ranks
     * @param ownWorldRank the rank in the world of the process that sees the group, which need not be in it
     * @param processes the members, each once, in the order of their ranks in the group
     * @return the group; {@link #empty} where there are none
     * @throws MpiException {@link ErrorClass#GROUP} if a process is there twice
     */
    public static Group of(String job, int ownWorldRank, List<Process> processes) {
        if (new HashSet<>(processes).size() < processes.size()) {
            throw new MpiException(ErrorClass.GROUP, "a process is in the group twice: " + processes);
        }
        return of(job, FIRST_SESSION, ownWorldRank, processes);
    }

    private static Group of(String job, int session, int ownWorldRank, List<Process> processes) {
        if (processes.isEmpty()) {
            return EMPTY;
        }
        int[] ranks = processes.stream().mapToInt(Process::rank).toArray();
        @Nullable
        String[] jobs = processes.stream()
                .map(process -> process.job().equals(job) ? null : process.job())
                .toArray(String[]::new);
        boolean isOwn = Arrays.stream(jobs).allMatch(Objects::isNull);
        return new Group(job, session, ownWorldRank, ranks, isOwn ? null : jobs);
    }

    /** Whether there are ranks, each once, as in the groups of a large job that all of its ranks make: those need no set. */
    private static boolean isRising(int[] ranks) {
        int last = -1;
        for (int rank : ranks) {
            if (rank <= last) {
                return false;
            }
            last = rank;
        }
        return ranks.length > 0;
    }

    private static void checkEachOnce(int[] worldRanks) {
        Set<Integer> seen = new LinkedHashSet<>();
        for (int worldRank : worldRanks) {
            if (worldRank < 0 || !seen.add(worldRank)) {
                throw new MpiException(
                        ErrorClass.GROUP,
                        "rank " + worldRank + " of the world is "
                                + (worldRank < 0 ? "negative" : "in the group twice"));
            }
        }
    }

    /**
     * For implementations of this contract: the same processes as another session of this one sees them.
     *
     * @param number tells that session from others of the process: 0 for the one that joined the job
     * @return the group; {@link #empty} where this one is
     */
    public Group inSession(int number) {
        return size == 0 ? EMPTY : new Group(this, number);
    }

    /**
     * For implementations of this contract: whether it may be used in a session.
     *
     * @param number as in {@link #inSession}
     * @throws MpiException {@link ErrorClass#SESSION} if it belongs to another one
     */
    public void checkSession(int number) {
        if (size > 0 && session != number) {
            throw ofTwoSessions(session, number);
        }
    }

    /**
     * How many processes there are ({@code MPI_Group_size}).
     *
     * @return 0 or more
     */
    public int size() {
        return size;
    }

    /**
     * This process's rank in the group ({@code MPI_Group_rank}).
     *
     * @return 0 to {@code size() - 1}; empty, where MPI says {@code MPI_UNDEFINED}, if this process is not in the group
     */
    public OptionalInt rank() {
        return IntStream.range(0, size)
                .filter(rank -> isOfThisJob(rank) && rankInJob(rank) == ownWorldRank)
                .findFirst();
    }

    /**
     * A member's rank in the world.
     *
     * @param rank rank in this group, 0 to {@code size() - 1}
     * @return 0 or more; {@link Mpi#UNDEFINED} for a process of another job, which has no rank in this world
     * @throws MpiException {@link ErrorClass#RANK} if the rank is another one
     */
    public int worldRank(int rank) {
        checkRank(rank);
        return isOfThisJob(rank) ? rankInJob(rank) : Constants.UNDEFINED;
    }

    /**
     * A member, as all jobs know it.
     *
     * @param rank rank in this group, 0 to {@code size() - 1}
     * @return its job, and its rank there
     * @throws MpiException {@link ErrorClass#RANK} if the rank is another one
     */
    public Process process(int rank) {
        checkRank(rank);
        String other = otherJobs == null ? null : otherJobs[rank];
        return new Process(other == null ? job : other, rankInJob(rank));
    }

    private boolean isOfThisJob(int rank) {
        return otherJobs == null || otherJobs[rank] == null;
    }

    /** What a member is known by in sets. */
    private Object key(int rank) {
        return isOfThisJob(rank) ? Integer.valueOf(rankInJob(rank)) : process(rank);
    }

    /**
     * Which ranks processes of this group have in another one ({@code MPI_Group_translate_ranks}).
     *
     * @param ranks ranks in this group, repeated as you like, or {@link Mpi#PROC_NULL}
     * @param other the other group
     * @return for each, its rank in {@code other}, {@link Mpi#UNDEFINED} if it is not there, or {@link Mpi#PROC_NULL} for
     *     itself
     * @throws MpiException {@link ErrorClass#RANK} if the rank is another one, {@link ErrorClass#GROUP} if the groups are of two jobs,
     *     {@link ErrorClass#SESSION} if they are of two sessions
     */
    public int[] translate(int[] ranks, Group other) {
        Map<Object, Integer> there = other.places(this);
        return Arrays.stream(ranks)
                .map(rank -> {
                    if (rank == Constants.PROC_NULL) {
                        return rank;
                    }
                    checkRank(rank);
                    return there.getOrDefault(key(rank), Constants.UNDEFINED);
                })
                .toArray();
    }

    /**
     * Some processes of this group, in the order that is asked for ({@code MPI_Group_incl}).
     *
     * @param ranks ranks in this group, each once; the first becomes rank 0
     * @return the new group
     * @throws MpiException {@link ErrorClass#RANK} if a rank is not in this group, or there twice
     */
    public Group incl(int... ranks) {
        if (!isRising(ranks) || ranks[ranks.length - 1] >= size) {
            checkDistinct(ranks);
        }
        return some(ranks);
    }

    /**
     * This group without some of its processes ({@code MPI_Group_excl}).
     *
     * @param ranks ranks in this group, each once
     * @return the new group, in the order of this one
     * @throws MpiException as {@link #incl}
     */
    public Group excl(int... ranks) {
        Set<Integer> excluded = checkDistinct(ranks);
        return some(IntStream.range(0, size)
                .filter(rank -> !excluded.contains(rank))
                .toArray());
    }

    /**
     * The processes of some ranges, one range after the other ({@code MPI_Group_range_incl}).
     *
     * @param ranges ranks in this group, each once
     * @return the new group
     * @throws MpiException as {@link #incl}; {@link ErrorClass#ARG} if the stride is 0
     */
    public Group rangeIncl(RankRange... ranges) {
        return incl(ranks(ranges));
    }

    /**
     * This group without the processes of some ranges ({@code MPI_Group_range_excl}).
     *
     * @param ranges ranks in this group, each once
     * @return the new group, in the order of this one
     * @throws MpiException as {@link #rangeIncl}
     */
    public Group rangeExcl(RankRange... ranges) {
        return excl(ranks(ranges));
    }

    /**
     * All processes of both groups ({@code MPI_Group_union}).
     *
     * @param other of the same job
     * @return those of this group, then those of {@code other} that are not in this one, each in their order
     * @throws MpiException {@link ErrorClass#GROUP} if the groups are of two jobs, {@link ErrorClass#SESSION} if they are of two
     *     sessions
     */
    public Group union(Group other) {
        if (size == 0) {
            return other;
        }
        Map<Object, Integer> here = places(other);
        int[] more = IntStream.range(0, other.size)
                .filter(rank -> !here.containsKey(other.key(rank)))
                .toArray();
        if (otherJobs == null && other.otherJobs == null) {
            return with(IntStream.concat(members(), IntStream.of(more).map(other::rankInJob)));
        }
        return of(
                job,
                session,
                ownWorldRank,
                Stream.concat(
                                IntStream.range(0, size).mapToObj(this::process),
                                IntStream.of(more).mapToObj(other::process))
                        .toList());
    }

    /**
     * The processes that are in both groups ({@code MPI_Group_intersection}).
     *
     * @param other of the same job
     * @return in the order of this group
     * @throws MpiException {@link ErrorClass#GROUP} if the groups are of two jobs, {@link ErrorClass#SESSION} if they are of two
     *     sessions
     */
    public Group intersection(Group other) {
        Map<Object, Integer> there = other.places(this);
        return some(IntStream.range(0, size)
                .filter(rank -> there.containsKey(key(rank)))
                .toArray());
    }

    /**
     * The processes of this group that are not in the other one ({@code MPI_Group_difference}).
     *
     * @param other of the same job
     * @return in the order of this group
     * @throws MpiException {@link ErrorClass#GROUP} if the groups are of two jobs, {@link ErrorClass#SESSION} if they are of two
     *     sessions
     */
    public Group difference(Group other) {
        Map<Object, Integer> there = other.places(this);
        return some(IntStream.range(0, size)
                .filter(rank -> !there.containsKey(key(rank)))
                .toArray());
    }

    /**
     * Compares the processes of two groups ({@code MPI_Group_compare}).
     *
     * @param other any group; one of another job has other processes
     * @return whether they are the same, and in the same order
     * @throws MpiException {@link ErrorClass#SESSION} if the groups are of two sessions of a job
     */
    public Comparison compare(Group other) {
        if (size == 0 || other.size == 0) {
            return size == other.size ? Comparison.IDENTICAL : Comparison.UNEQUAL;
        }
        if (!job.equals(other.job)) {
            return Comparison.UNEQUAL;
        }
        other.checkSession(session);
        if (size != other.size) {
            return Comparison.UNEQUAL;
        }
        if (Arrays.equals(worldRanks, other.worldRanks) && Arrays.equals(otherJobs, other.otherJobs)) {
            return Comparison.IDENTICAL;
        }
        return places(other).keySet().equals(other.places(this).keySet()) ? Comparison.SIMILAR : Comparison.UNEQUAL;
    }

    private int rankInJob(int rank) {
        return worldRanks == null ? rank : worldRanks[rank];
    }

    private IntStream members() {
        return worldRanks == null ? IntStream.range(0, size) : Arrays.stream(worldRanks);
    }

    /** Some members, each once, by their ranks here. */
    private Group some(int[] ranks) {
        return otherJobs == null
                ? with(IntStream.of(ranks).map(rank -> rankInJob(rank)))
                : of(
                        job,
                        session,
                        ownWorldRank,
                        IntStream.of(ranks).mapToObj(this::process).toList());
    }

    private Group with(IntStream some) {
        int[] ranks = some.toArray();
        return ranks.length == 0 ? EMPTY : new Group(job, session, ownWorldRank, ranks, null);
    }

    /**
     * Each member's rank in this group, for {@code user}, which must be seen by a process of the same job, and be of the same session, if
     * both have members.
     */
    private Map<Object, Integer> places(Group user) {
        if (size > 0 && user.size > 0) {
            if (!job.equals(user.job)) {
                throw new MpiException(ErrorClass.GROUP, "groups of two jobs, " + user.job + " and " + job);
            }
            user.checkSession(session);
        }
        Map<Object, Integer> places = new HashMap<>();
        for (int rank = 0; rank < size; rank++) {
            places.put(key(rank), rank);
        }
        return places;
    }

    private static MpiException ofTwoSessions(int one, int other) {
        return new MpiException(
                ErrorClass.SESSION,
                "a group of " + inWords(one) + " can't be used with what belongs to " + inWords(other));
    }

    private static String inWords(int session) {
        return session == FIRST_SESSION ? "the session that joined the job" : "opened session " + session;
    }

    private int[] ranks(RankRange[] ranges) {
        for (RankRange range : ranges) {
            range.ends().forEach(this::checkRank);
        }
        return Arrays.stream(ranges).flatMapToInt(RankRange::ranks).toArray();
    }

    private Set<Integer> checkDistinct(int[] ranks) {
        Set<Integer> seen = new LinkedHashSet<>();
        for (int rank : ranks) {
            checkRank(rank);
            if (!seen.add(rank)) {
                throw new MpiException(ErrorClass.RANK, "rank " + rank + " is there twice, in a group of " + size());
            }
        }
        return seen;
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= size) {
            throw new MpiException(
                    ErrorClass.RANK,
                    "rank " + rank + " is outside " + (size == 0 ? "the group, which is empty" : "0.." + (size() - 1)));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Group group
                && ownWorldRank == group.ownWorldRank
                && session == group.session
                && compare(group) == Comparison.IDENTICAL;
    }

    @Override
    public int hashCode() {
        int ofMembers = 31 * Arrays.hashCode(worldRanks) + Arrays.hashCode(otherJobs);
        return 31 * (31 * (31 * (31 * job.hashCode() + session) + ownWorldRank) + size) + ofMembers;
    }

    @Override
    public String toString() {
        return IntStream.range(0, size)
                .mapToObj(rank -> isOfThisJob(rank)
                        ? Integer.toString(rankInJob(rank))
                        : rankInJob(rank) + " of " + process(rank).job())
                .collect(Collectors.joining(", ", "Group[", "]"));
    }
}
