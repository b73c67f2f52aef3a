package org.reactivempi.spring.listener;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** So much may be done at once: what comes beyond waits for its turn, in order, without a thread. */
final class Permits {

    private final Queue<Sinks.Empty<Void>> waiting = new ArrayDeque<>();
    private int left;

    Permits(int count) {
        left = count;
    }

    /** Does something when there is room for it, until it ends or is cancelled. */
    <T> Mono<T> with(Mono<T> work) {
        return Mono.usingWhen(
                Mono.fromSupplier(this::ask), turn -> turn.asMono().then(work), this::leave);
    }

    private synchronized Sinks.Empty<Void> ask() {
        Sinks.Empty<Void> turn = Sinks.empty();
        if (left > 0) {
            left--;
            turn.tryEmitEmpty();
        } else {
            waiting.add(turn);
        }
        return turn;
    }

    private Mono<Void> leave(Sinks.Empty<Void> turn) {
        return Mono.fromRunnable(() -> {
            Sinks.Empty<Void> next = next(turn);
            if (next != null) {
                next.tryEmitEmpty();
            }
        });
    }

    /** A waiter that leaves before its turn leaves nothing to others. */
    private synchronized Sinks.@Nullable Empty<Void> next(Sinks.Empty<Void> left) {
        if (waiting.remove(left)) {
            return null;
        }
        Sinks.Empty<Void> next = waiting.poll();
        if (next == null) {
            this.left++;
        }
        return next;
    }
}
