package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Incoming;
import reactor.core.CoreSubscriber;

/**
 * Receives a message each time that it is subscribed, into a buffer of the user's, or into memory of its own. It keeps what all its
 * operations have in common, so that each of them is small.
 */
public abstract class ReceiveMono<T> extends OperationMono<T> {

    final OperationContext at;
    final int source;
    final int tag;
    /** Where to put it; null for memory that each receive makes for itself. */
    final @Nullable Payload room;

    private @Nullable Status last;

    private ReceiveMono(OperationContext at, @Nullable Buffer room, int source, int tag) {
        this.at = at;
        this.room = room == null ? null : Payload.of(room);
        this.source = source;
        this.tag = tag;
    }

    /** A receive into a buffer. */
    public static ReceiveMono<Status> into(OperationContext at, Buffer room, int source, int tag) {
        return new IntoBuffer(at, room, source, tag);
    }

    /** The same as a part of a {@link org.reactivempi.transport.engine.port.Conversation}. */
    public static ReceiveMono<Status> partInto(OperationContext at, Buffer room, int source, int tag) {
        return new Part(at, room, source, tag);
    }

    /** A receive of a message of any length. */
    public static ReceiveMono<Message> whole(OperationContext at, int source, int tag) {
        return new Whole(at, source, tag);
    }

    /** What the subscriber gets for a message that is here. */
    abstract T result(ReceiveOperation<T> receive);

    /** Starts one of its receives, on the progress thread. */
    void start(ReceiveOperation<T> receive) {
        at.engine().messages().receive(receive);
    }

    /** Takes back what one of its receives has got; false if that goes to the queue. */
    boolean takesBack(Incoming.Returned message) {
        return false;
    }

    @Override
    protected Engine engine() {
        return at.engine();
    }

    @Override
    protected ErrorListener errors() {
        return at.ranks();
    }

    @Override
    public final void subscribe(CoreSubscriber<? super T> subscriber) {
        try {
            check();
        } catch (RuntimeException wrong) {
            errors().refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(receiving(subscriber));
    }

    @Override
    public final boolean isDirect() {
        return true;
    }

    final ReceiveOperation<T> receiving(CoreSubscriber<? super T> subscriber) {
        Payload own = room == null ? null : room.sequential();
        return own == null || own == room
                ? new ReceiveOperation<>(subscriber, this)
                : new ReceiveOperation.Sequential<>(subscriber, this, own);
    }

    private void check() {
        at.ranks().source(source, tag);
        if (this instanceof IntoBuffer) {
            OperationContext.check(room, true);
        }
    }

    @Override
    protected final String inWords() {
        return at.ranks().inWords(call(), "source", source, tag);
    }

    /** What the user has called. */
    abstract String call();

    /** The rank of the job that it comes from, or any; where it is right. */
    final int peer() {
        return source == Mpi.ANY_SOURCE ? Incoming.ANY : at.ranks().worldRank(source);
    }

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.port.Conversation}. */
    boolean isPart() {
        return false;
    }

    /**
     * What the subscribers get. Most programs that subscribe again receive the like of what they got before, and then it
     * is the same object; threads that do so at the same time may make one each.
     */
    final Status status(int source, int tag, long lengthBytes) {
        Status known = last;
        if (known != null && known.source() == source && known.tag() == tag && known.lengthBytes() == lengthBytes) {
            return known;
        }
        Status made = Status.of(source, tag, lengthBytes);
        last = made;
        return made;
    }

    /** Into a buffer of the user's. */
    static class IntoBuffer extends ReceiveMono<Status> {

        IntoBuffer(OperationContext at, Buffer room, int source, int tag) {
            super(at, room, source, tag);
        }

        @Override
        public PersistentOperation persistent() {
            return new Restarted(at.engine(), at.ranks(), super::check, this::receiving);
        }

        @Override
        final String call() {
            return "irecv";
        }

        @Override
        final Status result(ReceiveOperation<Status> receive) {
            return receive.status();
        }
    }

    /** A class, so that other receives need no field for it. */
    private static final class Part extends IntoBuffer {

        Part(OperationContext at, Buffer room, int source, int tag) {
            super(at, room, source, tag);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }

    /** Into memory of its own. */
    static class Whole extends ReceiveMono<Message> {

        Whole(OperationContext at, int source, int tag) {
            super(at, null, source, tag);
        }

        @Override
        final String call() {
            return "receive";
        }

        @Override
        final Message result(ReceiveOperation<Message> receive) {
            return Message.of(receive.status(), receive.ownMemory());
        }
    }
}
