package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Session;
import org.reactivempi.core.session.CoreSession;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the log says when a rank has gone that a listener waits for. Rank 1 listens, rank 0 goes. */
class ListenerEndTest {

    private static final int ONE_RANK = 1;
    private static final int ANY_RANK = 2;
    private static final int STREAMS = 3;

    private final LogWatch log = new LogWatch();

    @AfterEach
    void close() {
        log.close();
    }

    private static void meet(Pair pair) {
        Communicator zero = pair.world(0);
        Pair.awaitEnd(zero.isend(ints(1), 1, ANY_RANK));
        Pair.awaitEnd(zero.sendStream(Flux.just(1), Codecs.intValue(), 1, STREAMS));
    }

    @Test
    @DisplayName(
            "a rank that finalizes ends a listener of its streams without a warning, and with one line; its messages may come again")
    void finalized() {
        Application.pair(runner -> runner.withUserConfiguration(Listeners.class), pair -> {
            meet(pair);
            pair.zero().close();

            assertThat(log.next())
                    .startsWith("INFO ")
                    .contains("Listeners.streams has ended, and gets no more messages: ", "rank 0 has finalized");
            pair.one().close();
            assertThat(log.rest()).isEmpty();
        });
    }

    @Test
    @DisplayName(
            "a rank that fails ends a listener of its streams with a warning; those of messages wait for it to come again")
    void failed() {
        Application.pair(runner -> runner.withUserConfiguration(Listeners.class), pair -> {
            meet(pair);
            Pair.awaitEnd(((CoreSession) pair.zero().getBean(Session.class)).abort("for the test"));

            assertThat(log.next()).startsWith("WARN ").contains("Listeners.streams has ended");
            pair.one().close();
            assertThat(log.rest()).isEmpty();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        @MpiListener(source = 0, tag = ONE_RANK, concurrency = 8)
        Mono<Void> ofOne(int value) {
            return Mono.empty();
        }

        @MpiListener(source = Mpi.ANY_SOURCE, tag = ANY_RANK, concurrency = 8)
        Mono<Void> ofAny(int value) {
            return Mono.empty();
        }

        @MpiListener(source = 0, tag = STREAMS, concurrency = 8)
        Mono<Void> streams(Flux<Integer> values) {
            return values.then();
        }
    }
}
