package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.TruncationException;
import org.reactivempi.conformance.Mistakes.Mistake;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A communicator after errors. */
class UsableAfterErrorsTest {

    private static final int ROUNDS = 20;

    /** A group of rank 0, and one of all others. */
    static List<Intercommunicator> twoGroups(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        List<Communicator> parts = onAll(worlds, world -> world.split(Math.min(world.rank(), 1), 0));
        List<Intercommunicator> both = onAll(
                worlds,
                world -> parts.get(world.rank()).intercommunicator(0, world, world.rank() == 0 ? 1 : 0, Mistakes.TAG));
        Family.free(parts);
        return both;
    }

    static List<CartesianCommunicator> rings(Ranks ranks) {
        return onAll(
                worlds(ranks),
                world -> world.cartesian(Cartesian.of(ranks.size()).periodic(0)));
    }

    /** All signals, when the last one has come. */
    static List<Object> ended(Recorder<?> recorder) {
        try {
            return recorder.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** How an operation fails; null where it doesn't. */
    static Throwable failureOf(Mono<?> operation) {
        return operation
                .materialize()
                .mapNotNull(signal -> signal.getThrowable())
                .block(TIMEOUT);
    }

    /** Each of them fails as it is to, and what {@code used} does afterwards goes well. */
    private static <C extends AnyCommunicator> void assertAllFail(
            C communicator, List<Mistake<C>> mistakes, Runnable used) {
        SoftAssertions all = new SoftAssertions();
        for (Mistake<C> mistake : mistakes) {
            Throwable error =
                    failureOf(Flux.from(mistake.operation().apply(communicator)).then());
            all.assertThat(error).as(mistake.toString()).isInstanceOfSatisfying(MpiException.class, known -> {
                all.assertThat(known.errorClass()).as(mistake.toString()).isEqualTo(mistake.errorClass());
                mistake.words()
                        .forEach(word -> all.assertThat(known.getMessage())
                                .as(mistake.toString())
                                .contains(word));
            });
            used.run();
        }
        all.assertAll();
    }

    private static void use(List<? extends AnyCommunicator> ends, int expected) {
        List<int[]> sums = ends.stream().map(end -> new int[1]).toList();
        onAll(ends, end -> end.allreduce(Buffers.ints(3), Buffers.of(sums.get(ends.indexOf(end))), Op.SUM));
        assertThat(sums).extracting(sum -> sum[0]).first().isEqualTo(expected);
    }

    @OnEveryChannel
    @DisplayName("ENV-9, ARG-5 after each wrong argument of a message, stream or question the communicator works")
    void messages(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        int[] value = {0};
        assertAllFail(
                ends.get(0),
                Mistakes.messages(2),
                () -> assertThat(exchange(ends.get(0), ends.get(1), ++value[0])).isEqualTo(value[0]));
        use(ends, 6);
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-9, ARG-5 after each wrong argument of a collective call the next one is the first of all ranks")
    void together(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        assertAllFail(ends.get(0), Mistakes.together(), () -> use(ends, 6));
        Family.free(ends);
    }

    @OnEveryChannel
    @DisplayName("ENV-9, ARG-5 after each wrong argument of a neighbor exchange the grid works")
    void neighbors(Ranks ranks) {
        List<CartesianCommunicator> ends = rings(ranks);
        assertAllFail(ends.get(0), Mistakes.neighbors(), () -> {
            List<int[]> rooms = List.of(new int[2], new int[2]);
            onAll(ends, end -> end.neighborAllgather(Buffers.ints(7 + end.rank()), Buffers.of(rooms.get(end.rank()))));
            assertThat(rooms.get(0)).containsExactly(8, 8);
        });
        onAll(ends, AnyCommunicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ENV-9, ARG-5 after each wrong argument a communicator of two groups works")
    void ofTwoGroups(Ranks ranks) {
        List<Intercommunicator> ends = twoGroups(ranks);
        assertAllFail(ends.get(0), Mistakes.messages(2), () -> {});
        assertAllFail(ends.get(0), Mistakes.ofTwoGroups(), () -> use(ends, 6));
        onAll(ends, AnyCommunicator::free);
    }

    @OnEveryChannel
    @DisplayName("ENV-9, ARG-4 all operations of a freed communicator say so; its parent works")
    void freed(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Family.free(ends);
        int[] value = {0};
        assertAllFail(
                ends.get(0),
                Mistakes.ofFreed(),
                () -> assertThat(exchange(ranks.world(0), ranks.world(1), ++value[0]))
                        .isEqualTo(value[0]));
    }

    @OnEveryChannel
    @DisplayName("ENV-9 after a truncation in each form of a receive the next message comes whole")
    void truncation(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Communicator zero = ends.get(0);
        Communicator one = ends.get(1);
        int[] large = new int[100_000];
        List<Function<Buffer, Mono<?>>> forms = List.of(
                room -> one.irecv(room, 0, TAG), room -> one.mprobe(0, TAG).flatMap(message -> message.receive(room)));
        List<Throwable> errors = new ArrayList<>();
        for (int length : new int[] {2, large.length}) {
            for (Function<Buffer, Mono<?>> form : forms) {
                Recorder<?> sent = Family.started(zero.isend(Buffers.of(large, 0, length), 1, TAG));
                errors.add(failureOf(form.apply(Buffers.of(new int[1]))));
                assertThat(ended(sent)).isNotEmpty();
                assertThat(exchange(zero, one, length)).isEqualTo(length);
            }
        }
        assertThat(errors)
                .hasSize(4)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(TruncationException.class)
                        .hasMessageContaining("4"));
        Throwable exchanged = failureOf(Mono.when(
                zero.isend(Buffers.ints(1, 2, 3), 1, TAG),
                one.isendrecv(Buffer.empty(), 0, TAG, Buffers.of(new int[1]), 0, TAG),
                zero.receive(1, TAG)));
        assertThat(exchanged).isInstanceOf(TruncationException.class);
        assertThat(exchange(zero, one, 9)).isEqualTo(9);
        use(ends, 6);
        Family.free(ends);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("ENV-9 after errors of lengths in collective calls, again and again, the communicator works")
    void lengths(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        for (int round = 0; round < ROUNDS; round++) {
            int wrong = 1 + round % 2;
            List<Throwable> errors = Flux.fromIterable(ends)
                    .flatMap(
                            end -> end.gather(
                                            Buffers.of(new int[end.rank() == wrong ? 5 : 4]),
                                            Buffers.of(new int[12]),
                                            0)
                                    .materialize()
                                    .mapNotNull(signal -> signal.getThrowable()),
                            3)
                    .collectList()
                    .block(TIMEOUT);
            assertThat(errors).isNotEmpty();
            use(ends, 9);
        }
        assertFails(ends.get(0).bcast(Buffers.of(new int[1]), 3), ErrorClass.ROOT, "root 3", "0..2");
        Family.free(ends);
    }
}
