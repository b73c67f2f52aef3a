package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

/** A recorder on each rank, for a collective stream. */
final class CollectiveRecorders {

    private CollectiveRecorders() {}

    /** All ranks have subscribed, in the order of their ranks, and requested {@code demand}. */
    static <T> List<Recorder<T>> subscribed(Ranks ranks, Function<Communicator, Flux<T>> stream, long demand) {
        List<Recorder<T>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            Recorder<T> recorder = new Recorder<>();
            stream.apply(ranks.world(rank)).subscribe(recorder);
            recorder.request(demand);
            all.add(recorder);
        }
        return all;
    }

    /** Returns when so many signals have come. */
    static void awaitSize(Recorder<?> recorder, int size) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (recorder.signals().size() < size) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.yield();
        }
    }

    static void assertError(Object signal, ErrorClass errorClass, String... texts) {
        assertThat(signal).isInstanceOfSatisfying(MpiException.class, error -> {
            assertThat(error.errorClass()).isEqualTo(errorClass);
            assertThat(error).hasMessageContainingAll(texts);
        });
    }
}
