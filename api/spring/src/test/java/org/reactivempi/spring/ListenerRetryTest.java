package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Listeners that try again. */
class ListenerRetryTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int ASKED = 31;
    private static final int SENT = 32;
    private static final int READ = 33;
    private static final int SLOW = 34;

    private static void pair(Application.PairTest test) {
        Application.pair((ApplicationContextRunner runner) -> runner.withUserConfiguration(Listeners.class), test);
    }

    @Test
    @DisplayName("what fails at first is tried as often as the listener says, and the asker gets the answer")
    void succeeds() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            assertThat(Pair.await(pair.world(0).ask(2, INT, INT, 1, ASKED))).isEqualTo(3);
            assertThat(listeners.calls).hasValue(3);
            assertThat(listeners.dead).isEmpty();
        });
    }

    @Test
    @DisplayName("what has failed each time goes to the error handler, once, with its message; and to the asker")
    void failsForGood() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            Communicator zero = pair.world(0);
            assertThat(catchThrowable(() -> Pair.await(zero.ask(9, INT, INT, 1, ASKED))))
                    .isInstanceOf(AnswerException.class)
                    .hasMessage("call 3 of 9");
            assertThat(listeners.dead.poll(30, TimeUnit.SECONDS)).isEqualTo("4 bytes: call 3 of 9");
            listeners.calls.set(0);
            Pair.await(zero.send(9, INT, 1, SENT));
            assertThat(listeners.dead.poll(30, TimeUnit.SECONDS)).isEqualTo("4 bytes: call 2 of 9");
            assertThat(listeners.dead).isEmpty();
        });
    }

    @Test
    @DisplayName("a message that its codec can't read is not tried again")
    void unreadable() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            Pair.await(pair.world(0).send("long", Codecs.string(), 1, READ));
            Pair.await(pair.world(0).send("longer", Codecs.string(), 1, READ));
            assertThat(listeners.dead.poll(30, TimeUnit.SECONDS)).startsWith("6 bytes: ");
            assertThat(listeners.calls).hasValue(1);
        });
    }

    @Test
    @DisplayName("what waits for its next try when the listener stops has failed, and the stop does not wait for it")
    void stopped() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            CompletableFuture<Integer> asked =
                    pair.world(0).ask(9, INT, INT, 1, SLOW).toFuture();
            assertThat(listeners.tried.poll(30, TimeUnit.SECONDS)).isEqualTo(9);
            Pair.awaitEnd(pair.one().getBean(MpiListeners.class).pause("slow"));
            assertThat(asked)
                    .failsWithin(Pair.LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(AnswerException.class)
                    .withMessage("slow");
            assertThat(listeners.tried).isEmpty();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final AtomicInteger calls = new AtomicInteger();
        final LinkedBlockingQueue<Integer> tried = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> dead = new LinkedBlockingQueue<>();

        @MpiListener(tag = ASKED, attempts = 3, backOff = "1ms")
        Mono<Integer> asked(int failures) {
            return Mono.fromSupplier(() -> call(failures));
        }

        @MpiListener(tag = SENT, attempts = 2, backOff = "1ms")
        void sent(int failures) {
            call(failures);
        }

        @MpiListener(id = "slow", tag = SLOW, attempts = 3, backOff = "1h")
        Mono<Integer> slow(int number) {
            tried.add(number);
            return Mono.error(new IllegalStateException("slow"));
        }

        @MpiListener(tag = READ, attempts = 2, backOff = "1h")
        void read(int four) {
            calls.incrementAndGet();
        }

        private int call(int failures) {
            int call = calls.incrementAndGet();
            if (call <= failures) {
                throw new IllegalStateException("call " + call + " of " + failures);
            }
            return call;
        }

        @Bean
        ListenerErrorHandler handler() {
            return failure -> Mono.fromRunnable(
                    () -> dead.add(failure.message().orElseThrow().lengthBytes() + " bytes: "
                            + failure.error().getMessage()));
        }
    }
}
