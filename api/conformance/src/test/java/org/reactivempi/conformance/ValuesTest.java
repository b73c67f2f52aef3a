package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Values;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations with values of one kind, which have another length on each rank. */
class ValuesTest {

    private static final int TAG = 5;
    private static final String BAD = "bad";

    /** Refuses to write one text. */
    private static final Codec<String> PICKY = new Codec<>() {
        @Override
        public SendBuffer encode(String value) {
            if (value.equals(BAD)) {
                throw new IllegalStateException("refused");
            }
            return Codecs.string().encode(value);
        }

        @Override
        public String decode(ByteBuffer payload) {
            return Codecs.string().decode(payload);
        }
    };

    private static <C extends AnyCommunicator, T> List<Optional<T>> given(
            List<C> ends, Function<Values<String>, Mono<T>> operation) {
        return given(ends, (end, values) -> operation.apply(values));
    }

    private interface Attempt {
        Mono<?> of(AnyCommunicator end, Values<String> values);
    }

    private interface Operation<T> {
        Mono<T> of(AnyCommunicator end, Values<String> values);
    }

    private static <C extends AnyCommunicator, T> List<Optional<T>> given(List<C> ends, Operation<T> operation) {
        return onAll(
                ends,
                end -> operation
                        .of(end, end.values(Codecs.string()))
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty()));
    }

    /** What one end has for another one: of any length, also none. */
    private static String text(long seed, int from, int to) {
        Random random = new Random(seed * 31 + from * 7 + to);
        int length = random.nextInt(3) == 0 ? 0 : random.nextInt(random.nextInt(8) == 0 ? 40_000 : 30);
        return random.ints(length, 'a', 'z' + 1)
                .mapToObj(c -> String.valueOf((char) c))
                .collect(Collectors.joining());
    }

    private static List<String> texts(long seed, int ends) {
        return IntStream.range(0, ends).mapToObj(from -> text(seed, from, 0)).toList();
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("collective operations with values have what their definition says, at random lengths")
    void collective(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        int size = all.size();
        for (int seed = 0; seed < 20; seed++) {
            int round = seed;
            int root = seed % size;
            List<String> own = texts(round, size);
            assertThat(given(all, (end, values) -> values.bcast(end.rank() == root ? own.get(root) : null, root)))
                    .containsOnly(Optional.of(own.get(root)));
            assertThat(given(all, (end, values) -> values.gather(own.get(end.rank()), root)))
                    .isEqualTo(atRoot(size, root, own));
            assertThat(given(all, (end, values) -> values.scatter(end.rank() == root ? own : null, root)))
                    .isEqualTo(own.stream().map(Optional::of).toList());
            assertThat(given(all, (end, values) -> values.allgather(own.get(end.rank()))))
                    .containsOnly(Optional.of(own));
            assertThat(given(
                            all,
                            (end, values) -> values.alltoall(IntStream.range(0, size)
                                    .mapToObj(to -> text(round, end.rank(), to))
                                    .toList())))
                    .isEqualTo(IntStream.range(0, size)
                            .mapToObj(to -> Optional.of(IntStream.range(0, size)
                                    .mapToObj(from -> text(round, from, to))
                                    .toList()))
                            .toList());
        }
    }

    private static <T> List<Optional<T>> atRoot(int size, int root, T value) {
        return IntStream.range(0, size)
                .mapToObj(rank -> rank == root ? Optional.of(value) : Optional.<T>empty())
                .toList();
    }

    @OnEveryChannel(ranks = 8)
    @DisplayName(
            "COL-29 long values end on all ranks when a rank is lost before it has got any, and lack of lengths stops nobody")
    void lost(Ranks ranks) throws InterruptedException {
        String value = "v".repeat(300_000);
        List<Attempt> operations = List.of(
                (end, values) -> values.bcast(end.rank() == 0 ? value : null, 0),
                (end, values) -> values.bcast(end.rank() == 3 ? value : null, 3),
                (end, values) -> values.allgather(value.substring(0, 40_000)),
                (end, values) -> values.allreduce(value, (one, other) -> other),
                (end, values) -> values.gather(value, 2),
                (end, values) -> values.scatter(end.rank() == 1 ? Collections.nCopies(8, value) : null, 1),
                (end, values) -> values.alltoall(Collections.nCopies(8, value.substring(0, 90_000))));
        List<List<Recorder<?>>> running = operations.stream()
                .map(operation -> IntStream.of(0, 1, 2, 3, 5, 6, 7)
                        .<Recorder<?>>mapToObj(rank -> started(operation.of(
                                ranks.world(rank), ranks.world(rank).values(Codecs.string()))))
                        .toList())
                .toList();
        ranks.abort(4, "killed by the test").block(TIMEOUT);
        for (List<Recorder<?>> ofRanks : running) {
            for (Recorder<?> one : ofRanks) {
                assertThat(one.await())
                        .last()
                        .satisfiesAnyOf(
                                end -> assertThat(end).isEqualTo("complete"),
                                end -> assertThat(end)
                                        .isInstanceOfSatisfying(
                                                ProcessFailedException.class,
                                                error ->
                                                        assertThat(error.rank()).isEqualTo(4)));
            }
        }
        // What goes on without its callers ends as well: else it would hold its memory.
        for (int rank : new int[] {0, 1, 2, 3, 5, 6, 7}) {
            ranks.pending(rank)
                    .filter(List::isEmpty)
                    .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(5)))
                    .block(TIMEOUT);
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("reductions of values take them in the order of their ranks: the function needs not be commutative")
    void reductions(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        List<String> own = List.of("a", "b", "", "dd", "e");
        assertThat(given(all, (end, values) -> values.reduce(own.get(end.rank()), String::concat, 2)))
                .isEqualTo(atRoot(5, 2, "abdde"));
        assertThat(given(all, (end, values) -> values.allreduce(own.get(end.rank()), String::concat)))
                .containsOnly(Optional.of("abdde"));
        assertThat(given(all, (end, values) -> values.scan(own.get(end.rank()), String::concat)))
                .isEqualTo(List.of(
                        Optional.of("a"),
                        Optional.of("ab"),
                        Optional.of("ab"),
                        Optional.of("abdd"),
                        Optional.of("abdde")));
        assertThat(given(all, (end, values) -> values.exscan(own.get(end.rank()), String::concat)))
                .isEqualTo(List.of(
                        Optional.empty(), Optional.of("a"), Optional.of("ab"), Optional.of("ab"), Optional.of("abdd")));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("several operations with values that run at once, beside others, don't meet")
    void atOnce(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        List<List<Object>> results = onAll(all, end -> {
            Values<String> values = end.values(Codecs.string());
            return Flux.range(0, 20)
                    .flatMapSequential(
                            i -> i % 3 == 0
                                    ? end.barrier().thenReturn("barrier")
                                    : values.allgather(text(i, end.rank(), 0)),
                            20)
                    .map(Object.class::cast)
                    .collectList();
        });
        List<Object> expected = IntStream.range(0, 20)
                .mapToObj(i -> i % 3 == 0 ? (Object) "barrier" : texts(i, 4))
                .toList();
        assertThat(results).containsOnly(expected);
    }

    private static List<Throwable> errors(List<Communicator> all, Codec<String> codec, Attempt operation) {
        return onAll(
                all,
                end -> operation
                        .of(end, end.values(codec))
                        .<Throwable>map(value -> new AssertionError("got " + value))
                        .defaultIfEmpty(new AssertionError("nothing"))
                        .onErrorResume(Mono::just));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "a value that can't be written fails on its rank with the codec's reason, and on those that would get it with the rank")
    void unwritten(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        List<Attempt> operations = List.of(
                (end, values) -> values.allgather(end.rank() == 1 ? BAD : "good"),
                (end, values) -> values.bcast(end.rank() == 1 ? BAD : null, 1),
                (end, values) -> values.scatter(end.rank() == 1 ? List.of("a", BAD, "c") : null, 1),
                (end, values) -> values.alltoall(end.rank() == 1 ? List.of("a", "b", BAD) : List.of("a", "b", "c")),
                (end, values) -> values.allreduce(end.rank() == 1 ? BAD : "good", String::concat));
        for (Attempt operation : operations) {
            List<Throwable> errors = errors(all, PICKY, operation);
            assertIs(errors.get(1), ErrorClass.CONVERSION, "refused");
            assertIs(errors.get(0), ErrorClass.CONVERSION, "rank 1");
            assertIs(errors.get(2), ErrorClass.CONVERSION, "rank 1");
            assertThat(given(all, values -> values.allgather("after")))
                    .containsOnly(Optional.of(List.of("after", "after", "after")));
        }
        List<Throwable> scan =
                errors(all, PICKY, (end, values) -> values.scan(end.rank() == 1 ? BAD : "good", String::concat));
        assertThat(scan.get(0)).as("needs nothing of rank 1").hasMessage("got good");
        assertIs(scan.get(1), ErrorClass.CONVERSION, "refused");
        assertIs(scan.get(2), ErrorClass.CONVERSION, "rank 1");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("a value that is longer than the codec reads fails where it is read")
    void tooLong(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        List<Throwable> errors = errors(
                all,
                Codecs.limited(Codecs.string(), 10),
                (end, values) -> values.allgather("x".repeat(end.rank() == 1 ? 11 : 9)));
        assertIs(errors.get(0), ErrorClass.TRUNCATE, "11 bytes", "10");
        assertThat(given(all, values -> values.allgather("after")))
                .containsOnly(Optional.of(List.of("after", "after")));
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("arguments are wrong on their rank alone, which has not taken part")
    void arguments(Ranks ranks) {
        Values<String> values = ranks.world(0).values(Codecs.string());
        assertFails(values.scatter(List.of("one"), 0), ErrorClass.COUNT, "1 values", "2 ranks");
        assertFails(values.alltoall(List.of("one", "two", "three")), ErrorClass.COUNT, "3 values", "2 ranks");
        assertFails(values.gather("one", 2), ErrorClass.ROOT, "2");
        assertThatThrownBy(() -> values.allgather(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> values.bcast(null, 0)).isInstanceOf(NullPointerException.class);
        assertThat(given(worlds(ranks), each -> each.allgather("after")))
                .containsOnly(Optional.of(List.of("after", "after")));
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("in a communicator of two groups, ranks get the values of the other group")
    void twoGroups(Ranks ranks) {
        List<Communicator> halves = onAll(worlds(ranks), end -> end.split(end.rank() < 2 ? 0 : 1, end.rank()));
        List<Intercommunicator> all = onAll(
                worlds(ranks), end -> halves.get(end.rank()).intercommunicator(0, end, end.rank() < 2 ? 2 : 0, TAG));
        List<String> low = List.of("a", "bb");
        List<String> high = List.of("c", "", "eee");
        List<String> own = List.of("a", "bb", "c", "", "eee");
        Function<AnyCommunicator, Integer> place = end -> end.size() == 2 ? end.rank() : 2 + end.rank();

        assertThat(given(all, (end, values) -> values.allgather(own.get(place.apply(end)))))
                .isEqualTo(List.of(
                        Optional.of(high), Optional.of(high), Optional.of(low), Optional.of(low), Optional.of(low)));
        assertThat(given(all, (end, values) -> values.allreduce(own.get(place.apply(end)), String::concat)))
                .isEqualTo(List.of(
                        Optional.of("ceee"),
                        Optional.of("ceee"),
                        Optional.of("abb"),
                        Optional.of("abb"),
                        Optional.of("abb")));
        // The root is rank 1 of the first group.
        int[] roots = {Mpi.PROC_NULL, Mpi.ROOT, 1, 1, 1};
        assertThat(given(all, (end, values) -> values.bcast("from there", roots[place.apply(end)])))
                .isEqualTo(List.of(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("from there"),
                        Optional.of("from there"),
                        Optional.of("from there")));
        assertThat(given(all, (end, values) -> values.gather(own.get(place.apply(end)), roots[place.apply(end)])))
                .isEqualTo(List.of(
                        Optional.empty(), Optional.of(high), Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(given(all, (end, values) -> values.scatter(high, roots[place.apply(end)])))
                .isEqualTo(List.of(
                        Optional.empty(), Optional.empty(), Optional.of("c"), Optional.of(""), Optional.of("eee")));
        assertThat(given(
                        all,
                        (end, values) -> values.alltoall(IntStream.range(0, 5 - end.size())
                                .mapToObj(to -> place.apply(end) + " to " + to)
                                .toList())))
                .isEqualTo(List.of(
                        Optional.of(List.of("2 to 0", "3 to 0", "4 to 0")),
                        Optional.of(List.of("2 to 1", "3 to 1", "4 to 1")),
                        Optional.of(List.of("0 to 0", "1 to 0")),
                        Optional.of(List.of("0 to 1", "1 to 1")),
                        Optional.of(List.of("0 to 2", "1 to 2"))));
        assertFails(all.get(0).values(Codecs.string()).scan("a", String::concat), ErrorClass.COMM, "two groups");
        onAll(all, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("values, and a peer, send and receive what the communicator does")
    void messages(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Values<String> ofZero = zero.values(Codecs.string());
        Values<String> ofOne = one.values(Codecs.string());
        assertThat(ofZero.send("to one", 1, TAG)
                        .then(one.receive(Codecs.string(), 0, TAG))
                        .block(TIMEOUT))
                .isEqualTo("to one");
        assertThat(one.peer(0, TAG)
                        .send("back", Codecs.string())
                        .then(ofZero.receive(1, TAG))
                        .block(TIMEOUT))
                .isEqualTo("back");
        assertThat(ofZero.sendStream(Flux.just("a", "b"), 1, TAG)
                        .thenMany(Flux.<String>empty())
                        .mergeWith(one.peer(0, TAG).receiveStream(Codecs.string()))
                        .collectList()
                        .block(TIMEOUT))
                .containsExactly("a", "b");
        assertThat(zero.peer(1, TAG)
                        .sendStream(Flux.just("c", "d"), Codecs.string())
                        .thenMany(Flux.<String>empty())
                        .mergeWith(ofOne.receiveStream(0, TAG))
                        .collectList()
                        .block(TIMEOUT))
                .containsExactly("c", "d");
        one.answer(Codecs.string(), Codecs.intValue(), TAG, text -> Mono.just(text.length()))
                .take(1)
                .subscribe();
        assertThat(zero.peer(1, TAG)
                        .ask("four", Codecs.string(), Codecs.intValue())
                        .block(TIMEOUT))
                .isEqualTo(4);
        assertThat(zero.peer(1, TAG)).hasToString("Peer[rank=1, tag=5]");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("a communicator leads to its session")
    void session(Ranks ranks) {
        for (int rank = 0; rank < 2; rank++) {
            Communicator world = ranks.world(rank);
            assertThat(world.session()).isSameAs(ranks.session(rank));
            Communicator copy = onAll(worlds(ranks), Communicator::dup).get(rank);
            assertThat(copy.session()).isSameAs(world.session());
        }
    }
}
