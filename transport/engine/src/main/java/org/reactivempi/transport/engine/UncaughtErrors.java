package org.reactivempi.transport.engine;

import org.reactivempi.transport.channel.log.Log;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;

/** The errors that subscribers and tasks of the program, or the engine itself, have thrown inside the loop, and that no other code has caught. */
final class UncaughtErrors {

    private static final Log log = Log.of(UncaughtErrors.class);

    private final Sinks.Empty<Void> first = Sinks.empty();

    /** Fails with the first one that Reactor rethrows instead of passing it to a subscriber; hot, and never completes. */
    Mono<Void> first() {
        return first.asMono();
    }

    /** A subscriber has thrown: passes that to Reactor's hook for dropped errors. */
    void thrownBy(CoreSubscriber<?> subscriber, Throwable thrown) {
        try {
            Operators.onErrorDropped(thrown, subscriber.currentContext());
        } catch (Throwable hook) {
            log.error(hook, "a hook for dropped errors threw");
        }
        keep(thrown);
    }

    /** A task on the scheduler has thrown; Reactor tells of what isn't the JVM's. */
    void thrownByTask(Throwable thrown) {
        if (Exceptions.isJvmFatal(thrown)) {
            log.error(thrown, "a task on the progress thread has thrown");
            keep(thrown);
        }
    }

    /** The engine itself has thrown: the end of the rank, whatever it is. */
    void thrownByEngine(Throwable thrown) {
        log.error(thrown, "this rank has failed, and ends");
        tell(thrown);
    }

    /** This rank ends since others have given it up. */
    void givenUp(Throwable ownFailure) {
        tell(ownFailure);
    }

    private void keep(Throwable thrown) {
        if (Exceptions.isFatal(thrown)) {
            tell(thrown);
        }
    }

    private void tell(Throwable thrown) {
        try {
            first.tryEmitError(thrown);
        } catch (Throwable subscriber) {
            log.error(subscriber, "a subscriber to the failure of the program threw");
        }
    }
}
