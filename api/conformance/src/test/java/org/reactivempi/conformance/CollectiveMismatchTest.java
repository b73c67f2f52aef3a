package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Requests;
import org.reactivempi.SplitType;
import org.reactivempi.Values;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks that do different things where they should do the same, and memory that is given twice. */
class CollectiveMismatchTest {

    private static final Op FIRST = Op.ofInts((left, right) -> left);

    /** One rank does something else than the others, which is found on all. */
    private record Mix(
            ErrorClass errorClass,
            Function<Communicator, Mono<?>> most,
            Function<Communicator, Mono<?>> one,
            String... words) {}

    private static Buffer ints(int count) {
        return Buffers.of(new int[count]);
    }

    private static Buffer floats(int count) {
        return Buffers.of(new float[count]);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-2 ranks that do different things under one number fail alike, with both calls, both ranks and the number")
    void mismatches(Ranks ranks) {
        List<Mix> mixes = List.of(
                new Mix(ErrorClass.OTHER, Communicator::barrier, end -> end.bcast(ints(1), 0), "barrier", "bcast"),
                new Mix(
                        ErrorClass.OTHER,
                        Communicator::barrier,
                        end -> end.values(Codecs.string()).bcast(end.rank() == 0 ? "zero" : null, 0),
                        "barrier",
                        "bcast of a value"),
                new Mix(
                        ErrorClass.ROOT,
                        end -> end.values(Codecs.string()).bcast(end.rank() == 0 ? "zero" : null, 0),
                        end -> end.values(Codecs.string()).bcast(end.rank() == 1 ? "one" : null, 1),
                        "root 0",
                        "root 1"),
                new Mix(
                        ErrorClass.OTHER,
                        end -> end.scan(ints(1), ints(1), Op.SUM),
                        end -> end.exscan(ints(1), ints(1), Op.SUM),
                        "scan",
                        "exscan"),
                new Mix(
                        ErrorClass.OTHER,
                        Communicator::dup,
                        end -> end.allgather(ints(1), ints(3)),
                        "dup",
                        "allgather, 4 bytes"),
                new Mix(
                        ErrorClass.ROOT,
                        end -> end.bcast(ints(1), 0),
                        end -> end.bcast(ints(1), 1),
                        "root 0",
                        "root 1"),
                new Mix(
                        ErrorClass.ROOT,
                        end -> end.gather(ints(1), ints(3), 1),
                        end -> end.gather(ints(1), ints(3), 2),
                        "root 1",
                        "root 2"),
                new Mix(
                        ErrorClass.OP,
                        end -> end.allreduce(ints(1), ints(1), Op.SUM),
                        end -> end.allreduce(ints(1), ints(1), Op.MAX),
                        "SUM of INT",
                        "MAX of INT"),
                new Mix(
                        ErrorClass.OP,
                        end -> end.reduce(ints(1), ints(1), Op.SUM, 0),
                        end -> end.reduce(ints(1), ints(1), FIRST, 0),
                        "SUM",
                        "user"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.allreduce(ints(1), ints(1), Op.SUM),
                        end -> end.allreduce(Buffers.floats(1), Buffers.of(new float[1]), Op.SUM),
                        "SUM of INT",
                        "SUM of FLOAT"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.bcast(ints(1), 0),
                        end -> end.bcast(floats(1), 0),
                        "root 0, 4 bytes of INT",
                        "root 0, 4 bytes of FLOAT"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.gather(ints(1), ints(3), 2),
                        end -> end.gather(floats(1), floats(3), 2),
                        "of INT",
                        "of FLOAT"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.scatter(ints(3), ints(1), 2),
                        end -> end.scatter(floats(3), floats(1), 2),
                        "of INT",
                        "of FLOAT"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.allgather(ints(1), ints(3)),
                        end -> end.allgather(floats(1), floats(3)),
                        "of INT",
                        "of FLOAT"),
                new Mix(
                        ErrorClass.TYPE,
                        end -> end.alltoall(ints(3), ints(3)),
                        end -> end.alltoall(floats(3).as(Datatype.FLOAT.contiguous(3), 1), floats(3)),
                        "of INT",
                        "of FLOAT"),
                new Mix(
                        ErrorClass.COUNT,
                        end -> end.bcast(ints(1), 0),
                        end -> end.bcast(ints(2), 0),
                        "4 bytes",
                        "8 bytes"),
                new Mix(
                        ErrorClass.COUNT,
                        end -> end.alltoall(ints(3), ints(3)),
                        end -> end.alltoall(ints(6), ints(6)),
                        "4 bytes",
                        "8 bytes"),
                new Mix(
                        ErrorClass.COUNT,
                        end -> end.scatter(ints(3), ints(1), 0),
                        end -> end.scatter(ints(6), ints(2), 0),
                        "4 bytes",
                        "8 bytes"),
                new Mix(
                        ErrorClass.COUNT,
                        end -> end.reduceScatter(ints(3), ints(1), new int[] {1, 1, 1}, Op.SUM),
                        end -> end.reduceScatter(ints(3), ints(2 - end.rank() % 2), new int[] {2, 1, 0}, Op.SUM),
                        "[4, 4, 4]",
                        "[8, 4, 0]"),
                new Mix(
                        ErrorClass.COUNT,
                        end -> end.allgatherv(ints(1), Blocks.of(ints(1), ints(1), ints(1))),
                        end -> end.allgatherv(ints(1), Blocks.of(ints(1), ints(1), ints(0))),
                        "[4, 4, 4]",
                        "[4, 4, 0]"));
        int number = 0;
        for (Mix mix : mixes) {
            int other = number % 2;
            String called = "operation " + number++ + " of world";
            Throwable[] errors = new Throwable[ranks.size()];
            onAll(
                    worlds(ranks),
                    end -> (end.rank() == other ? mix.one : mix.most)
                            .apply(end)
                            .then()
                            .onErrorResume(error -> {
                                errors[end.rank()] = error;
                                return Mono.empty();
                            }));
            for (Throwable error : errors) {
                assertIs(error, mix.errorClass, mix.words);
                assertThat(error).hasMessageContainingAll(called, "rank 0 ", "rank 1 ");
            }
        }
        int[] sum = {0};
        onAll(
                worlds(ranks),
                end -> end.allreduce(Buffers.ints(end.rank()), end.rank() == 1 ? Buffers.of(sum) : ints(1), Op.SUM));
        assertThat(sum).containsExactly(3);
    }

    /** The line of the test that the caller stands in. */
    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("COL-2 ranks that do different things are told where each of them has called it, by file and line")
    void places(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int[] at = new int[2];
        Mono<Void> sum = zero.allreduce(ints(1), ints(at(0, at)), Op.SUM);
        assertPlaces(sum, one.allreduce(ints(1), ints(at(1, at)), Op.MAX), at);
        Mono<Communicator> half = zero.splitType(SplitType.SHARED, at(0, at));
        assertPlaces(half, one.split(at(1, at), 0), at);
        Mono<Double> mean = zero.allreduce((double) at(0, at), Op.SUM);
        assertPlaces(mean, one.allreduce((double) at(1, at), Op.MAX), at);
        Values<String> texts = one.values(Codecs.string());
        Mono<List<String>> all = zero.values(Codecs.string()).allgather("zero" + at(0, at));
        assertPlaces(all, texts.allreduce("one" + at(1, at), String::concat), at);
        assertFails(
                zero.allgather(ints(at(0, at)), floats(2)),
                ErrorClass.TYPE,
                "allgather: 1 x INT",
                "at CollectiveMismatchTest.java:" + at[0]);
        PersistentRequest fromZero = PersistentRequest.of(zero.bcast(ints(at(0, at)), 0));
        PersistentRequest fromOne = PersistentRequest.of(one.bcast(ints(at(1, at)), 1));
        fromZero.start();
        fromOne.start();
        assertPlaces(Requests.waitAll(List.of(fromZero)), Requests.waitAll(List.of(fromOne)), at);
        fromZero.free();
        fromOne.free();
    }

    /** Keeps the line of the test that the caller stands in as that of a rank, and gives a number for an argument. */
    private static int at(int rank, int[] lines) {
        lines[rank] = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
        return 1;
    }

    private static void assertPlaces(Mono<?> ofZero, Mono<?> ofOne, int[] lines) {
        String file = ", at CollectiveMismatchTest.java:";
        List<String> told = Flux.just(ofZero, ofOne)
                .flatMap(end -> end.materialize().map(signal -> String.valueOf(signal.getThrowable())))
                .collectList()
                .block(TIMEOUT);
        assertThat(told)
                .hasSize(2)
                .allSatisfy(text -> assertThat(text)
                        .containsSubsequence("rank 0 ", file + lines[0] + ";", "rank 1 ", file + lines[1]));
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "COL-2 DT-7 with types checked, ranks that all receive elements of other types than they send fail, and bytes go with everything")
    void typesOfOneRank(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertFails(zero.allgather(ints(1), floats(2)), ErrorClass.TYPE, "1 x INT", "2 x FLOAT");
        assertFails(zero.alltoall(ints(2), floats(2)), ErrorClass.TYPE, "2 x INT", "2 x FLOAT");
        assertFails(zero.gather(ints(1), floats(2), 0), ErrorClass.TYPE, "1 x INT", "2 x FLOAT");
        assertFails(zero.scatter(ints(2), floats(1), 0), ErrorClass.TYPE, "2 x INT", "1 x FLOAT");
        Blocks floats = Blocks.of(floats(1), floats(1));
        assertFails(zero.gatherv(ints(1), floats, 0), ErrorClass.TYPE, "1 x INT", "1 x FLOAT");
        assertFails(zero.scatterv(floats, ints(1), 0), ErrorClass.TYPE, "1 x FLOAT", "1 x INT");
        assertFails(zero.allgatherv(ints(1), floats), ErrorClass.TYPE, "1 x INT", "1 x FLOAT");
        byte[] seen = new byte[8];
        int[] given = {7};
        onAll(
                worlds(ranks),
                end -> end.rank() == 0
                        ? end.allgather(Buffers.of(given), Buffers.of(seen))
                        : end.allgather(Buffers.of(new byte[4]), ints(2)));
        assertThat(seen).startsWith(7);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-2 ranks whose bytes go with every type don't hide that others have different ones")
    void typesBesideBytes(Ranks ranks) {
        Buffer bytes = Buffers.of(new byte[8]);
        Buffer longs = Buffers.of(new long[1]);
        Buffer doubles = Buffers.of(new double[1]);
        for (List<Buffer> each : List.of(
                List.of(bytes, bytes, longs, doubles),
                List.of(bytes, longs, doubles, bytes),
                List.of(longs, bytes, bytes, doubles),
                List.of(bytes, longs, longs, doubles))) {
            List<Throwable> failures = onAll(
                    worlds(ranks),
                    end -> end.bcast(each.get(end.rank()), 0)
                            .then(Mono.<Throwable>empty())
                            .onErrorResume(Mono::just));
            assertThat(failures)
                    .hasSize(4)
                    .allSatisfy(failure -> assertIs(
                            failure,
                            ErrorClass.TYPE,
                            "rank " + each.indexOf(longs) + " bcast with root 0, 8 bytes of LONG",
                            "rank " + each.indexOf(doubles) + " bcast with root 0, 8 bytes of DOUBLE"));
        }
    }

    @OnEveryChannel(ranks = 2, settings = "check-types=off")
    @DisplayName("COL-2 where types are not checked, elements of any type that are as long go together")
    void typesUnchecked(Ranks ranks) {
        int[] ones = {1};
        float[] seen = new float[1];
        onAll(worlds(ranks), end -> end.bcast(end.rank() == 0 ? Buffers.of(ones) : Buffers.of(seen), 0));
        assertThat(Float.floatToRawIntBits(seen[0])).isEqualTo(1);
    }

    @OnEveryChannel(ranks = 2, settings = "check-collectives=off")
    @DisplayName("COL-2 without checking mode a length that a message shows names both ranks and the number")
    void shownByMessage(Ranks ranks) {
        onAll(worlds(ranks), Communicator::barrier);
        Mono<Void> sent = ranks.world(0).bcast(ints(1), 0);
        Throwable error = Mono.when(sent, ranks.world(1).bcast(ints(2), 0))
                .materialize()
                .block(TIMEOUT)
                .getThrowable();
        assertIs(error, ErrorClass.COUNT, "bcast", "operation 1 of world", "4 bytes", "rank 0", "rank 1", "8");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "COL-23 a persistent operation never meets one that is not, and each says which it is and for whom it waits")
    void persistentAndNot(Ranks ranks) throws Exception {
        PersistentRequest persistent = PersistentRequest.of(ranks.world(0).barrier());
        persistent.start();
        Recorder<Void> other = started(ranks.world(1).barrier());
        assertThat(ranks.pending(0).block(TIMEOUT))
                .anyMatch(line -> line.matches("barrier\\(world\\), persistent operation \\d+, not heard from rank 1"));
        assertThat(ranks.pending(1).block(TIMEOUT)).contains("barrier(world), operation 0, not heard from rank 0");
        PersistentRequest meets = PersistentRequest.of(ranks.world(1).barrier());
        meets.start();
        Mono.when(Requests.waitAll(List.of(persistent, meets)), ranks.world(0).barrier())
                .block(TIMEOUT);
        assertThat(other.await()).contains("complete");
        persistent.free();
        meets.free();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("COL-16 memory that is both sent and received fails before anything is sent, but where it is in place")
    void overlap(Ranks ranks) {
        Communicator world = ranks.world(0);
        int[] array = new int[12];
        assertOverlaps(world.allreduce(Buffers.of(array, 0, 2), Buffers.of(array, 1, 2), Op.SUM));
        assertOverlaps(world.reduce(Buffers.ints(array), Buffers.of(array), Op.SUM, 0));
        assertOverlaps(world.gather(Buffers.of(array, 3, 1), Buffers.of(array, 2, 2), 0));
        assertOverlaps(world.alltoallv(
                Blocks.of(Buffers.of(array, 0, 1), Buffers.of(array, 4, 1)),
                Blocks.of(ints(1), Buffers.of(array, 4, 1))));
        byte[] bytes = new byte[16];
        assertOverlaps(world.scan(Buffers.of(bytes, 0, 8), Buffers.of(ByteBuffer.wrap(bytes, 7, 8)), Op.MAX));
        Datatype column = Datatype.INT.vector(3, 1, 4);
        assertOverlaps(world.allgather(Buffers.of(array).as(0, column, 1), Buffers.of(array, 6, 6)));
        if (Runtime.version().feature() >= 22) {
            ByteBuffer direct = ByteBuffer.allocateDirect(16);
            assertOverlaps(world.scan(
                    Buffers.of(direct.duplicate().limit(8)),
                    Buffers.of(direct.duplicate().position(7).limit(15)),
                    Op.MAX));
        }

        // Beside each other is apart; and these are the first operations of both.
        onAll(worlds(ranks), end -> {
            int[] matrix = new int[12];
            Datatype everyOther = Datatype.INT.vector(2, 1, 2).resized(0, 4 * Integer.BYTES);
            return end.allgather(Buffers.of(matrix, 4, 1), Buffers.of(matrix, 5, 2))
                    .then(end.alltoall(
                            Buffers.of(matrix).as(0, everyOther, 2),
                            Buffers.of(matrix).as(4, everyOther, 2)));
        });
    }

    private static void assertOverlaps(Mono<Void> operation) {
        assertFails(operation, ErrorClass.BUFFER, "in common", "inPlace");
    }
}
