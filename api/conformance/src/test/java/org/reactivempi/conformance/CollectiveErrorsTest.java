package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What goes wrong in collective operations: arguments, lengths that don't agree, ranks that are lost, callers that leave. */
class CollectiveErrorsTest {

    private static Buffer ints(int count) {
        return Buffers.of(new int[count]);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("COL-9, ARG-5 wrong arguments fail on their own rank alone, which has not taken part")
    void arguments(Ranks ranks) {
        Communicator world = ranks.world(0);
        assertFails(world.bcast(ints(1), 2), ErrorClass.ROOT, "root 2", "0..1");
        assertFails(world.reduce(ints(1), ints(1), Op.SUM, -1), ErrorClass.ROOT, "root -1");
        assertFails(world.gather(ints(1), null, 0), ErrorClass.BUFFER, "receive");
        assertFails(world.gather(ints(1), ints(3), 0), ErrorClass.COUNT, "3", "2 ranks");
        assertFails(world.scatter(null, ints(1), 0), ErrorClass.BUFFER, "send");
        assertFails(world.allgather(ints(2), ints(2)), ErrorClass.TRUNCATE, "8", "4");
        assertFails(world.allgather(ints(1), ints(4)), ErrorClass.COUNT, "4", "8");
        assertFails(world.alltoallv(Blocks.of(ints(1)), Blocks.of(ints(1), ints(1))), ErrorClass.COUNT, "1 blocks");
        assertFails(world.allreduce(Buffer.inPlace(), Buffer.inPlace(), Op.SUM), ErrorClass.BUFFER, "in place");
        assertFails(world.bcast(Buffer.inPlace(), 0), ErrorClass.BUFFER, "in place");
        assertFails(world.isend(Buffer.inPlace(), 1, 1), ErrorClass.BUFFER, "in place");
        assertFails(world.bcast(Buffers.of(new int[2], 1, 2), 0), ErrorClass.BUFFER, "outside");
        assertFails(
                world.reduceScatter(ints(3), ints(1), new int[] {1, 1}, Op.SUM), ErrorClass.COUNT, "2 elements", "3");
        assertFails(world.reduceScatter(ints(3), ints(1), new int[] {4, -1}, Op.SUM), ErrorClass.COUNT, "-1");
        assertFails(world.reduceScatter(ints(3), ints(1), new int[] {3}, Op.SUM), ErrorClass.COUNT, "1 counts");

        // The first operation of both.
        onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), ints(1), Op.SUM));
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("COL-6, COL-30 a contribution of a wrong length fails where it is noticed, and where that is needed")
    void lengths(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        List<Throwable> longer = errors(all, end -> end.gather(ints(end.rank() == 2 ? 5 : 4), ints(12), 0));
        assertIs(longer.get(0), ErrorClass.TRUNCATE, "gather");
        List<Throwable> shorter = errors(all, end -> end.bcast(ints(end.rank() == 0 ? 1 : 2), 0));
        assertThat(shorter.get(0)).isNull();
        assertIs(shorter.get(1), ErrorClass.COUNT, "bcast", "4 bytes", "8");
        int[] rest = {1, 1, 1};
        onAll(all, end -> end.bcast(Buffers.of(rest, 0, 1), 0));
        List<Throwable> reductions =
                errors(all, end -> end.allreduce(ints(end.rank() == 1 ? 3 : 1), ints(end.rank() == 1 ? 3 : 1), Op.SUM));
        assertThat(reductions)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                MpiException.class,
                                known -> assertThat(known.errorClass()).isIn(ErrorClass.TRUNCATE, ErrorClass.COUNT)));
        onAll(all, end -> end.allreduce(Buffers.ints(2), ints(1), Op.SUM));
    }

    @OnEveryChannel(
            ranks = 8,
            settings = {"check-collectives=off", "algorithms=bcast:0-inf:binomial"})
    @DisplayName("COL-30 ranks that hear of a failure from one that has only heard of it are told where it was")
    void passedOn(Ranks ranks) {
        // The root's data go from 0 to 4, from there to 6, and from there to 7.
        List<Throwable> wrongLength = errors(worlds(ranks), end -> end.bcast(ints(end.rank() == 4 ? 2 : 1), 0));
        assertIs(wrongLength.get(4), ErrorClass.COUNT, "4 bytes came from rank 0", "rank 4 expected 8");
        for (int rank : new int[] {5, 6, 7}) {
            assertIs(wrongLength.get(rank), ErrorClass.COUNT, "has failed on rank 4");
        }
        assertThat(wrongLength.subList(0, 4)).containsOnlyNulls();
        List<Throwable> unreadable = errors(
                worlds(ranks),
                end -> end.bcast(
                        end.rank() == 0 ? ForeignBuffer.of(new Unreadable()).as(Datatype.INT, 1) : ints(1), 0));
        assertIs(unreadable.get(0), ErrorClass.CONVERSION, "broken by the test");
        for (int rank : new int[] {3, 5, 6, 7}) {
            assertIs(unreadable.get(rank), ErrorClass.CONVERSION, "has failed on rank 0");
        }
        onAll(worlds(ranks), end -> end.allreduce(ints(1), ints(1), Op.SUM));
    }

    /** Memory that throws when it is copied. */
    private static final class Unreadable implements ForeignMemory {

        @Override
        public long lengthBytes() {
            return Integer.BYTES;
        }

        @Override
        public List<ByteBuffer> pieces() {
            return List.of(ByteBuffer.allocate(Integer.BYTES));
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public String change() {
            throw new IllegalStateException("broken by the test");
        }
    }

    /** How an operation fails on each rank, or null where it doesn't. */
    private static List<Throwable> errors(List<Communicator> all, Function<Communicator, Mono<Void>> operation) {
        Throwable[] errors = new Throwable[all.size()];
        onAll(
                all,
                end -> operation.apply(end).onErrorResume(error -> {
                    errors[end.rank()] = error;
                    return Mono.empty();
                }));
        return Arrays.asList(errors);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-25 a rank that gives an operation up leaves the others theirs, and a communicator that works")
    void detached(Ranks ranks) throws Exception {
        List<Communicator> all = worlds(ranks);
        Communicator impatient = ranks.world(1);
        int[] sum = {0};
        Sinks.Empty<Void> late = Sinks.empty();
        Recorder<Void> given = started(
                impatient.allreduce(Buffers.ints(5), Buffers.of(sum), Op.SUM).timeout(late.asMono()));
        // It has begun when it is listed; what is given up before that has no effect.
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(1);
        late.tryEmitEmpty().orThrow();
        assertThat(given.await()).singleElement().isInstanceOf(TimeoutException.class);
        // Never started: without effect anywhere.
        impatient.allreduce(Buffers.ints(50), ints(1), Op.SUM).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.cancel();
            }
        });
        List<int[]> results = IntStream.range(0, 4).mapToObj(rank -> new int[1]).toList();
        onAll(
                List.of(all.get(0), all.get(2), all.get(3)),
                end -> end.allreduce(Buffers.ints(1), Buffers.of(results.get(end.rank())), Op.SUM));
        assertThat(results.get(0)).containsExactly(8);
        onAll(all, end -> end.allreduce(Buffers.ints(2), Buffers.of(results.get(end.rank())), Op.SUM));
        assertThat(results).allSatisfy(result -> assertThat(result).containsExactly(8));
        assertThat(sum).containsExactly(8);
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-29, LIF-4 a rank that dies ends each operation that runs on all others, with its name or with a result")
    void lostRank(Ranks ranks) throws Exception {
        meet(ranks);
        List<Function<Communicator, Mono<Void>>> operations = List.of(
                end -> end.barrier(),
                end -> end.bcast(ints(50), 2),
                end -> end.gather(ints(3), ints(15), 0),
                end -> end.scatter(ints(15), ints(3), 2),
                end -> end.allgather(ints(3), ints(15)),
                end -> end.alltoall(ints(15), ints(15)),
                end -> end.reduce(ints(3), ints(3), Op.SUM, 0),
                end -> end.allreduce(ints(3), ints(3), Op.SUM),
                end -> end.allreduce(ints(90_000), ints(90_000), Op.SUM),
                end -> end.reduceScatterBlock(ints(15), ints(3), Op.SUM),
                end -> end.scan(ints(3), ints(3), Op.SUM),
                end -> end.exscan(ints(3), ints(3), Op.SUM));
        List<List<Recorder<Void>>> running = operations.stream()
                .map(operation -> IntStream.of(0, 1, 3, 4)
                        .mapToObj(rank -> started(operation.apply(ranks.world(rank))))
                        .toList())
                .toList();
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        for (List<Recorder<Void>> ofRanks : running) {
            for (Recorder<Void> one : ofRanks) {
                assertThat(one.await())
                        .singleElement()
                        .satisfies(signal -> assertThat(signal)
                                .satisfiesAnyOf(
                                        end -> assertThat(end).isEqualTo("complete"),
                                        end -> assertThat(end)
                                                .isInstanceOfSatisfying(
                                                        ProcessFailedException.class,
                                                        error -> assertThat(error.rank())
                                                                .isEqualTo(2))));
            }
        }
        assertThat(running.get(0)).allSatisfy(one -> assertThat(one.await()).doesNotContain("complete"));
        assertThat(running.get(7)).allSatisfy(one -> assertThat(one.await()).doesNotContain("complete"));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-28, COL-29 a freed communicator takes no operations any more, and one that is revoked ends those that run")
    void freedAndRevoked(Ranks ranks) throws Exception {
        List<Communicator> freed = Family.dup(worlds(ranks));
        Family.free(freed);
        assertFails(freed.get(0).bcast(ints(1), 0), ErrorClass.COMM, "freed");
        List<Communicator> revoked = Family.dup(worlds(ranks));
        Recorder<Void> waiting = started(revoked.get(1).allreduce(ints(1), ints(1), Op.SUM));
        ranks.pending(1).block(TIMEOUT);
        revoked.get(0).failures().revoke().block(TIMEOUT);
        assertThat(waiting.await())
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.REVOKED));
    }
}
