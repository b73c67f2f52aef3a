package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.CollectiveRecorders.subscribed;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.SendBuffer;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** COL-30, OPS-8: what users' code throws at the library is no exception, but an {@link Error}. */
class UserErrorsTest {

    /** Where it is thrown. */
    private static final int BAD = 2;

    /** Reactor itself hands none of the last two on. */
    private static final List<Supplier<Error>> ERRORS = List.of(
            () -> new AssertionError("an assertion"),
            () -> new StackOverflowError("a stack"),
            () -> new NoClassDefFoundError("a class"));

    /** All streams whose end reaches each rank; the bad one is the root where there is one. */
    private static final List<BiFunction<Communicator, Flux<Integer>, Flux<?>>> STREAMS = List.of(
            (world, values) -> world.bcastStream(values, Codecs.intValue(), BAD),
            (world, values) -> world.gatherStream(values, Codecs.intValue(), BAD),
            (world, values) -> world.scatterStream(values, Codecs.intValue(), BAD, Delivery.AT_MOST_ONCE),
            (world, values) -> world.reduceStream(values, Codecs.intValue(), Op.SUM, 0),
            (world, values) -> world.allreduceStream(values, Codecs.intValue(), Op.SUM),
            (world, values) -> world.scanStream(values, Codecs.intValue(), Op.SUM));

    private static <T> T thrown(Error error) {
        throw error;
    }

    /** Nothing of what has failed disturbs what comes. */
    private static void assertWorks(Ranks ranks) {
        assertThat(onAll(worlds(ranks), end -> {
                    int[] sum = new int[1];
                    return end.allreduce(Buffers.ints(1), Buffers.of(sum), Op.SUM)
                            .then(Mono.fromSupplier(() -> sum[0]));
                }))
                .containsOnly(ranks.size());
    }

    private static void assertPublisherFails(Ranks ranks, Error error, Function<Communicator, Flux<?>> stream)
            throws Exception {
        List<Recorder<Object>> all =
                subscribed(ranks, world -> stream.apply(world).cast(Object.class), 100);
        for (int rank = 0; rank < all.size(); rank++) {
            List<Object> signals = all.get(rank).await();
            Object end = signals.get(signals.size() - 1);
            if (rank == BAD) {
                assertThat(end).isSameAs(error);
            } else {
                assertThat(end)
                        .isInstanceOfSatisfying(
                                StreamException.class,
                                told -> assertThat(told)
                                        .hasMessageContainingAll("rank " + BAD, error.getMessage())
                                        .extracting(StreamException::type)
                                        .isEqualTo(error.getClass().getName()));
            }
        }
    }

