package org.reactivempi.conformance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
import org.reactivempi.PersistentRequest;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Memory that counts its references, in collective operations that fail in every way: it is given back on every rank. */
class FailedMemoryTest {

    private static final int COUNT = 20_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Op BROKEN = Op.ofInts((left, right) -> {
        throw new IllegalStateException("broken by the test");
    });

    /** Memory of the test, and how many hold it. */
    private static final class Counted {

        private final AtomicInteger holders = new AtomicInteger();
        private final AtomicInteger retained = new AtomicInteger();
        private final boolean isRefused;

        Counted(boolean isRefused) {
            this.isRefused = isRefused;
        }

        Buffer ints(int count) {
            int bytes = Integer.BYTES * count;
            return ForeignBuffer.of(new ForeignMemory() {
                        @Override
                        public long lengthBytes() {
                            return bytes;
                        }

                        @Override
                        public List<ByteBuffer> pieces() {
                            return List.of(ByteBuffer.allocateDirect(bytes));
                        }

                        @Override
                        public String refusal(boolean forReceive) {
                            return null;
                        }

                        @Override
                        public void retain() {
                            if (isRefused) {
                                throw new IllegalStateException("given up by the test");
                            }
                            holders.incrementAndGet();
                            retained.incrementAndGet();
                        }

                        @Override
                        public void release() {
                            holders.decrementAndGet();
                        }
                    })
                    .as(Datatype.INT, count);
        }
    }

    private interface Call {

        Mono<Void> on(Communicator end, Counted memory);
    }

    private static Blocks blocks(Communicator end, Counted memory, int count) {
        return Blocks.of(end.size(), i -> memory.ints(count));
    }

    /** By an operation that throws. */
    private static List<Call> throwing() {
        return List.of(
                (end, memory) -> end.allreduce(memory.ints(COUNT), memory.ints(COUNT), BROKEN),
                (end, memory) -> end.reduce(memory.ints(COUNT), memory.ints(COUNT), BROKEN, 1),
                (end, memory) -> end.reduceScatterBlock(memory.ints(3 * COUNT), memory.ints(COUNT), BROKEN),
                (end, memory) -> end.scan(memory.ints(COUNT), memory.ints(COUNT), BROKEN),
                (end, memory) -> end.exscan(memory.ints(COUNT), memory.ints(COUNT), BROKEN),
                (end, memory) -> end.allreduce(Buffer.inPlace(), memory.ints(COUNT), BROKEN));
    }

    /** By lengths that don't go together. */
    private static List<Call> unequal() {
        return List.of(
                (end, memory) -> end.bcast(memory.ints(COUNT + end.rank()), 0),
                (end, memory) -> end.gather(memory.ints(COUNT + end.rank()), memory.ints(3 * COUNT), 0),
                (end, memory) -> end.gatherv(memory.ints(COUNT + end.rank()), blocks(end, memory, COUNT), 0),
                (end, memory) -> end.scatter(memory.ints(3 * COUNT), memory.ints(COUNT + end.rank()), 0),
                (end, memory) -> end.scatterv(blocks(end, memory, COUNT), memory.ints(COUNT + end.rank()), 0),
                (end, memory) ->
                        end.allgather(memory.ints(COUNT + end.rank() % 2), memory.ints(3 * (COUNT + end.rank() % 2))),
                (end, memory) -> end.alltoall(
                        memory.ints(3 * (COUNT + end.rank() % 2)), memory.ints(3 * (COUNT + end.rank() % 2))),
                (end, memory) ->
                        end.alltoallv(blocks(end, memory, COUNT + end.rank()), blocks(end, memory, COUNT + end.rank())),
                (end, memory) ->
                        end.allreduce(memory.ints(COUNT + end.rank()), memory.ints(COUNT + end.rank()), Op.SUM));
    }

