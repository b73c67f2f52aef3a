package org.reactivempi.core.operation;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.Parked;

/**
 * A question to a rank's progress thread that is answered at once: what a local call is on another thread. Waits until the
 * progress thread comes to it, and never for a message.
 *
 * @param <T> the answer's type
 */
public final class Question<T> implements Runnable {

    /** Shorter than it takes the kernel to wake a thread. */
    private static final long SPIN_NANOS = 20_000;

    private final Thread asker = Thread.currentThread();
    private final Supplier<Optional<T>> question;
    private Optional<T> answer = Optional.empty();
    private @Nullable RuntimeException error;
    private volatile boolean answered;

    private Question(Supplier<Optional<T>> question) {
        this.question = question;
    }

    /**
     * Looks for a message.
     *
     * @param engine the rank's
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @return its status, if there is one now
     */
    public static Optional<Status> peek(Engine engine, Check check, int context, int source, int tag) {
        int peer = check.source(source, tag);
        return ask(
                engine,
                check,
                messages -> orFail(messages, messages.peek(context, source, tag), context, peer),
                ProbeMono::status);
    }

    /**
     * Takes a message out of matching.
     *
     * @param engine the rank's
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @return the message, if there is one now
     */
    public static Optional<MatchedMessage> take(Engine engine, Check check, int context, int source, int tag) {
        int peer = check.source(source, tag);
        return ask(
                engine,
                check,
                messages -> orFail(messages, messages.take(context, source, tag), context, peer),
                message -> new TakenMessage(engine, message));
    }

    /** Who asks again and again for what can't come any more hears of that. */
    private static @Nullable Parked orFail(Messages messages, @Nullable Parked found, int context, int peer) {
        if (found == null) {
            messages.checkSource(context, peer);
        }
        return found;
    }

    /**
     * Checks that the rank still starts operations.
     *
     * @param engine the rank's
     */
    public static void checkOpen(Engine engine) {
        ask(engine, null, messages -> null, message -> message);
    }

    private static <T> Optional<T> ask(
            Engine engine,
            @Nullable Check members,
            Function<Messages, @Nullable Parked> search,
            Function<Parked, T> result) {
        Supplier<Optional<T>> question = () -> {
            engine.messages().checkOpen();
            return Optional.ofNullable(search.apply(engine.messages())).map(result);
        };
        try {
            if (engine.inProgressThread()) {
                return question.get();
            }
            if (Engine.inAnyProgressThread()) {
                throw new IllegalStateException(
                        "asks another rank on " + Thread.currentThread().getName()
                                + ", which that rank might be waiting for: use probe or mprobe there");
            }
            Question<T> asked = new Question<>(question);
            engine.execute(asked);
            return asked.get();
        } catch (IllegalStateException wrong) {
            throw wrong;
        } catch (RuntimeException failure) {
            throw Failures.of(failure, members);
        }
    }

    @Override
    public void run() {
        try {
            answer = question.get();
        } catch (RuntimeException failure) {
            error = failure;
        }
        answered = true;
        LockSupport.unpark(asker);
    }

    private Optional<T> get() {
        long start = System.nanoTime();
        while (!answered && System.nanoTime() - start < SPIN_NANOS) {
            Thread.yield();
        }
        boolean interrupted = false;
        while (!answered) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (error != null) {
            throw error;
        }
        return answer;
    }
}
