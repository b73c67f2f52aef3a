package org.reactivempi.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What is left of a rank that does not come to be: nothing. */
class EngineStartTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final EngineSettings SETTINGS = EngineSettings.from(name -> null);

    private final CompletableFuture<Thread> progress = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** A channel whose opening is the test's. */
    private record TestChannel(String name, Supplier<Mono<Endpoint>> opening) implements Channel {

        @Override
        public boolean usesSockets() {
            return false;
        }

        @Override
        public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
            return opening.get();
        }
    }

    private class OpenEndpoint implements Endpoint {

        @Override
        public String address() {
            return "here";
        }

        @Override
        public boolean reaches(String address) {
            return false;
        }

        @Override
        public void connect(String address, LinkHandler handler) {}

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private Channel good() {
        return new TestChannel("good", () -> Mono.just(new OpenEndpoint()));
    }

    private Mono<Engine> start(Channel... channels) {
        return Engine.start(
                        new Job("job", 0, 2, 2), Secret.of("known"), SETTINGS, List.of(channels), peer -> Mono.never())
                .doOnNext(engine -> engine.execute(() -> progress.complete(Thread.currentThread())));
    }

    private void assertThatNothingIsLeft() throws InterruptedException {
        assertThat(closed.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("reactive-mpi-0")) {
                thread.join(TIMEOUT.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @Test
    @DisplayName(
            "RES-3 a start that is cancelled while a channel opens closes those that are open, and ends the thread")
    void cancelled() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        Channel slow = new TestChannel("slow", () -> Mono.<Endpoint>never().doOnSubscribe(s -> opening.countDown()));
        StepVerifier.create(start(good(), slow))
                .then(() -> await(opening))
                .thenCancel()
                .verify(TIMEOUT);
        assertThatNothingIsLeft();
    }

    @Test
    @DisplayName("RES-3 a start that fails behind a channel that is open closes it, and ends the thread")
    void failed() throws InterruptedException {
        Channel broken = new TestChannel(
                "broken",
                () -> Mono.just(new OpenEndpoint() {
                    @Override
                    public String address() {
                        throw new IllegalStateException("a mistake in the channel");
                    }
                }));
        StepVerifier.create(start(good(), broken))
                .expectErrorMessage("a mistake in the channel")
                .verify(TIMEOUT);
        assertThatNothingIsLeft();
    }

    private static final Error NO_THREAD = new InternalError("no thread");

    private static void lackThread() {
        throw NO_THREAD;
    }

    @Test
    @DisplayName(
            "RES-3 a start in which there is no thread to be had, on whatever thread that is noticed, fails, and closes what is open")
    void noThread() throws InterruptedException {
        Channel broken = new TestChannel(
                "broken",
                () -> Mono.<Endpoint>just(new OpenEndpoint() {
                            @Override
                            public String address() {
                                throw NO_THREAD;
                            }
                        })
                        .publishOn(Schedulers.single()));
        StepVerifier.create(start(good(), broken))
                .expectErrorSatisfies(error ->
                        assertThat(error).hasMessageContaining("no thread").hasCause(NO_THREAD))
                .verify(TIMEOUT);
        assertThatNothingIsLeft();
    }

    @Test
    @DisplayName("a channel that is opened by what is fatal to the JVM is left out like one that fails")
    void fatalChannel() {
        Channel broken = new TestChannel("broken", () -> Mono.create(sink -> lackThread()));
        StepVerifier.create(start(broken))
                .expectErrorSatisfies(error -> assertThat(error).hasCause(NO_THREAD))
                .verify(TIMEOUT);
        StepVerifier.create(start(broken, good()).flatMap(engine -> engine.abort("the test is over")))
                .verifyComplete();
    }

    @Test
    @DisplayName(
            "RES-3 what is fatal to the JVM in a command of a channel that opens ends the start, where the channel never would")
    void fatalCommand() throws InterruptedException {
        Channel broken = new Channel() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public boolean usesSockets() {
                return false;
            }

            @Override
            public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
                return Mono.create(sink -> progress.loop().execute(() -> lackThread()));
            }
        };
        StepVerifier.create(start(good(), broken))
                .expectErrorSatisfies(error -> assertThat(error).hasCause(NO_THREAD))
                .verify(TIMEOUT);
        assertThatNothingIsLeft();
    }

    @Test
    @DisplayName("a channel that throws when it is opened is left out like one that fails")
    void thrown() {
        Channel broken = new TestChannel("broken", () -> {
            throw new IllegalStateException("a mistake in the channel");
        });
        Engine engine = start(broken, good()).blockOptional(TIMEOUT).orElseThrow();
        assertThat(engine.addresses()).hasSize(1);
        engine.close().block(TIMEOUT);
    }

    @Test
    @DisplayName("without any channel the start fails with the first failure")
    void none() {
        StepVerifier.create(start(
                        new TestChannel("one", () -> Mono.error(new IOException("first"))),
                        new TestChannel("two", () -> Mono.error(new IOException("second")))))
                .expectErrorSatisfies(error ->
                        assertThat(error).hasMessage("first").hasSuppressedException(new IOException("second")))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank that has come to be does not end when the subscriber that started it cancels")
    void cancelledAfterwards() {
        Engine[] started = new Engine[1];
        StepVerifier.create(start(good()).mergeWith(Mono.never()))
                .consumeNextWith(engine -> started[0] = engine)
                .thenCancel()
                .verify(TIMEOUT);
        assertThat(progress).succeedsWithin(TIMEOUT);
        StepVerifier.create(started[0].pending())
                .expectNext(List.of())
                .expectComplete()
                .verify(TIMEOUT);
        started[0].close().block(TIMEOUT);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger discarded = new AtomicInteger();

    private Object counted(Object real) {
        Class<?>[] types = real instanceof RankLoop ? new Class<?>[] {RankLoop.class} : new Class<?>[] {Platform.class};
        return Proxy.newProxyInstance(getClass().getClassLoader(), types, (proxy, method, args) -> {
            if (method.getName().equals("discard")) {
                discarded.incrementAndGet();
            }
            try {
                Object result = method.invoke(real, args);
                if (method.getName().equals("loop") && real instanceof Platform) {
                    made.incrementAndGet();
                    return counted(result);
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private Mono<Engine> start(List<EngineListener> listeners, List<PacketFamily> families) {
        return new EngineStarter()
                .start(
                        new Job("job", 0, 2, 2),
                        Secret.of("known"),
                        SETTINGS,
                        List.of(good()),
                        peer -> Mono.never(),
                        () -> listeners,
                        (Platform) counted(Platform.system()),
                        families);
    }

    private static class Family implements PacketFamily {
        int version = 1;
        Peers peers;
        Runnable onBegin = () -> {};

        @Override
        public String name() {
            return "org.example.family";
        }

        @Override
        public int version() {
            return version;
        }

        @Override
        public List<Kind> kinds() {
            return List.of(new Kind("ONE", 0, 0));
        }

        @Override
        public Function<Peer, Handler> begin(Peers peers) {
            this.peers = peers;
            onBegin.run();
            return peer -> new Handler() {
                @Override
                public PayloadSink onPacket(int kind, ByteBuf fields, int payloadBytes) {
                    return PayloadSink.NOWHERE;
                }

                @Override
                public void onLost(Throwable cause) {
                    throw new IllegalStateException("a mistake in the family");
                }
            };
        }
    }

    @Test
    @DisplayName("RES-3 a start with a family that is not allowed, or whose begin throws, discards the loop, once")
    void badFamily() {
        Family bad = new Family();
        bad.version = -1;
        StepVerifier.create(start(List.of(), List.of(bad)))
                .expectErrorSatisfies(e -> assertThat(e).hasMessageContaining("version -1"))
                .verify(TIMEOUT);
        Family throwing = new Family();
        throwing.onBegin = () -> {
            throw new IllegalStateException("a mistake");
        };
        StepVerifier.create(start(List.of(), List.of(throwing)))
                .expectErrorMessage("a mistake")
                .verify(TIMEOUT);
        assertThat(made).hasValue(2);
        assertThat(discarded).hasValue(2);
    }

    @Test
    @DisplayName("RES-3 a start with a listener that throws when it is asked for its records leaves no loop")
    void badListener() {
        var bad = new EngineListener() {
            @Override
            public List<RankRecord> records() {
                throw new IllegalStateException("a mistake in the listener");
            }
        };
        StepVerifier.create(start(List.of(bad), List.of()))
                .expectErrorMessage("a mistake in the listener")
                .verify(TIMEOUT);
        assertThat(discarded.get()).isEqualTo(made.get());
    }

    @Test
    @DisplayName("RES-3 an engine ends though a family throws when it hears of the end")
    void throwingFamily() throws Exception {
        Family family = new Family();
        Engine engine = start(List.of(), List.of(family)).block(TIMEOUT);
        CountDownLatch joined = new CountDownLatch(1);
        engine.execute(() -> {
            family.peers.peer(1);
            joined.countDown();
        });
        await(joined);
        engine.close().block(TIMEOUT);
        assertThatNothingIsLeft();
    }
}
