package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Member;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.RevokedException;
import org.reactivempi.TruncationException;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks that agree, communicators that are revoked, ranks that are killed, and handlers of errors. */
final class Survivors {

    private static final int ROUNDS = 3;

    private Survivors() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic("LIF-4 agreements", 3, Survivors::agreements),
                new Conversation(
                        "LIF-4, ENV-7 a communicator that is revoked in the middle of operations of all kinds",
                        3,
                        Survivors::revoked),
                new Conversation(
                        "ENV-7, ENV-9 handlers that hear of each error once, before its subscriber",
                        3,
                        Survivors::handlers),
                Conversation.killed(
                        "LIF-4, MBR-1, COL-29 ranks of which one is killed, which go on without it",
                        4,
                        Survivors::goOn),
                Conversation.killed(
                        "LIF-4 receives from any source that go on when a failure is acknowledged",
                        4,
                        Survivors::acknowledged));
    }

    private static Publisher<?> agreements(Communicator world) {
        return Flux.range(0, ROUNDS + 1)
                .concatMap(round -> world.failures()
                        .agree(round == world.rank() ? 2 : 3)
                        .doOnNext(
                                flag -> assertThat(flag).as("round %d", round).isEqualTo(round < world.size() ? 2 : 3)))
                .then(world.failures().shrink())
                .flatMap(all -> all.barrier().then(all.free()));
    }

    /** All of it ends on all ranks, and what the world does meanwhile is not touched. */
    private static Publisher<?> revoked(Communicator world) {
        int rank = world.rank();
        long[] sum = new long[1];
        return world.dup().flatMap(dup -> {
            int[] ended = {0};
            List<Mono<?>> all = new ArrayList<>(List.of(
                    dup.receive(Mpi.ANY_SOURCE, 1),
                    dup.issend(buffer(rank, 3), (rank + 1) % 3, 2),
                    dup.mprobe(Mpi.ANY_SOURCE, 3),
                    dup.receiveStream(Codecs.intValue(), (rank + 1) % 3, 4).then(),
                    dup.ask(rank, Codecs.intValue(), Codecs.intValue(), (rank + 2) % 3, 5),
                    // One that not all ranks start.
                    rank == 2 ? dup.receive(0, 6) : dup.barrier()));
            all.replaceAll(each -> each.then(Mono.error(new AssertionError("an end without an error")))
                    .onErrorResume(RevokedException.class, revoked -> {
                        ended[0]++;
                        return Mono.empty();
                    }));
            if (rank == 1) {
                all.add(Mono.delay(Duration.ofNanos(20_000)).then(dup.failures().revoke()));
            }
            all.add(world.allreduce(1L + rank, Op.SUM).doOnNext(of -> sum[0] = of));
            return Mono.when(all)
                    .then(dup.failures().shrink())
                    .flatMap(rest -> {
                        assertThat(ended[0]).isEqualTo(6);
                        assertThat(sum[0]).isEqualTo(6);
                        assertThat(rest.size()).isEqualTo(3);
                        return rest.barrier().then(rest.free());
                    })
                    .then(dup.free());
        });
    }

    private static Publisher<?> handlers(Communicator world) {
        int count = 3;
        return world.dup().flatMap(dup -> {
            List<String> heard = new ArrayList<>();
            dup.errors().handler((where, error) -> heard.add(where.rank() + " " + error.errorClass()));
            Mono<Void> work;
            if (world.rank() > 0) {
                work = Flux.range(1, count)
                        .concatMap(i -> dup.isend(buffer(world.rank(), i), 0, 1))
                        .then();
            } else {
                int[] failed = {0};
                work = Flux.range(0, 2 * count)
                        .concatMap(i -> dup.irecv(Buffers.of(new byte[100]), Mpi.ANY_SOURCE, 1)
                                .onErrorResume(TruncationException.class, tooLong -> {
                                    assertThat(heard).hasSize(++failed[0]);
                                    return Mono.empty();
                                }))
                        .then(Mono.fromRunnable(() ->
                                assertThat(heard).hasSize(2 * (count - 1)).containsOnly("0 " + ErrorClass.TRUNCATE)));
            }
            return work.then(dup.barrier()).then(dup.free());
        });
    }

    // ---- One is killed

    private static boolean isLoss(Throwable thrown) {
        return thrown instanceof ProcessFailedException
                || thrown instanceof ProcessFailedPendingException
                || thrown instanceof RevokedException;
    }

    private static <T> Mono<T> orLoss(Mono<T> operation) {
        return operation.onErrorComplete(Survivors::isLoss);
    }

    private static Publisher<?> goOn(Communicator world) {
        Told told = new Told(world);
        return Flux.range(0, ROUNDS)
                .concatMap(round -> Mono.when(
                        orLoss(world.allreduce(1L << world.rank(), Op.BOR)
                                .doOnNext(all -> assertThat(all).isEqualTo((1L << world.size()) - 1))),
                        exchange(world, round, told)))
                .then(world.failures().shrink())
                .flatMap(rest -> {
                    assertThat(rest.size()).isGreaterThanOrEqualTo(world.size() - 1);
                    int[] ranks = new int[rest.size()];
                    boolean[] isWhole = {false};
                    return orLoss(rest.allgather(Buffers.ints(world.rank()), Buffers.of(ranks))
                                    .then(Mono.fromRunnable(() -> isWhole[0] = true)))
                            .then(Mono.defer(() -> orLoss(rest.failures().agree(isWhole[0] ? 1 : 0))))
                            .filter(flag -> flag == 1)
                            .flatMap(all -> {
                                assertThat(ranks).contains(world.rank()).isSorted();
                                assertThat(IntStream.of(ranks).distinct()).hasSize(rest.size());
                                return told.ofMissing(ranks);
                            });
                })
                .doFinally(end -> told.watching.dispose());
    }

    /** With both neighbors, of which the left one so has met this rank. Each of them receives all that the other one sends, if that lives. */
    private static Mono<Void> exchange(Communicator world, int round, Told told) {
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        return Mono.when(
                orLoss(world.isend(buffer(world.rank(), round), right, round)),
                orLoss(world.receive(left, round)
                        .doOnNext(message -> {
                            check(message, left, round);
                            told.met.set(left);
                        })
                        .doOnError(told::checkFailed)));
    }

    /** What one rank is told of the others. */
    private static final class Told {

        private final Communicator world;
        private final List<Member> all = new ArrayList<>();
        private final BitSet met = new BitSet();
        private final Disposable watching;

        Told(Communicator world) {
            this.world = world;
            watching = world.session().members().subscribe(all::add);
        }

        /**
         * Before a message fails; a collective operation may fail because of what others say. Of a rank that this one has never met it is still asked then whether it
         * has left in order.
         */
        void checkFailed(Throwable thrown) {
            if (thrown instanceof ProcessFailedException lost && met.get(lost.rank())) {
                assertThat(all).as("%s", lost.getMessage()).anyMatch(member -> hasFailed(member, lost.rank()));
            }
        }

        private static boolean hasFailed(Member member, int rank) {
            return member.rank() == rank && member.state() == Member.State.FAILED;
        }

        /** Sooner or later, of each rank that others have gone on without. */
        Mono<Void> ofMissing(int[] left) {
            return Flux.range(0, world.size())
                    .filter(rank -> IntStream.of(left).noneMatch(other -> other == rank))
                    .concatMap(rank -> world.session()
                            .members()
                            .filter(member -> hasFailed(member, rank))
                            .next())
                    .then();
        }
    }

    /** Each rank gets what each other one has sent, or learns that it has failed. */
    private static Publisher<?> acknowledged(Communicator world) {
        Heard heard = new Heard(world);
        return Mono.when(
                        Flux.range(0, world.size())
                                .filter(to -> to != world.rank())
                                .flatMap(to -> orLoss(world.isend(buffer(world.rank(), 2), to, 1)))
                                .then(),
                        heard.fromAll())
                .then(world.failures().shrink())
                .doOnNext(rest -> assertThat(rest.size()).isGreaterThanOrEqualTo(world.size() - 1));
    }

    private static final class Heard {

        private final Communicator world;
        private final BitSet open = new BitSet();

        Heard(Communicator world) {
            this.world = world;
            open.set(0, world.size());
            open.clear(world.rank());
        }

        Mono<Void> fromAll() {
            return Mono.defer(() -> open.isEmpty()
                    ? Mono.empty()
                    : world.receive(Mpi.ANY_SOURCE, 1)
                            .doOnNext(message -> {
                                int from = message.status().source();
                                check(message, from, 2);
                                assertThat(open.get(from)).isTrue();
                                open.clear(from);
                            })
                            .then()
                            .onErrorResume(
                                    Survivors::isLoss,
                                    lost -> world.failures()
                                            .acknowledge()
                                            .doOnNext(this::forget)
                                            .then())
                            .then(fromAll()));
        }

        private void forget(Group failed) {
            IntStream.range(0, failed.size()).map(failed::worldRank).forEach(open::clear);
        }
    }
}
