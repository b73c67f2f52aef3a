package org.reactivempi.core.session;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.Loggers;

/**
 * Errors of programs that nobody has handled: of a {@code subscribe()} without a consumer for errors, and what a consumer of a
 * {@code subscribe} has thrown. Reactor gives them to its hook for dropped errors, which is one for the whole JVM; here it is found
 * out whose they are.
 *
 * <pre>
 *  Operators.onErrorDropped --&gt; hook --+-- dropped after a cancellation, or by an operator --&gt; logged, as Reactor does
 *                                      +-- by a thread that an owner knows --&gt; told to that owner
 *                                      +-- by any other thread -------------&gt; told to the owners of strays, else logged
 *  Schedulers.handleError ---&gt; hook --- fatal to the JVM, by a task's thread --^
 * </pre>
 * What an operator drops, such as the second failure of a {@code Mono.when}, is no mistake of the program. Any thread.
 */
public final class DroppedErrors {

    /** A rank that wants to hear of the errors of its own threads. */
    public interface Owner {

        /** Whether the calling thread runs its code. */
        boolean isInside();

        /** Whether errors of threads that run no known code are its own, too. */
        boolean takesStrays();

        /** An error has been dropped, by the calling thread. */
        void told(Throwable error);
    }

    private static final List<Owner> OWNERS = new CopyOnWriteArrayList<>();
    private static final Hook HOOK = new Hook(List.of());
    private static final String KEY = DroppedErrors.class.getName();

    private static final String OPERATORS = Operators.class.getName();
    /** Reactor's subscribers for {@code subscribe(...)}: they drop what a consumer throws in these, and nothing else. */
    private static final String LAMBDA = "reactor.core.publisher.Lambda";

    private static final List<String> CALLS = List.of("onNext", "onComplete");
    /** Tells of what a subscriber has thrown at the library. */
    private static final String THROWN = "org.reactivempi.transport.engine.UncaughtErrors";

    private DroppedErrors() {}

    /** Tells {@code owner} of its errors until that is disposed. The hook stays; without owners it does what Reactor does without. */
    public static Disposable listen(Owner owner) {
        // Each time: a program or a test may have reset Reactor's hooks since.
        Hooks.onErrorDropped(HOOK);
        Schedulers.onHandleError(KEY, DroppedErrors::thrownByTask);
        OWNERS.add(owner);
        return () -> OWNERS.remove(owner);
    }

    /**
     * Of a task on one of Reactor's workers, which logs it: what is fatal to the JVM its operators have passed to nobody. What is
     * thrown inside of a rank, the session tells of.
     */
    private static void thrownByTask(Thread thread, Throwable error) {
        if (Exceptions.isJvmFatal(error) && OWNERS.stream().noneMatch(Owner::isInside)) {
            tell(error);
        }
    }

    private static void dropped(Throwable error, boolean logs) {
        Throwable own = unhandled(error);
        boolean told = own != null && tell(own);
        if (!told && logs) {
            Loggers.getLogger(Operators.class).error("Operator called default onErrorDropped", error);
        }
    }

    private static boolean tell(Throwable error) {
        List<Owner> owners = OWNERS.stream().filter(Owner::isInside).toList();
        if (owners.isEmpty()) {
            owners = OWNERS.stream().filter(Owner::takesStrays).toList();
        }
        owners.forEach(owner -> owner.told(error));
        return !owners.isEmpty();
    }

    /** The error if the program should have handled it; or null. */
    private static @Nullable Throwable unhandled(Throwable error) {
        if (Exceptions.isErrorCallbackNotImplemented(error)) {
            return error.getCause() == null ? error : error.getCause();
        }
        return StackWalker.getInstance().walk(DroppedErrors::isThrownByProgram) ? error : null;
    }

    private static boolean isThrownByProgram(Stream<StackFrame> stack) {
        return stack.dropWhile(frame -> !frame.getClassName().equals(OPERATORS))
                .dropWhile(frame -> frame.getClassName().equals(OPERATORS))
                .findFirst()
                .filter(frame -> frame.getClassName().equals(THROWN)
                        || frame.getClassName().startsWith(LAMBDA) && CALLS.contains(frame.getMethodName()))
                .isPresent();
    }

    /** Reactor adds one hook to another by {@code andThen}: so this one notices that it is there already. */
    private record Hook(List<Consumer<? super Throwable>> others) implements Consumer<Throwable> {

        @Override
        public void accept(Throwable error) {
            dropped(error, others.isEmpty());
            others.forEach(other -> other.accept(error));
        }

        @Override
        public Consumer<Throwable> andThen(Consumer<? super Throwable> after) {
            if (after instanceof Hook) {
                return this;
            }
            List<Consumer<? super Throwable>> more = new ArrayList<>(others);
            more.add(after);
            return new Hook(List.copyOf(more));
        }
    }
}
