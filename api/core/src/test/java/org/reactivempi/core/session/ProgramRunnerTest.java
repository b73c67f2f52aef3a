package org.reactivempi.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.BufferedMode;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorCodes;
import org.reactivempi.Errors;
import org.reactivempi.ExitException;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Member;
import org.reactivempi.MpiException;
import org.reactivempi.Ports;
import org.reactivempi.Session;
import org.reactivempi.SessionView;
import org.reactivempi.Settings;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

class ProgramRunnerTest {

    private final FakeProvider provider = new FakeProvider();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Test
    @DisplayName("a program that ends well is followed by an orderly close, and run returns")
    void success() {
        AtomicLong demand = new AtomicLong();

        run(world -> Flux.range(0, world.rank()).doOnRequest(demand::set));

        assertThat(demand).hasValue(Long.MAX_VALUE);
        assertThat(provider.closed).isTrue();
        assertThat(provider.exits).isZero();
        assertThat(errors()).isEmpty();
    }

    @Test
    @DisplayName("a failed Mono that nobody handles ends the rank with code 1, though the program never ends")
    void unhandledFailure() {
        run(world -> {
            Mono.error(new MpiException(ErrorClass.RANK, "destination 9 is outside 0..1"))
                    .subscribe();
            return Mono.never();
        });

        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(errors())
                .isEqualTo("rank 3: nobody has handled this error, as by subscribe(value -> ..., error -> ...):"
                        + " destination 9 is outside 0..1\n");
        assertThat(provider.closed).isFalse();
    }

