package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Op;
import org.reactivempi.SessionView;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sessions that the ranks of a test open, each as a list of all ranks, and communicators that are made in them. */
final class Opened {

    static final String WORLD = "mpi://WORLD";
    static final String SELF = "mpi://SELF";
    static final String TEXT = "org.acme.solver";

    private Opened() {}

    /** On each rank a session of its own. */
    static List<SessionView> opened(Ranks ranks) {
        return each(worlds(ranks), world -> world.session().open());
    }

    /** What an operation gives of each, in their order, when it has ended for all. */
    static <S, T> List<T> each(List<S> all, Function<? super S, Mono<T>> operation) {
        return Flux.fromIterable(all)
                .flatMapSequential(operation, Math.max(1, all.size()))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    static List<Communicator> created(List<SessionView> sessions, String text) {
        return each(sessions, session -> session.group(WORLD).flatMap(group -> session.create(group, text)));
    }

    static void close(List<SessionView> sessions) {
        each(sessions, SessionView::close);
    }

    /** A call that runs already: what it gives. */
    static <T> Mono<T> running(Mono<T> call) {
        Mono<T> result = call.cache();
        result.subscribe(value -> {}, failure -> {});
        return result;
    }

    static Group group(SessionView session, String name) {
        return session.group(name).blockOptional(TIMEOUT).orElseThrow();
    }

    static int[] members(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    static void assertSums(List<Communicator> ends) {
        long sum = (long) ends.size() * (ends.size() - 1) / 2;
        assertThat(onAll(ends, end -> end.allreduce((long) end.rank(), Op.SUM))).containsOnly(sum);
    }

    static Mono<Communicator> create(SessionView session, String text, int... ranks) {
        return session.group(WORLD).flatMap(all -> session.create(all.incl(ranks), text));
    }
}