    private static Flux<Integer> values(Communicator world, Flux<Integer> bad) {
        return world.rank() == BAD ? bad : Flux.<Integer>never().startWith(1, 2, 3);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30 an Error that a publisher throws at its subscription or at a request ends each collective stream on all ranks")
    void publisherThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            for (BiFunction<Communicator, Flux<Integer>, Flux<?>> stream : STREAMS) {
                Error first = errors.get();
                assertPublisherFails(
                        ranks,
                        first,
                        world -> stream.apply(world, values(world, Flux.from(subscriber -> thrown(first)))));
                Error second = errors.get();
                assertPublisherFails(
                        ranks,
                        second,
                        world -> stream.apply(
                                world,
                                values(
                                        world,
                                        Flux.range(0, 9)
                                                .map(i -> i < 3 ? i : UserErrorsTest.<Integer>thrown(second)))));
            }
        }
        assertWorks(ranks);
    }

    private static Codec<Integer> codec(Function<Integer, SendBuffer> encoder, Function<ByteBuffer, Integer> decoder) {
        return new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                return encoder.apply(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return decoder.apply(payload);
            }
        };
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30 an Error of a codec that writes ends a collective stream on all ranks as a conversion's failure")
    void encoderThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            Codec<Integer> bad = codec(value -> thrown(errors.get()), Codecs.intValue()::decode);
            List<Recorder<Integer>> all = subscribed(
                    ranks,
                    world -> world.allreduceStream(
                            Flux.range(0, 9), world.rank() == BAD ? bad : Codecs.intValue(), Op.SUM),
                    100);
            for (Recorder<Integer> each : all) {
                assertError(
                        each.await().get(0), ErrorClass.CONVERSION, errors.get().getMessage());
            }
        }
        assertWorks(ranks);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-31 an Error of a codec that reads is its rank's alone, and the others have their elements")
    void decoderThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            Codec<Integer> bad = codec(Codecs.intValue()::encode, payload -> thrown(errors.get()));
            List<Recorder<Integer>> all = subscribed(
                    ranks,
                    world -> world.bcastStream(Flux.range(0, 9), world.rank() == BAD ? bad : Codecs.intValue(), 0),
                    100);
            for (int rank = 0; rank < all.size(); rank++) {
                List<Object> signals = all.get(rank).await();
                if (rank == BAD) {
                    assertError(
                            signals.get(0), ErrorClass.CONVERSION, errors.get().getMessage());
                } else {
                    assertThat(signals).hasSize(10).endsWith("complete");
                }
            }
        }
        assertWorks(ranks);
    }

    /** A sum that fails on the bad rank. */
    private static int sum(Communicator world, Supplier<Error> errors, int left, int right) {
        return world.rank() == BAD ? UserErrorsTest.<Integer>thrown(errors.get()) : left + right;
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30, OPS-8 an Error of a function or of an operation in a stream fails it on all ranks with the op class")
    void functionThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            List<List<Recorder<Integer>>> streams = List.of(
                    subscribed(
                            ranks,
                            world -> world.allreduceStream(
                                    Flux.range(0, 9),
                                    Codecs.intValue(),
                                    (left, right) -> sum(world, errors, left, right)),
                            100),
                    subscribed(
                            ranks,
                            world -> world.allreduceStream(
                                    Flux.range(0, 9),
                                    Codecs.intValue(),
                                    Op.ofInts((left, right) -> sum(world, errors, left, right))),
                            100));
            for (List<Recorder<Integer>> all : streams) {
                for (Recorder<Integer> each : all) {
                    assertError(each.await().get(0), ErrorClass.OP, errors.get().getMessage());
                }
            }
        }
        assertWorks(ranks);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30, OPS-8 an Error of an operation fails a reduction on all ranks that depend on it with the op class")
    void operationThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            for (int length : new int[] {1, 40_000}) {
                List<Recorder<Void>> all = new ArrayList<>();
                for (Communicator world : worlds(ranks)) {
                    Op op = Op.ofInts((left, right) -> sum(world, errors, left, right))
                            .commutative();
                    all.add(started(world.allreduce(Buffers.ints(new int[length]), Buffers.of(new int[length]), op)));
                }
                assertError(
                        all.get(BAD).await().get(0), ErrorClass.OP, errors.get().getMessage());
                for (Recorder<Void> each : all) {
                    Object end = each.await().get(0);
                    // Some may need nothing of what the bad rank computes.
                    if (!end.equals("complete")) {
                        assertError(end, ErrorClass.OP, "has ");
                    }
                }
            }
        }
        assertWorks(ranks);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30, OPS-8 an Error of a function on objects, or of their codec, fails a reduction on all ranks that depend on it")
    void objectOperationThrows(Ranks ranks) throws Exception {
        for (Supplier<Error> errors : ERRORS) {
            for (int length : new int[] {1, 40_000}) {
                List<Function<Communicator, Op>> operations = List.of(
                        world -> Op.of((left, right) -> sum(world, errors, left, right), Codecs.intValue()),
                        world -> Op.of(
                                Integer::sum,
                                world.rank() == BAD
                                        ? codec(value -> thrown(errors.get()), Codecs.intValue()::decode)
                                        : Codecs.intValue()),
                        world -> Op.of(
                                Integer::sum,
                                world.rank() == BAD
                                        ? codec(Codecs.intValue()::encode, payload -> thrown(errors.get()))
                                        : Codecs.intValue()));
                for (Function<Communicator, Op> operation : operations) {
                    List<Recorder<Void>> all = new ArrayList<>();
                    for (Communicator world : worlds(ranks)) {
                        all.add(started(world.allreduce(
                                Buffers.ints(new int[length]),
                                Buffers.of(new int[length]),
                                operation.apply(world).commutative())));
                    }
                    assertError(
                            all.get(BAD).await().get(0),
                            ErrorClass.OP,
                            errors.get().getMessage());
                    for (Recorder<Void> each : all) {
                        Object end = each.await().get(0);
                        // Some may need nothing of what the bad rank computes.
                        if (!end.equals("complete")) {
                            assertError(end, ErrorClass.OP, "has ");
                        }
                    }
                }
            }
        }
        assertWorks(ranks);
    }

    @SuppressWarnings("unchecked") // the compiler is to take it for unchecked
    private static <T extends Throwable> int sneaked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("OPS-8 a checked exception, which other languages throw anywhere, fails a reduction with the op class")
    void checkedException(Ranks ranks) throws Exception {
        List<Recorder<Void>> all = new ArrayList<>();
        for (Communicator world : worlds(ranks)) {
            Op op = Op.ofInts((left, right) ->
                    UserErrorsTest.<RuntimeException>sneaked(new InterruptedIOException("interrupted")));
            all.add(started(world.allreduce(Buffers.ints(1), Buffers.of(new int[1]), op)));
        }
        for (Recorder<Void> each : all) {
            assertError(each.await().get(0), ErrorClass.OP, "has ");
        }
        assertWorks(ranks);
    }
}
