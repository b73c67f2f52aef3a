package org.reactivempi.core.session;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
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
import org.reactivestreams.Publisher;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One run of a program as a rank: {@link Mpi#run} with its surroundings as arguments. For one call of {@code run}. */
final class ProgramRunner {

    private static final String SETTING_PREFIX = "--reactivempi.";
    private static final int FAILED = 1;
    /** 128 and SIGINT's number, as shells report it. */
    private static final int INTERRUPTED = 130;

    private final Function<Settings, Mono<Session>> sessions;
    private final IntConsumer exit;
    private final PrintStream errors;
    private String rankPrefix = "";

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
        Session session = await(sessions.apply(settingsIn(args, own)));
        if (session == null) {
            throw new MpiException(ErrorClass.SESSION, "the implementation started no session");
        }
        rankPrefix = "rank " + session.world().rank() + ": ";
        await(unlessBroken(session, Flux.from(program.apply(session.world())).then()));
        await(unlessBroken(session, session.close()));
    }

    /** A program that has thrown an error of the JVM may never end. */
    private static Mono<Void> unlessBroken(Session session, Mono<Void> end) {
        return Mono.firstWithSignal(end, session.failure());
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
        errors.println(rankPrefix + (error instanceof MpiException ? error.getMessage() : stackTraceOf(error)));
        return FAILED;
    }

    // As one text, printed at once, so that the traces of several ranks stay apart.
    private static String stackTraceOf(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString().stripTrailing();
    }
}