    /** Runs it on all ranks; how many have failed, when all have ended and nobody has any of their memory. */
    private static long failures(Ranks ranks, Call call) throws Exception {
        List<Counted> memory = IntStream.range(0, ranks.size())
                .mapToObj(i -> new Counted(false))
                .toList();
        List<CompletableFuture<MpiException>> ends = IntStream.range(0, ranks.size())
                .mapToObj(rank -> end(call.on(ranks.world(rank), memory.get(rank))))
                .toList();
        long failures = 0;
        for (var end : ends) {
            failures += end.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS) == null ? 0 : 1;
        }
        assertThat(memory).allSatisfy(each -> {
            assertThat(each.retained).hasPositiveValue();
            assertThat(each.holders).hasValue(0);
        });
        return failures;
    }

    private static CompletableFuture<MpiException> end(Mono<Void> operation) {
        return operation
                .then(Mono.<MpiException>empty())
                .onErrorResume(MpiException.class, Mono::just)
                .toFuture();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-30 memory of a reduction whose operation throws is given back on all ranks")
    void operationThrows(Ranks ranks) throws Exception {
        for (Call call : throwing()) {
            assertThat(failures(ranks, call)).isPositive();
        }
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName(
            "COL-6, COL-30 memory of an operation whose lengths differ is given back on all ranks, where messages show it")
    void lengthsDiffer(Ranks ranks) throws Exception {
        for (Call call : unequal()) {
            assertThat(failures(ranks, call)).isPositive();
        }
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=on")
    @DisplayName("COL-2, COL-30 memory of an operation that the ranks' check refuses is given back on all")
    void refusedByCheck(Ranks ranks) throws Exception {
        for (Call call : unequal()) {
            assertThat(failures(ranks, call)).isPositive();
        }
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName(
            "COL-9 memory that can't be retained fails the operation with the buffer class, and the other memory is given back")
    void refused(Ranks ranks) throws Exception {
        Communicator one = ranks.world(0);
        Counted mine = new Counted(false);
        Counted gone = new Counted(true);
        for (Mono<Void> operation : List.of(
                one.allgather(mine.ints(COUNT), gone.ints(COUNT)),
                one.allgather(gone.ints(COUNT), mine.ints(COUNT)),
                one.alltoallv(Blocks.of(mine.ints(COUNT)), Blocks.of(gone.ints(COUNT))),
                one.scan(mine.ints(COUNT), gone.ints(COUNT), Op.SUM))) {
            MpiException failure = end(operation).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            assertThat(failure.errorClass()).isEqualTo(ErrorClass.BUFFER);
            assertThat(failure).hasStackTraceContaining("given up by the test");
            assertThat(mine.holders).hasValue(0);
        }
        assertThat(gone.holders).hasValue(0);
    }

    /** Where memory throws before its operation has begun. */
    private enum Place {
        LENGTH,
        REFUSAL,
        /** Looked at early only where others than bytes are seen in it. */
        PIECES,
        RETAIN
    }

    /** Memory that can't even be looked at, or held. */
    private record Broken(int size, Place place, Throwable thrown) implements ForeignMemory {

        @SuppressWarnings("unchecked") // the compiler is to take it for unchecked
        private <T extends Throwable> void at(Place here) throws T {
            if (place == here) {
                throw (T) thrown;
            }
        }

        @Override
        public long lengthBytes() {
            this.<RuntimeException>at(Place.LENGTH);
            return size;
        }

        @Override
        public List<ByteBuffer> pieces() {
            this.<RuntimeException>at(Place.PIECES);
            return List.of(ByteBuffer.allocate(size));
        }

        @Override
        public String refusal(boolean forReceive) {
            this.<RuntimeException>at(Place.REFUSAL);
            return null;
        }

        @Override
        public void retain() {
            this.<RuntimeException>at(Place.RETAIN);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-9 a rank whose memory throws before it is copied fails alone and has taken no part; the others wait for it")
    void brokenBefore(Ranks ranks) throws Exception {
        assertAlone(ranks);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("COL-9 so does one whose ranks don't compare first what they do")
    void brokenBeforeUnchecked(Ranks ranks) throws Exception {
        assertAlone(ranks);
    }

    private static void assertAlone(Ranks ranks) throws Exception {
        Communicator bad = ranks.world(1);
        for (Place place : Place.values()) {
            for (Throwable thrown :
                    List.of(new IllegalStateException("an exception"), new NoClassDefFoundError("a class"))) {
                Buffer send = ForeignBuffer.of(new Broken(1, place, thrown));
                Buffer receive = ForeignBuffer.of(new Broken(3, place, thrown));
                ErrorClass expected = place == Place.RETAIN ? ErrorClass.BUFFER : ErrorClass.CONVERSION;
                List<Mono<Void>> operations = new ArrayList<>(List.of(
                        bad.allgather(send.as(Datatype.BYTE, 1), Buffers.of(new byte[3])),
                        bad.allgather(Buffers.bytes(new byte[1]), receive.as(Datatype.BYTE, 3))));
                if (place != Place.PIECES) {
                    operations.add(bad.allgather(send, Buffers.of(new byte[3])));
                    operations.add(bad.allgather(Buffers.bytes(new byte[1]), receive));
                }
                for (Mono<Void> each : operations) {
                    assertAlone(ranks, each, expected, thrown);
                }
            }
        }
    }

    private static void assertAlone(Ranks ranks, Mono<Void> broken, ErrorClass expected, Throwable thrown)
            throws Exception {
        byte[][] all = new byte[3][3];
        List<CompletableFuture<MpiException>> ends = new ArrayList<>();
        ends.add(end(give(ranks, 0, all)));
        ends.add(end(give(ranks, 2, all)));
        MpiException failure = end(broken).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(failure.errorClass()).isEqualTo(expected);
        assertThat(failure).hasStackTraceContaining(thrown.getMessage());
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
        assertThat(ranks.pending(0).block(TIMEOUT)).singleElement().asString().contains("not heard from rank");
        // Its next operation is the one that the others are in.
        ends.add(end(give(ranks, 1, all)));
        for (CompletableFuture<MpiException> each : ends) {
            assertThat(each.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isNull();
        }
        assertThat(List.of(all)).allSatisfy(received -> assertThat(received).containsExactly(1, 2, 3));
    }

    private static Mono<Void> give(Ranks ranks, int rank, byte[][] all) {
        return ranks.world(rank).allgather(Buffers.bytes(new byte[] {(byte) (rank + 1)}), Buffers.of(all[rank]));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("COL-29 memory of operations that lose a rank is given back, and of those started after that")
    void rankLost(Ranks ranks) throws Exception {
        List<Counted> memory =
                IntStream.range(0, 2).mapToObj(i -> new Counted(false)).toList();
        List<CompletableFuture<MpiException>> ends = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Communicator end = ranks.world(rank);
            ends.add(end(
                    end.allgather(memory.get(rank).ints(COUNT), memory.get(rank).ints(3 * COUNT))));
            ends.add(end(end.alltoall(
                    memory.get(rank).ints(3 * COUNT), memory.get(rank).ints(3 * COUNT))));
            ends.add(end(
                    end.allreduce(memory.get(rank).ints(COUNT), memory.get(rank).ints(COUNT), Op.SUM)));
        }
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        ranks.time().advance(Duration.ofSeconds(2), Duration.ofMillis(50));
        for (var end : ends) {
            assertThat(end.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).errorClass())
                    .isEqualTo(ErrorClass.PROC_FAILED);
        }
        List<CompletableFuture<MpiException>> later = IntStream.range(0, 2)
                .mapToObj(rank -> end(ranks.world(rank)
                        .allgather(
                                memory.get(rank).ints(COUNT), memory.get(rank).ints(3 * COUNT))))
                .toList();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(later.get(rank).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isNotNull();
            // The operation goes on without it until the other living rank has done its own part, which may have to
            // give up its search first.
            int me = rank;
            ranks.time().during(() -> awaitNobody(ranks, me, memory.get(me)));
        }
    }

    private static void awaitNobody(Ranks ranks, int rank, Counted memory) {
        Mono.defer(() -> ranks.pending(rank))
                .repeat(() -> memory.holders.get() > 0)
                .then()
                .block(TIMEOUT);
        assertThat(memory.holders).hasValue(0);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "COL-24, COL-30 a persistent operation gives its memory back at the end of each start, whether it has failed or not")
    void persistent(Ranks ranks) throws Exception {
        List<Counted> memory =
                IntStream.range(0, 2).mapToObj(i -> new Counted(false)).toList();
        AtomicInteger run = new AtomicInteger();
        Op sometimes = Op.ofInts((left, right) -> {
            if (run.get() % 2 == 1) {
                throw new IllegalStateException("broken by the test");
            }
            return left + right;
        });
        List<PersistentRequest> requests = IntStream.range(0, 2)
                .mapToObj(rank -> PersistentRequest.of(ranks.world(rank)
                        .allreduce(
                                memory.get(rank).ints(COUNT), memory.get(rank).ints(COUNT), sometimes)))
                .toList();
        for (int i = 0; i < 4; i++) {
            run.set(i);
            requests.forEach(PersistentRequest::start);
            for (int rank = 0; rank < 2; rank++) {
                MpiException failure =
                        end(requests.get(rank).completion().then()).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                assertThat(failure == null).isEqualTo(i % 2 == 0);
                assertThat(memory.get(rank).holders).hasValue(0);
            }
        }
        requests.forEach(PersistentRequest::free);
    }
}
