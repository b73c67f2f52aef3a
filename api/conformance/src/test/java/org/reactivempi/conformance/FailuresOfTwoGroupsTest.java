package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.members;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the ranks of two groups do about those of them that have failed. */
class FailuresOfTwoGroupsTest {

    private static <T> List<T> of(List<T> all, int... ranks) {
        return IntStream.of(ranks).mapToObj(all::get).toList();
    }

    private static void kill(Ranks ranks, int... killed) {
        IntStream.of(killed)
                .forEach(rank -> ranks.abort(rank, "killed by the test").block(TIMEOUT));
    }

    /** Waits until a rank of the world knows that another one has failed. */
    private static void knows(Ranks ranks, int rank, int failed) {
        assertFails(ranks.world(rank).irecv(room(4), failed, TAG), ErrorClass.PROC_FAILED);
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("LIF-4 two groups shrink together to what is left of both, in the order of their ranks")
    void shrink(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 3);
        kill(ranks, 1, 3);
        List<Intercommunicator> left =
                onAll(of(ends, 0, 2, 4, 5), end -> end.failures().shrink());
        assertThat(members(left.get(0).group())).containsExactly(0, 2);
        assertThat(members(left.get(0).remoteGroup())).containsExactly(4, 5);
        assertThat(members(left.get(3).group())).containsExactly(4, 5);
        assertThat(members(left.get(3).remoteGroup())).containsExactly(0, 2);
        assertThat(left).extracting(Intercommunicator::rank).containsExactly(0, 1, 0, 1);
        assertThat(left.get(1).toString()).contains(".shrink()");
        int[][] rooms = new int[4][2];
        onAll(left, end -> end.allgather(ints(10 + left.indexOf(end)), Buffers.of(rooms[left.indexOf(end)])));
        assertThat(rooms).isDeepEqualTo(new int[][] {{12, 13}, {12, 13}, {10, 11}, {10, 11}});
        onAll(left, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "LIF-4 a communicator of two groups shrinks to none where one of them is gone, and its number is free again")
    void oneGroupIsGone(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 3);
        kill(ranks, 3);
        for (int round = 0; round < 3; round++) {
            assertThat(onAll(of(ends, 0, 1, 2), end -> end.failures().shrink().hasElement()))
                    .containsOnly(false);
        }
        List<Communicator> left = onAll(
                IntStream.range(0, 3).mapToObj(ranks::world).toList(),
                end -> end.failures().shrink());
        onAll(left, Communicator::barrier);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("LIF-4 both groups agree on one value, and on a failure that not all of them have acknowledged")
    void agree(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[] flags = {0b1111, 0b1110, 0b0111, 0b1111, 0b1111};
        assertThat(onAll(ends, end -> end.failures().agree(flags[ends.indexOf(end)])))
                .containsOnly(0b0110);
        kill(ranks, 3);
        List<Intercommunicator> left = of(ends, 0, 1, 2, 4);
        List<Recorder<Integer>> agreed =
                left.stream().map(end -> started(end.failures().agree(0b101))).toList();
        for (int i = 0; i < left.size(); i++) {
            int named = i < 2 ? 1 : Mpi.UNDEFINED;
            assertThat(agreed.get(i).await())
                    .singleElement()
                    .isInstanceOfSatisfying(ProcessFailedException.class, lost -> {
                        assertThat(lost.agreed()).hasValue(0b101);
                        assertThat(lost.rank()).isEqualTo(3);
                        assertThat(lost.rankInCommunicator()).isEqualTo(named);
                    });
        }
        onAll(left, end -> end.failures().acknowledge());
        assertThat(onAll(left, end -> end.failures().agree(7))).containsOnly(7);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("LIF-4 the failed ranks of both groups are known, those of the own one first")
    void known(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        kill(ranks, 1, 3);
        for (int rank : new int[] {0, 2}) {
            knows(ranks, rank, 1);
            knows(ranks, rank, 3);
            int[] expected = rank == 0 ? new int[] {1, 3} : new int[] {3, 1};
            for (Function<Intercommunicator, Mono<Group>> each : List.<Function<Intercommunicator, Mono<Group>>>of(
                    end -> end.failures().failed(), end -> end.failures().acknowledge())) {
                assertThat(each.apply(ends.get(rank)).map(Family::members).block(TIMEOUT))
                        .containsExactly(expected);
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "LIF-4 once a failure of the other group is acknowledged, what may come from any of its ranks waits for the others")
    void acknowledged(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        kill(ranks, 3);
        knows(ranks, 0, 3);
        Intercommunicator end = ends.get(0);
        assertFails(end.irecv(room(4), Mpi.ANY_SOURCE, TAG), ErrorClass.PROC_FAILED_PENDING);
        assertFails(end.probe(Mpi.ANY_SOURCE, TAG), ErrorClass.PROC_FAILED_PENDING);
        assertThat(end.failures().acknowledge().map(Family::members).block(TIMEOUT))
                .containsExactly(3);
        int[] number = new int[1];
        Recorder<Status> waiting = started(end.irecv(Buffers.of(number), Mpi.ANY_SOURCE, TAG));
        ends.get(2).isend(ints(6), 0, TAG).block(TIMEOUT);
        assertThat(Mono.fromCallable(waiting::await).block(TIMEOUT)).first().isEqualTo(Status.of(0, TAG, 4));
        assertThat(number).containsExactly(6);
        assertFails(end.isend(ints(1), 1, TAG), ErrorClass.PROC_FAILED, "remote 1 (3 in world)");
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "LIF-4 to revoke ends what runs between the groups, on all ranks of both, and leaves other communicators alone")
    void revoke(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        List<Recorder<Object>> waiting = ends.stream()
                .filter(end -> ends.indexOf(end) != 2)
                .flatMap(end -> Stream.<Mono<?>>of(
                        end.irecv(room(4), 0, TAG),
                        end.receive(Mpi.ANY_SOURCE, TAG + 1),
                        end.issend(ints(1), 1, TAG + 2),
                        end.probe(1, TAG + 3),
                        end.mprobe(Mpi.ANY_SOURCE, TAG + 4),
                        end.sendStream(Flux.never(), Codecs.string(), 1, TAG + 5),
                        end.receiveStream(Codecs.string(), 1, TAG + 6).then(),
                        end.ask("a", Codecs.string(), Codecs.string(), 1, TAG + 7),
                        end.askStream("a", Codecs.string(), Codecs.string(), 1, TAG + 8)
                                .then(),
                        end.answer(Codecs.string(), Codecs.string(), TAG + 9, Mono::just)
                                .then(),
                        end.psend(ints(1), 1, Flux.never(), 1, TAG + 10),
                        end.barrier(),
                        end.allgather(ints(1), Buffers.of(new int[2])),
                        end.split(0, 0)))
                .map(FailedSourceTest::started)
                .toList();
        ends.get(2).failures().revoke().block(TIMEOUT);
        for (Recorder<Object> each : waiting) {
            assertThat(each.await()).last().isInstanceOf(RevokedException.class);
        }
        assertFails(ends.get(2).isend(ints(1), 0, TAG), ErrorClass.REVOKED);
        assertThat(onAll(ends, end -> end.failures().agree(3))).containsOnly(3);
        List<Intercommunicator> again = onAll(ends, end -> end.failures().shrink());
        onAll(again, Intercommunicator::barrier);
        onAll(again, Intercommunicator::free);
        onAll(ends, Intercommunicator::free);
        Traffic.meet(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "LIF-4 a rank that dies ends all that a rank of the other group has with it, and is named as the remote one")
    void between(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator end = ends.get(0);
        List<Recorder<Object>> waiting = Stream.<Mono<?>>of(
                        end.irecv(room(4), 1, TAG),
                        end.issend(ints(1), 1, TAG + 2),
                        end.probe(1, TAG + 3),
                        end.sendStream(Flux.never(), Codecs.string(), 1, TAG + 5),
                        end.receiveStream(Codecs.string(), 1, TAG + 6).then(),
                        end.ask("a", Codecs.string(), Codecs.string(), 1, TAG + 7),
                        end.askStream("a", Codecs.string(), Codecs.string(), 1, TAG + 8)
                                .then(),
                        end.askStreams(Flux.just("a"), Codecs.string(), Codecs.string(), 1, TAG + 9)
                                .then(),
                        end.psend(ints(1), 1, Flux.just(0), 1, TAG + 10))
                .map(FailedSourceTest::started)
                .toList();
        // All of it has been sent.
        Traffic.meet(ranks);
        kill(ranks, 2);
        for (Recorder<Object> each : waiting) {
            assertThat(each.await()).last().isInstanceOfSatisfying(ProcessFailedException.class, lost -> {
                assertThat(lost.rank()).isEqualTo(2);
                assertThat(lost.rankInCommunicator()).isEqualTo(1);
            });
        }
        assertThat(Mono.zip(end.receive(Codecs.string(), 0, TAG), ends.get(1).send("on we go", Codecs.string(), 0, TAG))
                        .block(TIMEOUT)
                        .getT1())
                .isEqualTo("on we go");
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "COL-29 a rank that dies ends each collective operation between its group and another one, on all ranks of both")
    void collectives(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        kill(ranks, 4);
        List<Intercommunicator> left = ends.subList(0, 4);
        List<Function<Intercommunicator, Mono<Void>>> calls = List.of(
                Intercommunicator::barrier,
                end -> end.bcast(Buffers.of(new int[1]), left.indexOf(end) >= 2 ? 0 : rootIfFirst(end)),
                end -> end.allgather(ints(1), Buffers.of(new int[end.remoteSize()])),
                end -> end.alltoall(Buffers.of(new int[end.remoteSize()]), Buffers.of(new int[end.remoteSize()])),
                end -> end.gather(
                        ints(1),
                        end.rank() == 0 && left.indexOf(end) < 2 ? Buffers.of(new int[3]) : Buffer.empty(),
                        left.indexOf(end) >= 2 ? 0 : rootIfFirst(end)));
        for (Function<Intercommunicator, Mono<Void>> call : calls) {
            for (Recorder<Void> each :
                    left.stream().map(end -> started(call.apply(end))).toList()) {
                assertThat(each.await())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                ProcessFailedException.class,
                                lost -> assertThat(lost.rank()).isEqualTo(4));
            }
        }
        List<Intercommunicator> again = onAll(left, end -> end.failures().shrink());
        onAll(again, Intercommunicator::barrier);
    }

    private static int rootIfFirst(Intercommunicator end) {
        return end.rank() == 0 ? Mpi.ROOT : Mpi.PROC_NULL;
    }
}