    @Test
    @DisplayName(
            "an error that is dropped before the session stands ends the rank with code 1, though the start never ends")
    void unhandledInStart() {
        AtomicBoolean cancelled = new AtomicBoolean();
        new ProgramRunner(
                        settings -> Mono.<Session>never()
                                .doOnSubscribe(started -> Mono.error(new LinkageError("of the start"))
                                        .subscribe())
                                .doOnCancel(() -> cancelled.set(true)),
                        provider::exit,
                        new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(new String[0], Settings.create(), world -> Mono.empty());

        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(errors()).startsWith("java.lang.LinkageError: of the start\n");
        assertThat(cancelled).isTrue();
    }

    @Test
    @DisplayName("what a consumer given to subscribe throws ends the rank with code 1, with its stack")
    void thrownInSubscribe() {
        run(world -> {
            Mono.just(1).subscribe(value -> {
                throw new IllegalStateException("of the consumer");
            });
            return Mono.never();
        });

        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(errors())
                .contains("java.lang.IllegalStateException: of the consumer")
                .contains("ProgramRunnerTest.java");

        errors.reset();
        run(world -> {
            Mono.just(1).subscribe(value -> {}, error -> {}, () -> {
                throw new IllegalStateException("of the last one");
            });
            return Mono.never();
        });
        assertThat(errors()).contains("of the last one");
    }

    @Test
    @DisplayName("an error that an operator drops, or that comes behind a cancellation, ends nothing")
    void droppedByAnOperator() {
        Sinks.Empty<Void> late = Sinks.empty();
        run(world -> {
            Sinks.Many<Integer> second = Sinks.unsafe().many().unicast().onBackpressureBuffer();
            Flux.merge(Flux.error(new IllegalStateException("first")), second.asFlux())
                    .onErrorComplete()
                    .subscribe();
            Operators.onErrorDropped(new IllegalStateException("second"), Context.empty());
            late.asMono().subscribe().dispose();
            late.tryEmitError(new IllegalStateException("too late"));
            return Mono.empty();
        });

        assertThat(provider.exits).isZero();
        assertThat(errors()).isEmpty();
    }

    @Test
    @DisplayName("the program hears of its errors again after Reactor's hooks have been reset, and its own hooks go on")
    void hooks() {
        Hooks.resetOnErrorDropped();
        List<Throwable> own = new ArrayList<>();
        try {
            run(world -> {
                Hooks.onErrorDropped(own::add);
                Mono.error(new IllegalStateException("seen by both")).subscribe();
                return Mono.never();
            });
        } finally {
            Hooks.resetOnErrorDropped();
        }

        assertThat(own).hasSize(1);
        assertThat(errors()).contains("seen by both");
    }

    @Test
    @DisplayName("a program that returns null is told what to return")
    void returnsNull() {
        run(world -> nothing());

        assertThat(errors())
                .isEqualTo("rank 3: the program function has returned null, and not a Publisher to wait for;"
                        + " Mono.empty() is one for nothing\n");
        assertThat(provider.exitCode).isEqualTo(1);
    }

    @SuppressWarnings("NullAway")
    private static Publisher<?> nothing() {
        return null;
    }

    @Test
    @DisplayName("arguments of the form --reactivempi.NAME=VALUE are settings, all others are not")
    void settings() {
        run(world -> Mono.empty(), "--reactivempi.channel=tcp", "file", "--reactivempi.odd=a=b", "--verbose=1");

        assertThat(provider.settings.asMap()).containsOnly(entry("channel", "tcp"), entry("odd", "a=b"));
    }

    @Test
    @DisplayName("a program's own settings are kept, but where an argument says otherwise")
    void ownSettings() {
        Settings own = Settings.create().channel("local").with("odd", "c").attach(this);
        new ProgramRunner(provider::start, provider::exit, new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(new String[] {"--reactivempi.channel=tcp"}, own, world -> Mono.empty());

        assertThat(provider.settings.asMap()).containsOnly(entry("channel", "tcp"), entry("odd", "c"));
        assertThat(provider.settings.attached(ProgramRunnerTest.class)).containsSame(this);
    }

    @Test
    @DisplayName("a setting without a value or a name ends the rank with one line before it joins")
    void malformedSetting() {
        run(world -> Mono.empty(), "--reactivempi.channel");

        assertThat(errors()).isEqualTo("--reactivempi.channel is not of the form --reactivempi.NAME=VALUE\n");
        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(provider.settings).isNull();

        run(world -> Mono.empty(), "--reactivempi.=x");
        assertThat(provider.exits).isEqualTo(2);
    }

    @Test
    @DisplayName("an ExitException ends the rank with its code and its message alone, and without a close")
    void exitException() {
        run(world -> Mono.error(new ExitException(3, "no such file: x")));

        assertEnded(3, "no such file: x\n");
    }

    @Test
    @DisplayName("an ExitException that the function throws counts as well")
    void exitExceptionThrown() {
        run(world -> {
            throw new ExitException(4, "usage: hello");
        });

        assertEnded(4, "usage: hello\n");
    }

    @Test
    @DisplayName("an ExitException with code 0 ends the rank at once as well")
    void exitCodeZero() {
        run(world -> Mono.error(new ExitException(0, "nothing to do")));

        assertEnded(0, "nothing to do\n");
    }

    @Test
    @DisplayName("an MpiException ends the rank with code 1 and one line that names the rank")
    void mpiException() {
        run(world -> Mono.error(new MpiException(ErrorClass.RANK, "rank 9 is outside 0..7")));

        assertEnded(1, "rank 3: rank 9 is outside 0..7\n");
    }

    @Test
    @DisplayName("any other error ends the rank with code 1 and its stack trace")
    void otherError() {
        run(world -> Mono.error(new IllegalStateException("broken")));

        assertThat(errors()).startsWith("rank 3: java.lang.IllegalStateException: broken\n\tat ");
        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(provider.closed).isFalse();
    }

    @Test
    @DisplayName("an Error and a checked exception end the rank too")
    void otherThrowables() {
        run(world -> {
            throw new AssertionError("wrong");
        });
        run(world -> Mono.error(new Exception("checked")));

        assertThat(provider.exits).isEqualTo(2);
        assertThat(errors()).contains("AssertionError: wrong", "java.lang.Exception: checked");
    }

    @Test
    @DisplayName("LIF-1 a session that cannot start ends the rank with one line and code 1")
    void failedStart() {
        provider.session = Mono.error(new MpiException(ErrorClass.SESSION, "no answer from host:1"));

        run(world -> Mono.empty());

        assertEnded(1, "no answer from host:1\n");
    }

    @Test
    @DisplayName("a close that fails is a failure of the rank")
    void failedClose() {
        provider.close = Mono.error(new MpiException(ErrorClass.SESSION, "peer is gone"));

        run(world -> Mono.empty());

        assertEnded(1, "rank 3: peer is gone\n");
    }

    @Test
    @DisplayName("RX-8 an error that no subscriber gets ends the rank with code 1, and cancels the program")
    void fatalError() {
        AtomicBoolean cancelled = new AtomicBoolean();
        run(world -> Mono.never()
                .doOnSubscribe(started -> provider.failure
                        .tryEmitError(new NoClassDefFoundError("some/Absent"))
                        .orThrow())
                .doOnCancel(() -> cancelled.set(true)));

        assertThat(errors()).startsWith("rank 3: java.lang.NoClassDefFoundError: some/Absent\n\tat ");
        assertThat(provider.exitCode).isEqualTo(1);
        assertThat(provider.closed).isFalse();
        assertThat(cancelled).isTrue();
    }

    @Test
    @DisplayName("RX-8 so does one that is fatal to the JVM on a worker of Reactor's, of which no subscriber hears")
    void fatalErrorOnAWorker() {
        run(world -> Mono.fromRunnable(() -> {
                    throw new NoClassDefFoundError("some/Absent");
                })
                .subscribeOn(Schedulers.boundedElastic()));

        assertThat(errors()).startsWith("rank 3: java.lang.NoClassDefFoundError: some/Absent\n\tat ");
        assertThat(provider.exitCode).isEqualTo(1);
    }

    @Test
    @DisplayName("RX-8 so does one while the session closes")
    void fatalErrorWhileClosing() {
        provider.close = Mono.<Void>never()
                .doOnSubscribe(started ->
                        provider.failure.tryEmitError(new StackOverflowError()).orThrow());
        run(world -> Mono.empty());

        assertThat(errors()).startsWith("rank 3: java.lang.StackOverflowError\n\tat ");
        assertThat(provider.exitCode).isEqualTo(1);
    }

    @Test
    @DisplayName("an interrupt cancels the program and ends the rank with code 130")
    void interrupt() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean cancelled = new AtomicBoolean();
        Mono<Void> program =
                Mono.<Void>never().doOnSubscribe(s -> started.countDown()).doOnCancel(() -> cancelled.set(true));
        Thread rank = new Thread(() -> run(world -> program));

        rank.start();
        started.await();
        rank.interrupt();
        rank.join();

        assertThat(cancelled).isTrue();
        assertEnded(130, "");
    }

    @Test
    @DisplayName("an interrupt of a blocking call in the program function ends the rank with code 130")
    void interruptedBlockingCall() {
        run(world -> {
            Thread.currentThread().interrupt();
            throw new MpiException(ErrorClass.OTHER, "interrupted");
        });

        assertEnded(130, "");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @DisplayName("an exit that unwinds the rank's thread by throwing is let through")
    void throwingExit() {
        provider.onExit = () -> {
            throw new ThreadDeathForTest();
        };

        assertThatThrownBy(() -> run(world -> Mono.error(new ExitException(3, "end"))))
                .isInstanceOf(ThreadDeathForTest.class);
        assertThat(provider.exits).isEqualTo(1);
    }

    private void run(Function<Communicator, Publisher<?>> program, String... args) {
        new ProgramRunner(provider::start, provider::exit, new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(args, Settings.create(), program);
    }

    private String errors() {
        return errors.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private void assertEnded(int code, String output) {
        assertThat(errors()).isEqualTo(output);
        assertThat(provider.exits).isEqualTo(1);
        assertThat(provider.exitCode).isEqualTo(code);
        assertThat(provider.closed).isFalse();
    }

    private static final class ThreadDeathForTest extends RuntimeException {}

    /** Gives one session, of rank 3, and notes what it is asked to do. */
    private static final class FakeProvider implements Session {

        private Settings settings;
        private Mono<Session> session = Mono.just(this);
        private boolean closed;
        private Mono<Void> close = Mono.fromRunnable(() -> closed = true);
        private final Sinks.Empty<Void> failure = Sinks.empty();
        private Runnable onExit = () -> {};
        private int exits;
        private int exitCode;

        Mono<Session> start(Settings settings) {
            this.settings = settings;
            return session;
        }

        void exit(int code) {
            exits++;
            exitCode = code;
            onExit.run();
        }

        @Override
        public Errors<SessionView> errors() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ErrorCodes errorCodes() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Communicator world() {
            return (Communicator) Proxy.newProxyInstance(
                    Communicator.class.getClassLoader(), new Class<?>[] {Communicator.class}, (proxy, method, args) -> {
                        assertThat(method.getName()).isEqualTo("rank");
                        return 3;
                    });
        }

        @Override
        public double wtime() {
            throw new UnsupportedOperationException();
        }

        @Override
        public double wtick() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Scheduler scheduler() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Void> close() {
            return close;
        }

        @Override
        public Mono<Void> failure() {
            return failure.asMono();
        }

        @Override
        public Mono<Void> abort(int code) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Snapshot> snapshot() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Flux<Member> members() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Flux<Stall> stalls() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Ports ports() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Intercommunicator> join(SocketChannel socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferedMode buffers() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<SessionView> open() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> processSets() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Group> group(String processSet) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Map<String, String>> info(String processSet) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Communicator> create(Group group, String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Intercommunicator> intercommunicator(Group local, Group remote, String text) {
            throw new UnsupportedOperationException();
        }
    }
}
