package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.spring.autoconfigure.MpiObservationAutoConfiguration;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivempi.transport.fixtures.TracedRanks;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** What listeners do belongs to the trace of what they got, with OpenTelemetry under the application's observations. */
class ListenerTraceTest {

    private static final int RELAY = 1;
    private static final int STORE = 2;
    private static final int STREAMS = 3;
    private static final Codec<Integer> INT = Codecs.intValue();

    private final TracedRanks tracers = new TracedRanks();

    @AfterEach
    void close() {
        tracers.close();
    }

    private ApplicationContextRunner rank(String peers, int rank) {
        return traced(Application.rank(peers, rank), tracers.registry(rank)).withUserConfiguration(Listeners.class);
    }

    private static ApplicationContextRunner traced(ApplicationContextRunner runner, ObservationRegistry registry) {
        return runner.withConfiguration(AutoConfigurations.of(MpiObservationAutoConfiguration.class))
                .withBean(ObservationRegistry.class, () -> registry);
    }

    /** Rank 0 does something inside of an observation. */
    private static void ordered(ApplicationContext zero, Mono<?> work) {
        Observation order = Observation.start("order", zero.getBean(ObservationRegistry.class));
        work.contextWrite(Context.of("micrometer.observation", order)).block(Pair.LIMIT);
        order.stop();
    }

    @Test
    @DisplayName("RX-10 a listener on another thread sends in the trace of its message, and a blocking one runs in it")
    void messages() {
        String peers = FreePorts.peers(3);
        LinkedBlockingQueue<String> stored = new LinkedBlockingQueue<>();
        rank(peers, 2)
                .run(two -> rank(peers, 1)
                        .run(one -> rank(peers, 0).run(zero -> {
                            two.getBean(Listeners.class).store = () -> stored.add(TracedRanks.current());
                            ordered(zero, Application.world(zero).isend(INT.encode(17), 1, RELAY));
                            assertThat(stored.poll(30, TimeUnit.SECONDS)).isNotNull();
                        })));
        assertThat(tracers.chain()).containsExactly("0: order", "0: isend", "1: irecv", "1: isend", "2: irecv");
        assertThat(tracers.ended())
                .hasSize(5)
                .extracting(TracedRanks.Ended::trace)
                .containsOnly(tracers.ended().get(0).trace());
    }

    @Test
    @DisplayName("RX-10 a blocking listener's thread is in the span of the receive")
    void blocking() {
        LinkedBlockingQueue<String> stored = new LinkedBlockingQueue<>();
        AtomicReference<@Nullable String> current = new AtomicReference<>();
        String peers = FreePorts.peers(2);
        rank(peers, 1)
                .run(one -> rank(peers, 0).run(zero -> {
                    one.getBean(Listeners.class).store = () -> stored.add(TracedRanks.current());
                    ordered(zero, Application.world(zero).isend(INT.encode(17), 1, STORE));
                    current.set(stored.poll(30, TimeUnit.SECONDS));
                }));
        assertThat(tracers.ended())
                .filteredOn(span -> span.what().equals("irecv"))
                .extracting(TracedRanks.Ended::id)
                .containsExactly(current.get());
    }

    @Test
    @DisplayName("RX-10 a listener's stream is below the stream that it answers")
    void streams() {
        String peers = FreePorts.peers(2);
        rank(peers, 1)
                .run(one -> rank(peers, 0).run(zero -> {
                    Communicator world = Application.world(zero);
                    Flux<Integer> answer = world.receiveStream(INT, 1, STREAMS);
                    ordered(
                            zero,
                            world.sendStream(Flux.range(0, 20), INT, 1, STREAMS).and(answer));
                }));
        assertThat(tracers.chain())
                .containsExactly("0: order", "0: sendStream", "1: receiveStream", "1: sendStream", "0: receiveStream");
        assertThat(tracers.ended()).hasSize(5);
    }

    @Test
    @DisplayName("without the module for it there are no observations, and the application starts")
    void conditions() {
        traced(Application.alone(), tracers.registry(0))
                .withClassLoader(new FilteredClassLoader("org.reactivempi.transport.observe.context"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mpiObservations"));
        Application.alone()
                .withConfiguration(AutoConfigurations.of(MpiObservationAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().hasBean("mpiObservations"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        private final Communicator world;
        volatile Runnable store = () -> {};

        Listeners(Communicator world) {
            this.world = world;
        }

        @MpiListener(source = 0, tag = RELAY)
        Mono<Void> relay(int value) {
            return Mono.just(value)
                    .publishOn(Schedulers.parallel())
                    .flatMap(each -> world.isend(INT.encode(each), 2, STORE))
                    .then();
        }

        @MpiListener(tag = STORE)
        void store(int value) {
            store.run();
        }

        @MpiListener(source = 0, tag = STREAMS)
        Flux<Integer> doubled(Flux<Integer> values) {
            return values.map(each -> 2 * each);
        }
    }
}
