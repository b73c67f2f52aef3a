package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Failing.assertFails;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GroupTest {

    private static final String JOB = "job";
    private static final int PROCESSES = 8;

    private final Group group = group(0, 5, 3, 9, 0);

    private static Group group(int own, int... worldRanks) {
        return Group.of(JOB, own, worldRanks);
    }

    /** The processes of a group, in their order. */
    private static List<Integer> members(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).boxed().toList();
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Group random(Random random) {
        List<Integer> processes =
                new ArrayList<>(IntStream.range(0, PROCESSES).boxed().toList());
        Collections.shuffle(processes, random);
        return group(0, ints(processes.subList(0, random.nextInt(PROCESSES + 1))));
    }

    @Property(tries = 1000)
    void combinesAsListsDo(@ForAll long seed) {
        Random random = new Random(seed);
        Group one = random(random);
        Group two = random(random);
        List<Integer> first = members(one);
        List<Integer> second = members(two);

        List<Integer> union = new ArrayList<>(first);
        second.stream().filter(process -> !first.contains(process)).forEach(union::add);
        assertThat(members(one.union(two))).isEqualTo(union);
        assertThat(members(one.intersection(two)))
                .isEqualTo(first.stream().filter(second::contains).toList());
        assertThat(members(one.difference(two)))
                .isEqualTo(first.stream()
                        .filter(process -> !second.contains(process))
                        .toList());
        int[] translated = one.translate(IntStream.range(0, one.size()).toArray(), two);
        for (int rank = 0; rank < translated.length; rank++) {
            int there = second.indexOf(first.get(rank));
            assertThat(translated[rank]).isEqualTo(there < 0 ? Mpi.UNDEFINED : there);
        }
        boolean sameSet = first.size() == second.size() && first.containsAll(second);
        assertThat(one.compare(two))
                .isEqualTo(
                        first.equals(second)
                                ? Group.Comparison.IDENTICAL
                                : sameSet ? Group.Comparison.SIMILAR : Group.Comparison.UNEQUAL);
        assertThat(one.equals(two)).isEqualTo(first.equals(second));
        assertThat(one.rank()).isEqualTo(first.contains(0) ? OptionalInt.of(first.indexOf(0)) : OptionalInt.empty());
    }

    @Property(tries = 1000)
    void choosesAsListsDo(@ForAll long seed) {
        Random random = new Random(seed);
        Group all = random(random);
        List<Integer> ranks =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        Collections.shuffle(ranks, random);
        List<Integer> chosen = ranks.subList(0, random.nextInt(all.size() + 1));

        assertThat(members(all.incl(ints(chosen))))
                .isEqualTo(chosen.stream().map(all::worldRank).toList());
        assertThat(members(all.excl(ints(chosen))))
                .isEqualTo(members(all).stream()
                        .filter(process -> !chosen.contains(members(all).indexOf(process)))
                        .toList());
    }

    @Property(tries = 1000)
    void rangesAreRanks(
            @ForAll @IntRange(min = 0, max = 15) int first,
            @ForAll @IntRange(min = -40, max = 40) int last,
            @ForAll @IntRange(min = -6, max = 6) int stride) {
        if (stride == 0) {
            assertFails(() -> new RankRange(first, last, 0), ErrorClass.ARG, "stride 0");
            return;
        }
        Group all = group(0, IntStream.range(0, 16).toArray());
        List<Integer> ranks = new ArrayList<>();
        for (int rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            ranks.add(rank);
        }
        RankRange range = new RankRange(first, last, stride);
        if (ranks.stream().allMatch(rank -> rank >= 0 && rank < 16)) {
            assertThat(members(all.rangeIncl(range))).isEqualTo(ranks);
            assertThat(all.rangeExcl(range)).isEqualTo(all.excl(ints(ranks)));
        } else {
            assertFails(() -> all.rangeIncl(range), ErrorClass.RANK, "0..15");
        }
    }

    @Test
    @DisplayName("ARG-1 a range that begins or ends far outside the group is an error, not a loop")
    void hugeRanges() {
        assertFails(
                () -> group.rangeIncl(new RankRange(0, Integer.MAX_VALUE, 1)), ErrorClass.RANK, "2147483647", "0..3");
        assertFails(
                () -> group.rangeExcl(new RankRange(3, Integer.MIN_VALUE, -1)), ErrorClass.RANK, "-2147483648", "0..3");
        assertFails(
                () -> group.rangeIncl(new RankRange(0, 1, 1), new RankRange(1, 2, 1)), ErrorClass.RANK, "1", "twice");
    }

    @Test
    @DisplayName("ARG-1 ranks outside the group, or there twice, fail with the rank error class, naming value and size")
    void wrongRanks() {
        for (int wrong : new int[] {4, -1, Mpi.PROC_NULL, Mpi.UNDEFINED, Integer.MAX_VALUE}) {
            String value = String.valueOf(wrong);
            assertFails(() -> group.incl(0, wrong), ErrorClass.RANK, value, "0..3");
            assertFails(() -> group.excl(0, wrong), ErrorClass.RANK, value, "0..3");
            assertFails(() -> group.worldRank(wrong), ErrorClass.RANK, value, "0..3");
        }
        assertFails(() -> group.incl(2, 1, 2), ErrorClass.RANK, "rank 2", "twice", "4");
        assertFails(() -> group.excl(3, 3), ErrorClass.RANK, "rank 3", "twice", "4");
        assertFails(() -> group.translate(new int[] {Mpi.ANY_SOURCE}, group), ErrorClass.RANK, "-1", "0..3");
        assertFails(() -> group.incl().worldRank(0), ErrorClass.RANK, "0", "empty");
    }

    @Test
    @DisplayName("SRV-2 PROC_NULL stays PROC_NULL in every group")
    void translatesTheNullProcess() {
        assertThat(group.translate(new int[] {Mpi.PROC_NULL, 2, Mpi.PROC_NULL, 2}, group.incl(2)))
                .containsExactly(Mpi.PROC_NULL, 0, Mpi.PROC_NULL, 0);
    }

    @Test
    @DisplayName("groups of two jobs have nothing in common, and are not combined")
    void twoJobs() {
        Group stranger = Group.of("another", 0, 5, 3, 9, 0);
        assertThat(group.compare(stranger)).isEqualTo(Group.Comparison.UNEQUAL);
        assertThat(group).isNotEqualTo(stranger);
        List<ThrowingCallable> calls = List.of(
                () -> group.union(stranger),
                () -> group.intersection(stranger),
                () -> group.difference(stranger),
                () -> group.translate(new int[0], stranger));
        calls.forEach(call -> assertFails(call, ErrorClass.GROUP, "job", "another"));
    }

    @Test
    @DisplayName("the empty group goes with all, belongs to no session and no job, and is what is left where nobody is")
    void emptyGroup() {
        Group empty = Group.empty();
        assertThat(empty.size()).isZero();
        assertThat(empty.rank()).isEmpty();
        assertThat(List.of(group.incl(), group.excl(0, 1, 2, 3), group.difference(group), group(7), empty.inSession(3)))
                .containsOnly(empty);
        assertThat(empty.union(group)).isEqualTo(group);
        assertThat(empty.union(group).rank()).hasValue(3);
        assertThat(group.union(empty)).isEqualTo(group);
        assertThat(group.intersection(empty)).isSameAs(empty);
        assertThat(empty.intersection(group)).isSameAs(empty);
        assertThat(empty.difference(group)).isSameAs(empty);
        assertThat(group.difference(empty)).isEqualTo(group);
        assertThat(empty.union(empty)).isSameAs(empty);
        assertThat(empty.compare(group)).isEqualTo(Group.Comparison.UNEQUAL);
        assertThat(group.compare(empty)).isEqualTo(Group.Comparison.UNEQUAL);
        assertThat(empty.compare(Group.of("another", 0))).isEqualTo(Group.Comparison.IDENTICAL);
        assertThat(group.translate(new int[] {1, Mpi.PROC_NULL}, empty)).containsExactly(Mpi.UNDEFINED, Mpi.PROC_NULL);
        assertThat(empty.translate(new int[] {Mpi.PROC_NULL}, group)).containsExactly(Mpi.PROC_NULL);
        assertThat(empty.rangeIncl(new RankRange(0, -1, 1))).isSameAs(empty);
        assertThat(empty.excl()).isSameAs(empty);
        empty.checkSession(5);
    }

    @Test
    @DisplayName("SES-1 groups of two sessions are not combined, nor compared; what comes of a group is of its session")
    void twoSessions() {
        Group other = group.inSession(2);
        assertThat(other).isNotEqualTo(group).isEqualTo(group.inSession(2)).hasSameHashCodeAs(group.inSession(2));
        assertThat(other.incl(1, 0).union(other)).isEqualTo(group(0, 3, 5, 9, 0).inSession(2));
        List<ThrowingCallable> calls = List.of(
                () -> group.union(other),
                () -> group.intersection(other),
                () -> group.difference(other),
                () -> group.compare(other),
                () -> group.translate(new int[] {0}, other),
                () -> other.checkSession(0));
        calls.forEach(call -> assertFails(call, ErrorClass.SESSION, "opened session 2", "joined the job"));
        assertFails(() -> other.excl(0).union(group.inSession(1)), ErrorClass.SESSION, "session 1", "session 2");
    }

    @Test
    @DisplayName("a group is a value, and knows the rank that looks at it")
    void value() {
        int[] given = {5, 3, 9, 0};
        Group made = group(0, given);
        Arrays.fill(given, 1);

        assertThat(made).isEqualTo(group).hasSameHashCodeAs(group).hasToString("Group[5, 3, 9, 0]");
        assertThat(made)
                .isNotEqualTo(group(3, 5, 3, 9, 0))
                .isNotEqualTo(group(0, 3, 5, 9, 0))
                .isNotEqualTo("Group");
        assertThat(made.compare(group(3, 5, 3, 9, 0))).isEqualTo(Group.Comparison.IDENTICAL);
        assertThat(made.rank()).hasValue(3);
        assertThat(made.excl(3).rank()).isEmpty();
        assertThat(made.incl().size()).isZero();
    }

    @Test
    @DisplayName("a group of nobody's rank, or of a rank twice, cannot be made")
    void wrongMembers() {
        assertFails(() -> group(0, 1, -1), ErrorClass.GROUP, "-1", "negative");
        assertFails(() -> group(0, 1, 2, 1), ErrorClass.GROUP, "rank 1", "twice");
    }
}
