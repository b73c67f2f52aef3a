package org.reactivempi.transport.engine.protocol;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** The conversations of a rank that have begun and not ended. Only the progress thread comes here. */
final class Conversations {

    private final CompletionQueue signals;
    private final Set<Conversation> running = Collections.newSetFromMap(new IdentityHashMap<>());

    Conversations(CompletionQueue signals) {
        this.signals = signals;
    }

    void begin(Conversation conversation) {
        running.add(conversation);
        signals.started();
    }

    void end(Conversation conversation) {
        running.remove(conversation);
        signals.step(signals::ended);
    }

    /** How many operations they are. */
    int operations() {
        return running.stream().mapToInt(Conversation::operations).sum();
    }

    /** Whether one of them may wait for any rank. */
    boolean waitForAll() {
        return running.stream().anyMatch(Conversation::waitsForAll);
    }

    void forEach(Consumer<Conversation> visitor) {
        running.forEach(visitor);
    }

    /** The engine ends at once. */
    void abort(Throwable cause) {
        List.copyOf(running).forEach(conversation -> conversation.onAborted(cause));
    }
}
