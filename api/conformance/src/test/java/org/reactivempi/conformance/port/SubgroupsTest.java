package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertTalks;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.number;
import static org.reactivempi.conformance.port.Jobs.port;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Ranks;

/** Communicators that are made of one whose ranks are of two jobs. */
class SubgroupsTest {

    private static final int SERVICE = 2;
    private static final int CLIENT = 3;
    private static final int SIZE = SERVICE + CLIENT;

    private interface Body {

        /** Ends in the order of the merged ranks: those of the service are 0 and 1. */
        void run(List<Intercommunicator> ends, List<Communicator> merged);
    }

    private static void during(String channel, Body body) {
        try (Ranks service = job(channel, SERVICE);
                Ranks client = job(channel, CLIENT)) {
            List<Intercommunicator> ends = met(service, client);
            List<Communicator> merged = onAll(ends, end -> end.merge(ends.indexOf(end) >= SERVICE));
            body.run(ends, merged);
            onAll(merged, Communicator::disconnect);
            disconnect(ends);
            Jobs.assertWorks(service);
            Jobs.assertWorks(client);
        }
    }

    private static void assertOne(List<Communicator> ends) {
        int size = ends.size();
        assertThat(ends).extracting(Communicator::size).containsOnly(size);
        assertThat(onAll(ends, end -> end.allreduce(1L << end.rank(), Op.SUM))).containsOnly((1L << size) - 1);
        for (Communicator from : ends) {
            for (Communicator to : ends) {
                assertTalks(from, to.rank(), to, from.rank(), from.rank(), to.rank(), 5);
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-13 duplicates and parts of a communicator of two jobs work, with the members and the order asked for")
    void parts(String channel) {
        during(channel, (ends, merged) -> {
            for (int round = 0; round < 3; round++) {
                List<Communicator> dups = onAll(merged, Communicator::dup);
                assertOne(dups);
                int[] colors = {0, 1, 1, 0, 0};
                List<Communicator> parts = onAll(dups, end -> end.split(colors[end.rank()], -end.rank()));
                assertThat(parts).extracting(Communicator::rank).containsExactly(2, 1, 0, 1, 0);
                assertOne(List.of(parts.get(0), parts.get(3), parts.get(4)));
                assertOne(List.of(parts.get(1), parts.get(2)));
                // Parts of one job.
                List<Communicator> jobs = onAll(dups, end -> end.split(end.rank() < SERVICE ? 0 : 1, 0));
                assertOne(jobs.subList(0, SERVICE));
                assertOne(jobs.subList(SERVICE, SIZE));
                List<Communicator> some =
                        onAll(dups.subList(1, 4), end -> end.create(end.group().incl(3, 1, 2), 9));
                assertThat(some).extracting(Communicator::rank).containsExactly(1, 2, 0);
                assertOne(some);
                List<Communicator> all =
                        onAll(dups, end -> end.create(end.group().incl(4, 0)).defaultIfEmpty(end));
                assertThat(all.subList(1, 4)).isEqualTo(dups.subList(1, 4));
                assertOne(List.of(all.get(0), all.get(4)));
                List.of(parts, jobs, some, List.of(all.get(0), all.get(4)), dups)
                        .forEach(each -> onAll(each, Communicator::free));
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 duplicates and parts of a communicator of two groups of two jobs work")
    void partsOfTwo(String channel) {
        during(channel, (ends, merged) -> {
            List<Intercommunicator> dups = onAll(ends, Intercommunicator::dup);
            assertAllTalk(dups, 1);
            int[] colors = {0, 1, 1, 0, 1};
            List<Intercommunicator> parts = onAll(dups, end -> end.split(colors[dups.indexOf(end)], 0));
            assertAllTalk(List.of(parts.get(0), parts.get(3)), 2);
            assertAllTalk(List.of(parts.get(1), parts.get(2), parts.get(4)), 3);
            // A part that lacks one of the groups is none.
            assertThat(onAll(
                            dups,
                            end -> end.split(dups.indexOf(end) == 4 ? 1 : 0, 0)
                                    .flatMap(part -> part.free().thenReturn(true))
                                    .defaultIfEmpty(false)))
                    .containsExactly(true, true, true, true, false);
            onAll(parts, Intercommunicator::disconnect);
            disconnect(dups);
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 groups that each have ranks of both jobs are joined in a communicator of two groups")
    void joined(String channel) {
        during(channel, (ends, merged) -> {
            // Each group has ranks of both jobs: 0, 3 and 1, 2, 4.
            int[] colors = {0, 1, 1, 0, 1};
            for (int leaders = 0; leaders < 2; leaders++) {
                int lead = leaders;
                List<Communicator> groups = onAll(merged, end -> end.split(colors[end.rank()], 0));
                int[] first = {0, 3};
                int[] second = {1, 4};
                List<Intercommunicator> two = onAll(groups, end -> {
                    int rank = groups.indexOf(end);
                    boolean isFirst = colors[rank] == 0;
                    return end.intercommunicator(
                            isFirst ? lead : 2 * lead, merged.get(rank), isFirst ? second[lead] : first[lead], 11);
                });
                List<Intercommunicator> ordered =
                        IntStream.of(0, 3, 1, 2, 4).mapToObj(two::get).toList();
                assertThat(ordered).extracting(Intercommunicator::rank).containsExactly(0, 1, 0, 1, 2);
                assertThat(ordered).extracting(Intercommunicator::remoteSize).containsExactly(3, 3, 2, 2, 2);
                assertAllTalk(ordered, 4);
                assertThat(onAll(ordered, end -> end.allreduce(1L << end.rank(), Op.SUM)))
                        .containsExactly(7L, 7L, 3L, 3L, 3L);
                List<Communicator> again = onAll(ordered, end -> end.merge(ordered.indexOf(end) < 2));
                assertThat(again).extracting(Communicator::rank).containsExactly(3, 4, 0, 1, 2);
                assertOne(again);
                onAll(again, Communicator::free);
                onAll(ordered, Intercommunicator::free);
                Family.free(groups);
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 ranks of two jobs shrink and agree together while none of them is lost")
    void shrinkAndAgree(String channel) {
        during(channel, (ends, merged) -> {
            assertThat(onAll(merged, end -> end.failures().agree(end.rank() == 3 ? 0b101 : 0b111)))
                    .containsOnly(0b101);
            assertThat(onAll(ends, end -> end.failures().agree(ends.indexOf(end) == 0 ? 0b110 : 0b111)))
                    .containsOnly(0b110);
            List<Communicator> shrunk = onAll(merged, end -> end.failures().shrink());
            assertThat(shrunk).extracting(Communicator::rank).containsExactly(0, 1, 2, 3, 4);
            assertOne(shrunk);
            List<Intercommunicator> two = onAll(ends, end -> end.failures().shrink());
            assertAllTalk(two, 6);
            onAll(shrunk, Communicator::free);
            onAll(two, Intercommunicator::free);
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2, DPM-13 a communicator of two jobs accepts a third one, and connects to a fourth one")
    void threeJobs(String channel) {
        during(channel, (ends, merged) -> {
            try (Ranks third = job(channel, 2)) {
                Port port = port(third, 1);
                List<Intercommunicator> all = met(Family.worlds(third), 1, port, merged, 3);
                assertThat(all).extracting(Intercommunicator::remoteSize).containsExactly(5, 5, 2, 2, 2, 2, 2);
                assertAllTalk(all, 7);
                List<Communicator> whole = onAll(all, end -> end.merge(all.indexOf(end) >= 2));
                assertThat(whole).extracting(Communicator::rank).containsExactly(0, 1, 2, 3, 4, 5, 6);
                assertOne(whole);
                onAll(whole, Communicator::disconnect);
                disconnect(all);
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("RES-3 communicators made of one of two jobs, and freed, use up no numbers in either")
    void numbers(String channel) {
        during(channel, (ends, merged) -> {
            List<Integer> most = new ArrayList<>(List.of(0, 0));
            for (int round = 0; round < 40; round++) {
                List<Communicator> dups = onAll(merged, Communicator::dup);
                List<Communicator> parts = onAll(dups, end -> end.split(end.rank() % 2, end.rank()));
                List<Intercommunicator> two = onAll(ends, Intercommunicator::dup);
                int half = round < 20 ? 0 : 1;
                for (Object each : Jobs.both(List.<Object>copyOf(parts), List.<Object>copyOf(two))) {
                    most.set(half, Math.max(most.get(half), number(each)));
                }
                Family.free(parts);
                onAll(two, Intercommunicator::free);
                Family.free(dups);
            }
            assertThat(most.get(1)).isLessThanOrEqualTo(most.get(0) + 16 * 2 * SIZE);
        });
    }
}
