package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Session;
import org.reactivempi.spring.actuate.MpiHealthIndicator;
import org.reactivempi.spring.autoconfigure.MpiHealthAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiMetersAutoConfiguration;
import org.reactivempi.spring.crac.Core;
import org.reactivempi.spring.listener.ListenerContainer;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.Scope;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ScopedProxyMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Contexts that stop and start again: paused ones of tests, a restore, a refreshed scope. Rank 1 listens, rank 0 sends. */
@ExtendWith(OutputCaptureExtension.class)
class RestartTest {

    private static final int MESSAGES = 1;
    private static final int QUESTIONS = 2;
    private static final int STREAMS = 3;
    private static final int HELD = 4;
    private static final int HELD_QUESTIONS = 5;
    private static final int SCOPED = 6;
    private static final int TIMES = 3;
    private static final Codec<Integer> INT = Codecs.intValue();

    /** All ways of a context to stop that a start may follow. */
    enum Stop {
        STOP {
            @Override
            void stop(ConfigurableApplicationContext context) {
                context.stop();
            }

            @Override
            void start(ConfigurableApplicationContext context) {
                context.start();
            }
        },
        PAUSE {
            @Override
            void stop(ConfigurableApplicationContext context) {
                context.pause();
            }

            @Override
            void start(ConfigurableApplicationContext context) {
                context.restart();
            }
        },
        /** Of all contexts of the JVM, as CRaC has it. */
        CHECKPOINT {
            @Override
            void stop(ConfigurableApplicationContext context) throws Exception {
                Core.getGlobalContext().beforeCheckpoint(Core.getGlobalContext());
            }

            @Override
            void start(ConfigurableApplicationContext context) throws Exception {
                Core.getGlobalContext().afterRestore(Core.getGlobalContext());
            }
        };

        abstract void stop(ConfigurableApplicationContext context) throws Exception;

        abstract void start(ConfigurableApplicationContext context) throws Exception;
    }

    private static void pair(Class<?> listeners, Application.PairTest test) {
        Application.pair(runner -> runner.withUserConfiguration(listeners), test);
    }

    private static ConfigurableApplicationContext context(Pair pair) {
        return pair.one().getSourceApplicationContext();
    }

    private static String next(BlockingQueue<String> values) throws InterruptedException {
        String value = values.poll(30, TimeUnit.SECONDS);
        return value == null ? "nothing in time" : value;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "RES-1 a context stops and starts again and again: what comes meanwhile waits, and each message, question and stream is dealt with once, in order")
    void again(Stop how) {
        pair(Listeners.class, pair -> {
            Communicator zero = pair.world(0);
            ConfigurableApplicationContext context = context(pair);
            BlockingQueue<String> values = context.getBean(Listeners.class).values;
            for (int time = 0; time < TIMES; time++) {
                int running = 2 * time;
                assertThat(all(zero, running).collectList().block(Pair.LIMIT)).hasSize(1);
                assertThat(List.of(next(values), next(values), next(values)))
                        .containsExactlyInAnyOrder("message " + running, "question " + running, "stream " + running);

                how.stop(context);
                int stopped = running + 1;
                LinkedBlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
                LinkedBlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
                all(zero, stopped).subscribe(answers::add, errors::add);
                assertThat(arrived(pair)).isTrue();
                assertThat(values).isEmpty();
                assertThat(answers).isEmpty();

                how.start(context);
                assertThat(List.of(next(values), next(values), next(values)))
                        .containsExactlyInAnyOrder("message " + stopped, "question " + stopped, "stream " + stopped);
                assertThat(answers.poll(30, TimeUnit.SECONDS)).isEqualTo(stopped + 1);
                assertThat(errors).isEmpty();
            }
        });
    }

    /** One of each kind, with a number; the answer to the question. */
    private static Flux<Integer> all(Communicator zero, int number) {
        return Flux.merge(
                zero.isend(INT.encode(number), 1, MESSAGES).then(Mono.empty()),
                zero.ask(number, INT, INT, 1, QUESTIONS),
                zero.sendStream(Flux.just(number), INT, 1, STREAMS).then(Mono.empty()));
    }

    /** The links are up while the context is stopped: a message after all others has come, for a receive that is no listener's. */
    private static boolean arrived(Pair pair) {
        return Mono.zip(pair.world(0).isend(ints(1), 1, 0), pair.world(1).receive(0, 0))
                .blockOptional(Pair.LIMIT)
                .isPresent();
    }

