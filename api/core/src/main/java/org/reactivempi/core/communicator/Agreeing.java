package org.reactivempi.core.communicator;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalWork;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Proposal;
import org.reactivempi.transport.engine.protocol.Conversation;
import org.reactivempi.transport.engine.protocol.Messages;

/**
 * One subscription of an agreement: this rank's part in it goes on when nobody waits for its end any more, since the others
 * count on it.
 */
final class Agreeing<T> implements LocalWork<T>, Conversation {

    private final Messages messages;
    private final CommunicatorState communicator;
    private final String name;
    private final Consumer<Consumer<Proposal>> begin;
    private final Function<Proposal, T> result;
    private @Nullable Owner<T> owner;

    /**
     * One that has not begun.
     *
     * @param messages this rank's
     * @param communicator whose ranks agree
     * @param name what it is called in descriptions of what runs
     * @param begin brings this rank's vote in, and says who is to be told of the decision
     * @param result what the decision gives; throws where it is an error
     */
    Agreeing(
            Messages messages,
            CommunicatorState communicator,
            String name,
            Consumer<Consumer<Proposal>> begin,
            Function<Proposal, T> result) {
        this.messages = messages;
        this.communicator = communicator;
        this.name = name;
        this.begin = begin;
        this.result = result;
    }

    @Override
    public void start(Owner<T> owner) {
        messages.begin(this);
        this.owner = owner;
        begin.accept(this::onDecided);
    }

    @Override
    public boolean forget(Owner<T> owner) {
        return end() != null;
    }

    @Override
    public int operations() {
        return 2;
    }

    @Override
    public boolean waitsForAll() {
        return true;
    }

    @Override
    public void onAborted(Throwable cause) {
        Owner<T> told = end();
        if (told != null) {
            told.fail(cause);
        }
    }

    private void onDecided(Proposal decision) {
        Owner<T> told = end();
        if (told != null) {
            tell(told, decision);
        }
    }

    private void tell(Owner<T> told, Proposal decision) {
        T value;
        try {
            value = result.apply(decision);
        } catch (RuntimeException wrong) {
            told.fail(wrong);
            return;
        }
        told.complete(value);
    }

    private @Nullable Owner<T> end() {
        Owner<T> told = owner;
        owner = null;
        if (told != null) {
            messages.end(this);
        }
        return told;
    }

    @Override
    public String toString() {
        return name + "(" + communicator.inWords() + ")";
    }
}
