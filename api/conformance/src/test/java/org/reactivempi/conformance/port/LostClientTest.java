package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertTalks;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.jobOf;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.processes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A process of a job that dies while it is connected to another job. */
class LostClientTest {

    private static void kill(Ranks ranks, int rank) {
        ranks.abort(rank, "killed by the test").block(TIMEOUT);
    }

    private static void assertLost(Recorder<?> operation, Ranks job, int rank, int inCommunicator)
            throws InterruptedException {
        List<?> signals = operation.await();
        assertThat(signals.get(signals.size() - 1)).isInstanceOfSatisfying(ProcessFailedException.class, lost -> {
            assertThat(lost.rankInCommunicator()).isEqualTo(inCommunicator);
            assertThat(lost).hasMessageContaining("rank " + rank + " of the job " + jobOf(job));
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-7 a lost process of the other job ends what runs with it, named with its job; all else goes on")
    void messages(String channel) throws Exception {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 3)) {
            List<Intercommunicator> ends = met(service, client);
            Intercommunicator zero = ends.get(0);
            List<Recorder<Object>> waiting = Stream.<Mono<?>>of(
                            zero.irecv(Buffers.of(new int[1]), 1, TAG),
                            zero.issend(Buffers.ints(1), 1, TAG + 1),
                            zero.probe(1, TAG + 2),
                            zero.sendStream(Flux.never(), Codecs.string(), 1, TAG + 3),
                            zero.receiveStream(Codecs.string(), 1, TAG + 4).then(),
                            zero.ask("a", Codecs.string(), Codecs.string(), 1, TAG + 5),
                            zero.askStream("a", Codecs.string(), Codecs.string(), 1, TAG + 6)
                                    .then())
                    .map(each -> started(each.cast(Object.class)))
                    .toList();
            Recorder<?> other = started(ends.get(1).irecv(Buffers.of(new int[1]), 2, TAG));
            Recorder<?> ofOne = started(ends.get(1).irecv(Buffers.of(new int[1]), 1, TAG));
            Recorder<?> inService = started(service.world(0).irecv(Buffers.of(new int[1]), 1, TAG));
            Jobs.assertAllTalk(ends, 50);

            kill(client, 1);
            for (Recorder<Object> each : waiting) {
                assertLost(each, client, 1, 1);
            }
            assertLost(ofOne, client, 1, 1);
            assertLost(started(zero.isend(Buffers.ints(1), 1, TAG)), client, 1, 1);
            assertWorks(service);
            assertThat(other.signals()).isEmpty();
            assertThat(inService.signals()).isEmpty();
            assertTalks(ends.get(4), 1, ends.get(1), 2, 5, 6);
            assertTalks(zero, 0, ends.get(2), 0, 7, 8);
            ends.get(4).isend(Buffers.ints(1), 1, TAG).block(TIMEOUT);
            service.world(1).isend(Buffers.ints(1), 0, TAG).block(TIMEOUT);
            assertThat(other.await()).hasSize(2).last().isEqualTo("complete");
            assertThat(inService.await()).hasSize(2).last().isEqualTo("complete");

            // Of the job's own world nobody has failed; of the communicator of both one has.
            assertThat(service.world(0).failures().failed().map(Group::size).block(TIMEOUT))
                    .isZero();
            assertThat(zero.failures().failed().map(Jobs::processes).block(TIMEOUT))
                    .containsExactly(new Group.Process(jobOf(client), 1));
            assertThat(ends.get(2).failures().failed().map(Jobs::processes).block(TIMEOUT))
                    .isSubsetOf(new Group.Process(jobOf(client), 1));
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-7 a receive from any process of the other job is withdrawn, and goes on once the loss is acknowledged")
    void anySource(String channel) throws Exception {
        try (Ranks service = job(channel, 1);
                Ranks client = job(channel, 2)) {
            List<Intercommunicator> ends = met(service, client);
            Recorder<?> any = started(ends.get(0).irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, TAG));
            Jobs.assertAllTalk(ends, 50);
            kill(client, 1);
            assertThat(any.await())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            MpiException.class,
                            pending -> assertThat(pending.errorClass()).isEqualTo(ErrorClass.PROC_FAILED_PENDING))
                    .satisfies(pending -> assertThat((Throwable) pending).hasMessageContaining(jobOf(client)));
            assertThat(ends.get(0).failures().acknowledge().map(Jobs::processes).block(TIMEOUT))
                    .containsExactly(new Group.Process(jobOf(client), 1));
            int[] room = new int[1];
            Recorder<?> again = started(ends.get(0).irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG));
            ends.get(1).isend(Buffers.ints(91), 0, TAG).block(TIMEOUT);
            assertThat(again.await()).hasSize(2);
            assertThat(room).containsExactly(91);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-7, COL-29 a lost process ends collective operations of both jobs on all ranks, which shrink and go on")
    void collectives(String channel) throws Exception {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 3)) {
            List<Intercommunicator> ends = met(service, client);
            List<Communicator> merged = onAll(ends, end -> end.merge(ends.indexOf(end) < 2));
            // Clients come first: merged ranks 0, 1, 2 are theirs.
            kill(client, 1);
            List<Intercommunicator> left = List.of(ends.get(0), ends.get(1), ends.get(2), ends.get(4));
            List<Communicator> mergedLeft = List.of(merged.get(0), merged.get(1), merged.get(2), merged.get(4));
            for (int round = 0; round < 2; round++) {
                List<Recorder<Void>> barriers =
                        left.stream().map(end -> started(end.barrier())).toList();
                List<Recorder<Long>> sums = mergedLeft.stream()
                        .map(end -> started(end.allreduce(1L, Op.SUM)))
                        .toList();
                for (int i = 0; i < 4; i++) {
                    assertLost(barriers.get(i), client, 1, i, i < 2 ? 1 : Mpi.UNDEFINED);
                    assertLost(sums.get(i), client, 1, i, 1);
                }
            }
            assertWorks(service);

            List<Communicator> shrunk = onAll(mergedLeft, end -> end.failures().shrink());
            assertThat(shrunk).extracting(Communicator::rank).containsExactly(2, 3, 0, 1);
            assertThat(processes(shrunk.get(0).group()))
                    .containsExactly(
                            new Group.Process(jobOf(client), 0),
                            new Group.Process(jobOf(client), 2),
                            new Group.Process(jobOf(service), 0),
                            new Group.Process(jobOf(service), 1));
            assertThat(onAll(shrunk, end -> end.allreduce(1L << end.rank(), Op.SUM)))
                    .containsOnly(15L);
            List<Intercommunicator> shrunkTwo =
                    onAll(left, end -> end.failures().shrink());
            Jobs.assertAllTalk(shrunkTwo, 60);
            onAll(mergedLeft, end -> end.failures().acknowledge());
            assertThat(onAll(mergedLeft, end -> end.failures().agree(end.rank() == 0 ? 6 : 7)))
                    .containsOnly(6);
            onAll(shrunk, Communicator::disconnect);
            onAll(shrunkTwo, Intercommunicator::disconnect);
            assertWorks(service);
        }
    }