    @Test
    @DisplayName(
            "RES-1 a stop waits for handlers that run; messages and questions that come meanwhile wait for the next start")
    void whileHandlersRun() {
        pair(Held.class, pair -> {
            Communicator zero = pair.world(0);
            ConfigurableApplicationContext context = context(pair);
            Held held = context.getBean(Held.class);
            LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
            zero.isend(INT.encode(1), 1, HELD).subscribe();
            ask(zero, 2, answers);
            assertThat(held.running.await(30, TimeUnit.SECONDS)).isTrue();

            CountDownLatch stopped = new CountDownLatch(1);
            Thread stopping = new Thread(() -> {
                context.stop();
                stopped.countDown();
            });
            stopping.start();
            ListenerContainer listeners = context.getBean(ListenerContainer.class);
            while (listeners.isRunning()) {
                Thread.onSpinWait();
            }
            // What comes before the stop has reached the progress thread may be dealt with.
            Mono.fromRunnable(() -> {}).subscribeOn(pair.world(1).scheduler()).block(Pair.LIMIT);
            zero.isend(INT.encode(3), 1, HELD).subscribe();
            ask(zero, 4, answers);
            assertThat(arrived(pair)).isTrue();
            assertThat(held.values).isEmpty();
            assertThat(stopped.getCount()).isEqualTo(1);

            held.goOn.countDown();
            assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(List.of(next(held.values), next(held.values))).containsExactlyInAnyOrder("1", "2");
            assertThat(next(answers)).isEqualTo("3");
            assertThat(arrived(pair)).isTrue();
            assertThat(held.values).isEmpty();

            context.start();
            assertThat(List.of(next(held.values), next(held.values))).containsExactlyInAnyOrder("3", "4");
            assertThat(next(answers)).isEqualTo("5");
        });
    }

    private static void ask(Communicator zero, int number, BlockingQueue<String> answers) {
        zero.ask(number, INT, INT, 1, HELD_QUESTIONS)
                .subscribe(answer -> answers.add(answer.toString()), error -> answers.add(error.toString()));
    }

    @Test
    @DisplayName(
            "a handler that has not ended when the time for a stop is over still counts as one of its listener's after a start")
    void longHandler() {
        Application.pair(
                runner -> runner.withUserConfiguration(Held.class)
                        .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                        .withPropertyValues(
                                "reactivempi.listener.concurrency=1",
                                "spring.lifecycle.timeout-per-shutdown-phase=100ms"),
                pair -> {
                    ConfigurableApplicationContext context = context(pair);
                    Held held = context.getBean(Held.class);
                    pair.world(0).isend(INT.encode(1), 1, HELD).subscribe();
                    assertThat(held.one.await(30, TimeUnit.SECONDS)).isTrue();
                    context.stop();
                    context.start();
                    pair.world(0).isend(INT.encode(2), 1, HELD).subscribe();
                    assertThat(arrived(pair)).isTrue();
                    assertThat(held.running.getCount()).isEqualTo(1);

                    held.goOn.countDown();
                    assertThat(List.of(next(held.values), next(held.values))).containsExactly("1", "2");
                });
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a context that closes after a stop closes its session in order")
    void closeAfterStop(Stop how) {
        pair(Listeners.class, pair -> {
            assertThat(arrived(pair)).isTrue();
            how.stop(context(pair));
            context(pair).close();

            assertThat(end(pair)).isEqualTo(Member.State.LEFT);
        });
    }

    /** How rank 0 sees that rank 1 has gone. */
    private static Member.State end(Pair pair) {
        return pair.zero()
                .getBean(Session.class)
                .members()
                .filter(member -> member.rank() == 1 && member.state() != Member.State.JOINED)
                .map(Member::state)
                .blockFirst(Pair.LIMIT);
    }

    @Test
    @DisplayName(
            "a session that waits for a peer is not waited for any longer than a shutdown phase may take, and the log says so")
    void noTime(CapturedOutput output) {
        Application.pair(
                runner -> runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms"), pair -> {
                    assertThat(arrived(pair)).isTrue();
                    pair.world(1).issend(ints(1), 0, 77).subscribe(sent -> {}, error -> {});
                    context(pair).close();

                    assertThat(output)
                            .contains("The session has not closed within 100 ms, which"
                                    + " spring.lifecycle.timeout-per-shutdown-phase allows");
                });
    }

