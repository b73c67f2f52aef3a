package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Communicators that the ranks of a test make together, each as a list of its ends. */
public final class Family {

    private static final Pattern CONTEXT = Pattern.compile("context=(\\d+)");

    private Family() {}

    public static List<Communicator> worlds(Ranks ranks) {
        return IntStream.range(0, ranks.size()).mapToObj(ranks::world).toList();
    }

    /** What an operation gives on each end, in the order of the ends, when it has ended on all. */
    public static <C, T> List<T> onAll(List<C> ends, Function<? super C, Mono<T>> operation) {
        return Flux.fromIterable(ends)
                .flatMapSequential(operation, Math.max(1, ends.size()))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    public static List<Communicator> dup(List<Communicator> ends) {
        return onAll(ends, Communicator::dup);
    }

    /** One part of all ends. */
    static List<Communicator> reordered(List<Communicator> ends, IntFunction<Integer> key) {
        return onAll(ends, end -> end.split(0, key.apply(end.rank())));
    }

    /** Two groups: the ranks of the world below {@code first}, and the others; both in their order there. */
    static List<Intercommunicator> joined(Ranks ranks, int first) {
        List<Communicator> halves = onAll(worlds(ranks), end -> end.split(end.rank() < first ? 0 : 1, 0));
        List<Intercommunicator> ends = onAll(halves, end -> {
            int rank = halves.indexOf(end);
            return end.intercommunicator(0, ranks.world(rank), rank < first ? first : 0, Payloads.TAG);
        });
        free(halves);
        return ends;
    }

    /** The ranks of a group in the world. */
    static int[] members(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    public static void free(List<Communicator> ends) {
        onAll(ends, Communicator::free);
    }

    /** What tells a communicator from all others of its job. */
    static int context(Communicator communicator) {
        Matcher matcher = CONTEXT.matcher(communicator.toString());
        assertThat(matcher.find()).as(communicator.toString()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    public static void assertFails(Publisher<?> operation, ErrorClass errorClass, String... words) {
        StepVerifier.create(operation)
                .expectErrorSatisfies(error -> assertIs(error, errorClass, words))
                .verify(TIMEOUT);
    }

    public static void assertIs(Throwable error, ErrorClass errorClass, String... words) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        MpiException.class,
                        failure -> assertThat(failure.errorClass()).isEqualTo(errorClass));
        List.of(words).forEach(word -> assertThat(error).hasMessageContaining(word));
    }

    public static <T> Recorder<T> started(Mono<T> operation) {
        Recorder<T> recorder = new Recorder<>();
        operation.subscribe(recorder);
        recorder.request(1);
        return recorder;
    }
}