    /** On the lost process's own job it has a rank of the world, on others it has a job. */
    private static void assertLost(Recorder<?> operation, Ranks job, int rank, int end, int inCommunicator)
            throws InterruptedException {
        if (end < 2) {
            assertLost(operation, job, rank, inCommunicator);
            return;
        }
        List<?> signals = operation.await();
        assertThat(signals.get(signals.size() - 1)).isInstanceOfSatisfying(ProcessFailedException.class, lost -> {
            assertThat(lost.rank()).isEqualTo(rank);
            assertThat(lost.rankInCommunicator()).isEqualTo(inCommunicator);
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-7 a job that is lost as a whole leaves the other one as it was, and the next one is served")
    void wholeJob(String channel) throws Exception {
        try (Ranks service = job(channel, 2)) {
            for (int round = 0; round < 3; round++) {
                try (Ranks client = job(channel, 2)) {
                    List<Intercommunicator> ends = met(service, client);
                    List<Recorder<Void>> waiting = ends.subList(0, 2).stream()
                            .map(end -> started(end.barrier()))
                            .toList();
                    Jobs.assertAllTalk(ends, round);
                    kill(client, 0);
                    kill(client, 1);
                    for (Recorder<Void> each : waiting) {
                        assertThat(each.await())
                                .singleElement()
                                .isInstanceOfSatisfying(
                                        ProcessFailedException.class,
                                        lost -> assertThat(lost).hasMessageContaining("of the job " + jobOf(client)));
                    }
                    assertWorks(service);
                    assertThat(onAll(
                                    ends.subList(0, 2),
                                    end -> end.failures().shrink().hasElement()))
                            .containsOnly(false);
                }
                assertWorks(service);
            }
            assertThat(onAll(
                            Family.worlds(service),
                            end -> end.failures().failed().map(Group::size)))
                    .containsOnly(0);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-7 a process that dies while its group connects, or accepts, makes room for the next one")
    void whileMeeting(String channel) throws Exception {
        try (Ranks service = job(channel, 1)) {
            Port port = Jobs.port(service, 0);
            try (Ranks client = job(channel, 1);
                    Ranks next = job(channel, 1)) {
                Recorder<Intercommunicator> waits = started(client.world(0).connect(port.name(), 0));
                kill(client, 0);
                assertThat(waits.await()).singleElement().isInstanceOf(MpiException.class);
                List<Intercommunicator> ends = met(Family.worlds(service), 0, port, Family.worlds(next), 0);
                Jobs.assertAllTalk(ends, 1);
                Jobs.disconnect(ends);
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-7 a rank that dies while its group waits at a port fails the call on all of its group, and nobody waits for it")
    void memberOfThoseThatAccept(String channel) throws Exception {
        for (int root = 0; root < 4; root++) {
            int dead = (root + 2) % 4;
            try (Ranks service = job(channel, 4);
                    Ranks client = job(channel, 1)) {
                Port port = Jobs.port(service, root);
                Communicator alone = onAll(Family.worlds(service), world -> world.split(world.rank(), 0))
                        .get(root);
                List<Recorder<Intercommunicator>> accepts = new ArrayList<>();
                for (int rank = 0; rank < 4; rank++) {
                    accepts.add(started(service.world(rank).accept(rank == root ? port : null, root)));
                }
                assertWorks(service);
                kill(service, dead);
                // It is taken and refused, or comes when the call has failed before it waited at the port; then the
                // next one takes it.
                Mono<Intercommunicator> connect = client.world(0).connect(port.name(), 0);
                Recorder<Intercommunicator> connects =
                        started(connect.onErrorResume(LostClientTest::isOfPort, refused -> connect));
                for (int rank = 0; rank < 4; rank++) {
                    assertThat(accepts.get(rank).await())
                            .as("rank %s of root %s", rank, root)
                            .singleElement()
                            .isInstanceOf(rank == dead ? MpiException.class : ProcessFailedException.class);
                }
                alone.accept(port, 0)
                        .flatMap(end -> end.barrier().then(end.disconnect()))
                        .and(Mono.fromCallable(() ->
                                        (Intercommunicator) connects.await().get(0))
                                .subscribeOn(Schedulers.boundedElastic())
                                .flatMap(end -> end.barrier().then(end.disconnect())))
                        .block(TIMEOUT);
            }
        }
    }

    private static boolean isOfPort(Throwable refused) {
        return refused instanceof MpiException failed && failed.errorClass() == ErrorClass.PORT;
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-7 the same where a group waits until it is accepted; the next one is")
    void memberOfThoseThatConnect(String channel) throws Exception {
        for (int root = 0; root < 4; root++) {
            int dead = (root + 2) % 4;
            try (Ranks service = job(channel, 2);
                    Ranks client = job(channel, 4);
                    Ranks next = job(channel, 1)) {
                Port port = Jobs.port(service, 1);
                List<Recorder<Intercommunicator>> connects = new ArrayList<>();
                for (int rank = 0; rank < 4; rank++) {
                    connects.add(started(client.world(rank).connect(rank == root ? port.name() : null, root)));
                }
                assertWorks(client);
                kill(client, dead);
                List<Recorder<Intercommunicator>> accepts = List.of(
                        started(service.world(0).accept(null, 1)),
                        started(service.world(1).accept(port, 1)));
                for (int rank = 0; rank < 4; rank++) {
                    assertThat(connects.get(rank).await())
                            .as("rank %s of root %s", rank, root)
                            .singleElement()
                            .isInstanceOf(rank == dead ? MpiException.class : ProcessFailedException.class);
                }
                Intercommunicator met = next.world(0).connect(port.name(), 0).block(TIMEOUT);
                List<Intercommunicator> ends = new ArrayList<>();
                for (Recorder<Intercommunicator> accept : accepts) {
                    ends.add((Intercommunicator) accept.await().get(0));
                }
                ends.add(met);
                Jobs.assertAllTalk(ends, 5);
                Jobs.disconnect(ends);
                port.close().block(TIMEOUT);
            }
        }
    }
}