    @Test
    @DisplayName(
            "health is up while a context is stopped, meters stay, and both are those of the same session after a start")
    void observed() {
        MeterRegistry registry = new SimpleMeterRegistry();
        Application.alone()
                .withConfiguration(
                        AutoConfigurations.of(MpiMetersAutoConfiguration.class, MpiHealthAutoConfiguration.class))
                .withBean(MeterRegistry.class, () -> registry)
                .withUserConfiguration(Listeners.class)
                .run(started -> {
                    ConfigurableApplicationContext context = started.getSourceApplicationContext();
                    MpiHealthIndicator health = context.getBean(MpiHealthIndicator.class);
                    int meters = registry.getMeters().size();
                    assertThat(meters).isPositive();
                    for (int time = 0; time < TIMES; time++) {
                        context.stop();
                        assertThat(Pair.await(health.health()).getStatus()).isEqualTo(Status.UP);
                        assertThat(registry.getMeters()).hasSizeGreaterThanOrEqualTo(meters);
                        context.start();
                        assertThat(Pair.await(health.health()).getStatus()).isEqualTo(Status.UP);
                    }
                    context.close();
                    assertThat(Pair.await(health.health()).getStatus()).isEqualTo(Status.DOWN);
                });
    }

    @Test
    @DisplayName("a listener in a scope that is refreshed is called on the bean that is there now")
    void refreshedScope() {
        pair(Scoped.class, pair -> {
            List<String> heard = new ArrayList<>();
            Scoped scoped = pair.one().getBean(Scoped.class);
            for (int time = 0; time < TIMES; time++) {
                pair.one().getBean("scopedTarget.refreshed");
                Pair.await(pair.world(0).isend(INT.encode(time), 1, SCOPED));
                heard.add(next(scoped.values));
                scoped.scope.beans.clear();
            }

            assertThat(heard)
                    .isEqualTo(IntStream.range(0, TIMES)
                            .mapToObj(time -> "bean " + (time + 1) + " hears " + time)
                            .toList());
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final BlockingQueue<String> values = new LinkedBlockingQueue<>();

        @MpiListener(tag = MESSAGES)
        void message(int value) {
            values.add("message " + value);
        }

        @MpiListener(tag = QUESTIONS)
        Mono<Integer> question(int value) {
            values.add("question " + value);
            return Mono.just(value + 1);
        }

        @MpiListener(tag = STREAMS)
        Mono<Void> stream(Flux<Integer> stream) {
            return stream.doOnNext(value -> values.add("stream " + value)).then();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Held {

        final BlockingQueue<String> values = new LinkedBlockingQueue<>();
        final CountDownLatch one = new CountDownLatch(1);
        final CountDownLatch running = new CountDownLatch(2);
        final CountDownLatch goOn = new CountDownLatch(1);

        @MpiListener(tag = HELD)
        void message(int value) throws InterruptedException {
            one.countDown();
            running.countDown();
            goOn.await();
            values.add("" + value);
        }

        @MpiListener(tag = HELD_QUESTIONS)
        Mono<Integer> question(int value) {
            running.countDown();
            return Mono.fromCallable(() -> {
                        goOn.await();
                        values.add("" + value);
                        return value + 1;
                    })
                    .subscribeOn(Schedulers.boundedElastic());
        }
    }

    /** A scope whose beans are forgotten when somebody says so, as those of a refreshed configuration are. */
    static final class Forgetful implements Scope {

        final ConcurrentHashMap<String, Object> beans = new ConcurrentHashMap<>();

        @Override
        public Object get(String name, ObjectFactory<?> factory) {
            Object known = beans.get(name);
            if (known == null) {
                known = factory.getObject();
                beans.put(name, known);
            }
            return known;
        }

        @Override
        public Object remove(String name) {
            return beans.remove(name);
        }

        @Override
        public void registerDestructionCallback(String name, Runnable callback) {}
    }

    static class Refreshed {

        private final Scoped scoped;
        private final int number;

        Refreshed(Scoped scoped, int number) {
            this.scoped = scoped;
            this.number = number;
        }

        @MpiListener(tag = SCOPED)
        void hear(int value) {
            scoped.values.add("bean " + number + " hears " + value);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        final BlockingQueue<String> values = new LinkedBlockingQueue<>();
        final Forgetful scope;
        private int made;

        Scoped(Forgetful scope) {
            this.scope = scope;
        }

        @Configuration(proxyBeanMethods = false)
        static class Scopes {

            @Bean
            static Forgetful forgetful() {
                return new Forgetful();
            }

            @Bean
            static BeanFactoryPostProcessor scope(Forgetful scope) {
                return beans -> beans.registerScope("forgetful", scope);
            }
        }

        @Bean
        @org.springframework.context.annotation.Scope(value = "forgetful", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Refreshed refreshed() {
            return new Refreshed(this, ++made);
        }
    }
}
