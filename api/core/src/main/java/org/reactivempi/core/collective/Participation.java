package org.reactivempi.core.collective;

import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Operations;

/**
 * This rank's part in a collective operation. It goes on to its end where nobody waits for that any more, since the other ranks count on
 * it.
 *
 * @param <T> what the operation gives
 */
@OnProgressThread
abstract class Participation<T> implements LocalMono.Work<T>, Conversation {

    final CollectiveContext communicator;
    private @Nullable Owner<T> owner;
    /** Its number among those of this rank. */
    private int conversation;

    Participation(CollectiveContext communicator) {
        this.communicator = communicator;
    }

    /** It begins, and nobody may want to know of its end. */
    final void begin(@Nullable Owner<T> whoWaits) {
        conversation = messages().begin(this);
        owner = whoWaits;
        communicator.begun();
    }

    /** It has ended, well or not; its owner, which waits for it, is told after that. */
    final void end(boolean well) {
        communicator.ended(well);
        messages().end(conversation);
    }

    private Operations messages() {
        return communicator.at.engine().messages();
    }

    /** The owner that waits for its end; nobody does from now on. */
    final @Nullable Owner<T> takeOwner() {
        Owner<T> told = owner;
        owner = null;
        return told;
    }

    @Override
    public final boolean concernsOthers() {
        return true;
    }

    @Override
    public final boolean forget(Owner<T> whoWaits) {
        return takeOwner() != null;
    }

    /** Itself, and the operation whose work it is, as long as somebody waits for that. */
    @Override
    public final int operations() {
        return owner == null ? 1 : 2;
    }

    /** Whether the one that waits for its end does so by profession. */
    final boolean listens() {
        return owner != null && owner.listens();
    }

    /** Whether the calling thread waits for its end. */
    public final boolean isWaitedFor() {
        return owner != null && owner.isWaitedFor();
    }

    @Override
    public final void onAborted(Throwable cause) {
        // Its messages have failed, and with them all that comes after.
    }

    /** For people. */
    final String waited() {
        return owner == null ? ", which nobody waits for here any more" : "";
    }
}
