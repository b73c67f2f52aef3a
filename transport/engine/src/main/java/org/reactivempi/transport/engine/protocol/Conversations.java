package org.reactivempi.transport.engine.protocol;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** The conversations of a rank that run. */
final class Conversations implements OpenOperations {

    private final int rank;
    private final int size;
    private final CompletionQueue signals;
    /** By the numbers that they get when they begin. */
    private final IntObjectMap<Conversation> running = new IntObjectHashMap<>();

    private int next;

    Conversations(RankContext context) {
        this.rank = context.rank;
        this.size = context.size;
        this.signals = context.signals;
    }

    /** One begins; returns the number under which it ends. */
    int begin(Conversation conversation) {
        int number = next++;
        running.put(number, conversation);
        signals.started(conversation);
        return number;
    }

    void end(int number) {
        Conversation ended = running.remove(number);
        boolean outermost = signals.enter();
        try {
            signals.ended(ended);
        } finally {
            signals.exit(outermost);
        }
    }

    /** The engine closes. */
    void onClosing() {
        all().forEach(Conversation::onClosing);
    }

    /** The engine ends at once. */
    void onAborted(Throwable cause) {
        all().forEach(conversation -> conversation.onAborted(cause));
    }

    private List<Conversation> all() {
        return List.copyOf(running.values());
    }

    @Override
    public long running() {
        return running.values().stream().mapToInt(Conversation::operations).sum();
    }

    @Override
    public long idle() {
        return running.values().stream().mapToInt(Conversation::idleOperations).sum();
    }

    /** Their messages tell whom they wait for, except in conversations that may wait for all. */
    @Override
    public long addAwaited(BitSet ranks) {
        if (running.values().stream().anyMatch(Conversation::waitsForAll)) {
            ranks.set(0, rank);
            ranks.set(rank + 1, size);
        }
        running.values().forEach(conversation -> conversation.addAwaited(ranks));
        return running();
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        running.values().forEach(conversation -> visitor.accept(PendingOperation.other(conversation.toString())));
    }
}
