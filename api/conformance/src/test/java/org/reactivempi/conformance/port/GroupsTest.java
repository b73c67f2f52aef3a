package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.accepted;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertTalks;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.failure;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.jobOf;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.port;
import static org.reactivempi.conformance.port.Jobs.processes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.SessionView;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Ranks;

/** Which groups meet at a port. */
class GroupsTest {

    private static final int[][] SIZES = {{1, 1}, {1, 3}, {3, 1}, {2, 3}};

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 groups of any sizes meet, whichever ranks lead them, and each rank reaches each of the others")
    void sizes(String channel) {
        for (int[] sizes : SIZES) {
            try (Ranks service = job(channel, sizes[0]);
                    Ranks client = job(channel, sizes[1])) {
                for (int round = 0; round < 2; round++) {
                    int root = round * (sizes[0] - 1);
                    int clientRoot = round * (sizes[1] - 1);
                    Port port = port(service, root);
                    List<Intercommunicator> ends = met(worlds(service), root, port, worlds(client), clientRoot);
                    for (int i = 0; i < ends.size(); i++) {
                        boolean serves = i < sizes[0];
                        Intercommunicator end = ends.get(i);
                        assertThat(end.rank()).isEqualTo(serves ? i : i - sizes[0]);
                        assertThat(processes(end.group())).isEqualTo(processes(serves ? service : client));
                        assertThat(processes(end.remoteGroup())).isEqualTo(processes(serves ? client : service));
                    }
                    assertAllTalk(ends, round);
                    disconnect(ends);
                    port.close().block(TIMEOUT);
                }
                assertThat(jobOf(service)).isNotEqualTo(jobOf(client));
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 communicators of sessions that were opened meet, merge, and end with their sessions")
    void openedSessions(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 2)) {
            List<SessionView> opened = Stream.of(service, client)
                    .flatMap(ranks -> IntStream.range(0, 2)
                            .mapToObj(rank -> ranks.session(rank).open().blockOptional(TIMEOUT)))
                    .map(Optional::orElseThrow)
                    .toList();
            List<Communicator> ofSessions = Family.onAll(
                    opened,
                    session -> session.group("mpi://WORLD").flatMap(all -> session.create(all, "meets others")));
            Port port = opened.get(1).ports().open().blockOptional(TIMEOUT).orElseThrow();
            List<Intercommunicator> ends = met(ofSessions.subList(0, 2), 1, port, ofSessions.subList(2, 4), 0);
            assertAllTalk(ends, 1);
            List<Communicator> merged = Family.onAll(ends, end -> end.merge(ends.indexOf(end) > 1));
            assertThat(Family.onAll(merged, end -> end.allreduce(1L << end.rank(), Op.SUM)))
                    .containsOnly(15L);
            List<Group> shrunk = Family.onAll(merged, end -> end.failures().shrink()).stream()
                    .map(Communicator::group)
                    .toList();
            for (int i = 0; i < 4; i++) {
                assertThat(shrunk.get(i).intersection(ofSessions.get(i).group()).size())
                        .isEqualTo(2);
            }
            Family.onAll(opened, session -> session.close().thenReturn(true));
            Jobs.assertWorks(service);
            Jobs.assertWorks(client);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 groups of some ranks of their jobs meet, in the order of their communicators")
    void parts(String channel) {
        try (Ranks service = job(channel, 3);
                Ranks client = job(channel, 3)) {
            List<Communicator> serving = Family.onAll(
                    worlds(service).subList(1, 3), end -> end.create(end.group().incl(2, 1), 3));
            List<Communicator> coming = Family.onAll(
                    List.of(client.world(0), client.world(2)),
                    end -> end.create(end.group().incl(2, 0), 3));
            Port port = port(service, 2);
            List<Intercommunicator> ends = met(serving, 0, port, coming, 1);
            assertThat(processes(ends.get(0).remoteGroup()))
                    .isEqualTo(processes(client.world(0).group().incl(2, 0)));
            assertThat(processes(ends.get(2).remoteGroup()))
                    .isEqualTo(processes(service.world(0).group().incl(2, 1)));
            assertThat(ends).extracting(Intercommunicator::rank).containsExactly(1, 0, 1, 0);
            assertAllTalk(ends, 1);
            disconnect(ends);
            Family.free(serving);
            Family.free(coming);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-2 connects that come before anybody accepts wait, and are taken in their order; one that gives up is left out")
    void inOrder(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 1)) {
            Port port = port(service, 1);
            List<Communicator> ways = new ArrayList<>();
            List<CompletableFuture<Intercommunicator>> connects = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                ways.add(client.world(0).dup().blockOptional(TIMEOUT).orElseThrow());
                connects.add(ways.get(i).connect(port.name(), 0).toFuture());
            }
            connects.get(1).cancel(false);
            connects.get(4).cancel(false);
            for (int expected : new int[] {0, 2, 3, 5}) {
                List<Intercommunicator> ends = get(accepted(worlds(service), port, 1));
                Intercommunicator far = get(connects.get(expected));
                assertTalks(far, 1, ends.get(1), 0, 10 + expected);
                assertTalks(ends.get(0), 0, far, 0, 20 + expected, 5);
                disconnect(Jobs.both(ends, List.of(far)));
            }
            Family.onAll(ways, Communicator::free);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 each accept meets one connect and each connect one accept, however many there are of each")
    void oneToOne(String channel) {
        List<Ranks> clients = new ArrayList<>();
        try (Ranks service = job(channel, 1)) {
            IntStream.range(0, 4).forEach(i -> clients.add(job(channel, 1 + i % 2)));
            Port port = port(service, 0);
            // Some accepts come before, some after.
            List<Communicator> ways =
                    Family.onAll(List.of(1, 2), any -> service.world(0).dup());
            List<CompletableFuture<List<Intercommunicator>>> accepts = new ArrayList<>();
            ways.forEach(way -> accepts.add(accepted(List.of(way), port, 0)));
            List<CompletableFuture<List<Intercommunicator>>> connects = clients.stream()
                    .map(each -> connected(worlds(each), port.name(), 0))
                    .toList();
            accepts.forEach(Jobs::get);
            assertThat(connects.stream().filter(CompletableFuture::isDone).count())
                    .isLessThanOrEqualTo(2);
            accepts.add(accepted(worlds(service), port, 0));
            get(accepts.get(2));
            accepts.add(accepted(worlds(service), port, 0));
            Set<Integer> told = new HashSet<>();
            for (int i = 0; i < clients.size(); i++) {
                get(connects.get(i)).get(0).isend(Buffers.ints(i), 0, 9).block(TIMEOUT);
            }
            List<List<Intercommunicator>> served =
                    accepts.stream().map(Jobs::get).toList();
            for (List<Intercommunicator> one : served) {
                int[] who = new int[1];
                one.get(0).irecv(Buffers.of(who), 0, 9).block(TIMEOUT);
                assertThat(told.add(who[0])).isTrue();
                assertThat(processes(one.get(0).remoteGroup())).isEqualTo(processes(clients.get(who[0])));
                List<Intercommunicator> ends = Jobs.both(one, get(connects.get(who[0])));
                assertAllTalk(ends, 3);
                disconnect(ends);
            }
            assertThat(told).containsExactlyInAnyOrder(0, 1, 2, 3);
            Family.free(ways);
        } finally {
            clients.forEach(Ranks::close);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 groups that have a process in common don't become one communicator, on any rank of both")
    void inCommon(String channel) {
        try (Ranks job = job(channel, 2)) {
            Port port = port(job, 0);
            List<Communicator> others = Family.dup(worlds(job));
            CompletableFuture<List<Intercommunicator>> accepting = accepted(worlds(job), port, 0);
            CompletableFuture<List<Intercommunicator>> connecting = connected(others, port.name(), 1);
            assertIs(failure(accepting), ErrorClass.COMM, "in common");
            assertIs(failure(connecting), ErrorClass.COMM, "in common");
            Family.free(others);
            Jobs.assertWorks(job);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 a rank that is none can't be the root")
    void noRoot(String channel) {
        try (Ranks job = job(channel, 1)) {
            for (int wrong : new int[] {-1, 1, Integer.MAX_VALUE}) {
                assertIs(failure(job.world(0).accept(null, wrong).toFuture()), ErrorClass.ROOT);
                assertIs(failure(job.world(0).connect("x", wrong).toFuture()), ErrorClass.ROOT);
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-2 a call that is cancelled on its root fails on its other ranks, and the next ones meet")
    void cancelled(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 2)) {
            Port port = port(service, 0);
            CompletableFuture<Intercommunicator> rootAccepts =
                    service.world(0).accept(port, 0).toFuture();
            CompletableFuture<Intercommunicator> otherAccepts =
                    service.world(1).accept(null, 0).toFuture();
            rootAccepts.cancel(false);
            assertIs(failure(otherAccepts), ErrorClass.PORT);
            CompletableFuture<Intercommunicator> rootConnects =
                    client.world(0).connect(port.name(), 0).toFuture();
            CompletableFuture<Intercommunicator> otherConnects =
                    client.world(1).connect(null, 0).toFuture();
            rootConnects.cancel(false);
            assertIs(failure(otherConnects), ErrorClass.PORT);
            List<Intercommunicator> ends = met(worlds(service), 0, port, worlds(client), 0);
            assertAllTalk(ends, 2);
            disconnect(ends);
        }
    }
}
