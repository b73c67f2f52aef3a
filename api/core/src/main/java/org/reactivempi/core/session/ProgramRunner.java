package org.reactivempi.core.session;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One run of a program as a rank: {@link Mpi#run} with its surroundings as arguments. For one call of {@code run}. */
final class ProgramRunner {

    private static final String SETTING_PREFIX = "--reactivempi.";
    private static final int FAILED = 1;
    /** How a rank ends that the others go on without. */
    private static final int GIVEN_UP = 37;
    /** 128 and SIGINT's number, as shells report it. */
    private static final int INTERRUPTED = 130;

    private final Function<Settings, Mono<Session>> sessions;
    private final IntConsumer exit;
    private final PrintStream errors;
    private String rankPrefix = "";
    /** Why the others go on without this rank, if they do. */
    private volatile @Nullable String givenUp;

    private boolean givenUpIsTold;

    /**
     * A run that has not begun.
     *
     * @param exit ends the rank with an exit code
     * @param errors where failures are written
     */
    ProgramRunner(Function<Settings, Mono<Session>> sessions, IntConsumer exit, PrintStream errors) {
        this.sessions = sessions;
        this.exit = exit;
        this.errors = errors;
    }

    void run(String[] args, Settings settings, Function<Communicator, Publisher<?>> program) {
        // Outside of every catch, since an exit may unwind the thread by throwing.
        exitCodeOf(args, settings, program).ifPresent(exit);
    }

    /** Nothing after a success; an exit code, which an {@code ExitException} may even set to 0, after all else. */
    private OptionalInt exitCodeOf(String[] args, Settings settings, Function<Communicator, Publisher<?>> program) {
        try {
            joinAndRun(args, settings, program);
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            return OptionalInt.of(INTERRUPTED);
        } catch (ExecutionException e) {
            return OptionalInt.of(report(Objects.requireNonNullElse(e.getCause(), e)));
        } catch (Throwable e) {
            // A blocking call inside the program function tells of an interrupt by the flag.
            return OptionalInt.of(Thread.interrupted() ? INTERRUPTED : report(e));
        }
    }

    private void joinAndRun(String[] args, Settings own, Function<Communicator, Publisher<?>> program)
            throws InterruptedException, ExecutionException {
        // From before the start: what fails in it on other threads may reach nobody else.
        OwnErrors dropped = new OwnErrors();
        Disposable.Composite listening = Disposables.composite(DroppedErrors.listen(dropped));
        try {
            Mono<Session> start = sessions.apply(settingsIn(args, own));
            Session session = await(Mono.firstWithSignal(start, dropped.first().then(Mono.empty())));
            if (session == null) {
                throw new MpiException(ErrorClass.SESSION, "the implementation started no session");
            }
            dropped.startedAs(session);
            rankPrefix = "rank " + session.world().rank() + ": ";
            if (session instanceof CoreSession core) {
                listening.add(core.givenUp().subscribe(why -> givenUp = why));
                listening.add(session.failure().subscribe(none -> {}, failed -> endIfGivenUp(core)));
            }
            Mono<Void> broken = Mono.firstWithSignal(session.failure(), dropped.first());
            await(Mono.firstWithSignal(Flux.from(publisherOf(program, session)).then(), broken));
            await(Mono.firstWithSignal(session.close(), broken));
        } finally {
            listening.dispose();
        }
    }

    /** The program may compute, and write what the others write: it is not waited for, where the process is this rank's alone. */
    @OnProgressThread
    private void endIfGivenUp(CoreSession core) {
        String why = givenUp;
        if (why != null && core.hasOwnJvm()) {
            Runnable end = () -> exit.accept(reportGivenUp(why));
            if (core.platform().hasThreads()) {
                new Thread(end, "reactive-mpi-given-up").start();
            } else {
                core.platform().worker().schedule(end);
            }
        }
    }

    /** Two threads may come here at once, and the one that exits first must not cut the line of the other. */
    private synchronized int reportGivenUp(String why) {
        if (!givenUpIsTold) {
            givenUpIsTold = true;
            errors.println(why + "; this process ends with code " + GIVEN_UP);
        }
        return GIVEN_UP;
    }

    /** The errors that this program should have handled: it may wait for ever for what has failed. */
    private static final class OwnErrors implements DroppedErrors.Owner {

        private final Optional<RankThreadGroup> group = RankThreadGroup.of(Thread.currentThread());
        private final Sinks.Empty<Void> first = Sinks.empty();
        private volatile @Nullable Session session;

        /** From now on, the session knows which threads are the rank's. */
        void startedAs(Session session) {
            this.session = session;
        }

        /** Fails with the first one. */
        Mono<Void> first() {
            return first.asMono();
        }

        @Override
        public boolean isInside() {
            Session started = session;
            return started == null
                    ? group.isPresent() && group.equals(RankThreadGroup.of(Thread.currentThread()))
                    : started instanceof CoreSession core && core.isInside();
        }

        @Override
        public boolean takesStrays() {
            Session started = session;
            return started == null ? group.isEmpty() : !(started instanceof CoreSession core) || core.hasOwnJvm();
        }

        @Override
        public void told(Throwable error) {
            first.tryEmitError(new UnhandledException(error));
        }
    }

    /** An error that has reached no code of the program. */
    private static final class UnhandledException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnhandledException(Throwable error) {
            super(error);
        }
    }

    private static Publisher<?> publisherOf(Function<Communicator, Publisher<?>> program, Session session) {
        @Nullable Publisher<?> publisher = program.apply(session.world());
        if (publisher == null) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "the program function has returned null, and not a Publisher to wait for; Mono.empty() is one for"
                            + " nothing");
        }
        return publisher;
    }

    private static Settings settingsIn(String[] args, Settings own) {
        Settings settings = own;
        for (String arg : args) {
            if (arg.startsWith(SETTING_PREFIX)) {
                settings = withSetting(settings, arg);
            }
        }
        return settings;
    }

    private static Settings withSetting(Settings settings, String arg) {
        int equals = arg.indexOf('=');
        if (equals <= SETTING_PREFIX.length()) {
            throw new MpiException(ErrorClass.ARG, arg + " is not of the form " + SETTING_PREFIX + "NAME=VALUE");
        }
        return settings.with(arg.substring(SETTING_PREFIX.length(), equals), arg.substring(equals + 1));
    }

    // A future, since it tells an interrupt from an error, which Mono.block() does not.
    private static <T> @Nullable T await(Mono<T> mono) throws InterruptedException, ExecutionException {
        CompletableFuture<T> end = mono.toFuture();
        try {
            return end.get();
        } catch (InterruptedException e) {
            end.cancel(true);
            throw e;
        }
    }

    private int report(Throwable failure) {
        Throwable error = Exceptions.unwrap(failure);
        if (error instanceof ExitException exit) {
            errors.println(exit.getMessage());
            return exit.code();
        }
        String without = givenUp;
        if (without != null) {
            return reportGivenUp(without);
        }
        boolean unhandled = error instanceof UnhandledException;
        Throwable told = unhandled ? Objects.requireNonNullElse(error.getCause(), error) : error;
        // What is fatal to the JVM, Reactor hands to nobody.
        boolean asksForAHandler = unhandled && !Exceptions.isJvmFatal(told);
        errors.println(rankPrefix
                + (asksForAHandler
                        ? "nobody has handled this error, as by subscribe(value -> ..., error -> ...): "
                        : "")
                + (told instanceof MpiException ? told.getMessage() : stackTraceOf(told)));
        return FAILED;
    }

    // As one text, printed at once, so that the traces of several ranks stay apart.
    private static String stackTraceOf(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString().stripTrailing();
    }
}
