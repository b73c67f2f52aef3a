package org.reactivempi.core.buffered;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * One buffered send: in the engine, a standard send.
 *
 * <pre>
 *  start --no space--&gt; failed
 *    |
 *    +--sent at once--&gt; completed
 *    |
 *    +--waits, copied--&gt; completed, in the buffer --sent or lost--&gt; gone
 *    |
 *    +--waits, no memory--&gt; taken back: failed, or completed if a receive was faster
 * </pre>
 * The engine reads the user's memory for what it sends at once, and the copy for all else; the last case is possible only
 * in a buffer that grows.
 */
public class BufferedSend extends Outgoing.Owned implements LocalMono.Work<Status> {

    private static final Log log = Log.of(BufferedSend.class);

    private final Engine engine;
    private final Attachment attachment;
    private final Status status;
    private Payload data;

    private @Nullable AttachedBuffer buffer;
    private @Nullable Owner<Status> owner;
    private Space.@Nullable Slot slot;
    private long number;
    /** What its memory has thrown, which is its caller's again: its receive hears of that when it comes. */
    private @Nullable Throwable unreadable;

    /** Sends a message in buffered mode each time that it is subscribed. */
    public static OperationMono<Status> mono(
            OperationContext at, Attachment attachment, Payload data, int destination, int tag) {
        Supplier<String> name = () -> at.ranks().inWords("ibsend", "destination", destination, tag);
        return new LocalMono<>(at.engine(), at.ranks(), name, () -> {
            int world = at.ranks().destination(destination, tag);
            OperationContext.check(data, false);
            return at.types() == TypeCheck.OFF
                    ? new BufferedSend(at, attachment, data, world, tag)
                    : new Signed(at, attachment, data, world, tag);
        });
    }

    /** A send that is not started; {@code data} is read when it starts, and free when its owner is told of the end. */
    BufferedSend(OperationContext at, Attachment attachment, Payload data, int destination, int tag) {
        super(at.context(), at.rank(), destination, tag, SendMode.STANDARD, data.lengthBytes());
        this.engine = at.engine();
        this.attachment = attachment;
        this.data = data;
        this.status = Status.of(at.rank(), tag, data.lengthBytes());
    }

    /** Starts it, in a step of the engine, so that nobody takes the space between the check and the copy. */
    @Override
    public void start(Owner<Status> owner) {
        AttachedBuffer attached = attachment.forSends();
        attached.check(lengthBytes());
        this.owner = owner;
        engine.messages().send(this);
        if (isWaiting()) {
            moveInto(attached);
        }
    }

    private void moveInto(AttachedBuffer attached) {
        try {
            attached.add(this, (int) lengthBytes());
        } catch (OutOfMemoryError e) {
            engine.messages().withdraw(this);
        } catch (Throwable thrown) {
            unreadable = thrown;
            fail(new MpiException(ErrorClass.CONVERSION, "the message's memory could not be read: " + thrown, thrown));
            owner = null;
        }
    }

    /** The buffer has taken it in. */
    void place(AttachedBuffer buffer, Space.Slot slot, long number) {
        slot.fill(data);
        this.buffer = buffer;
        this.slot = slot;
        this.number = number;
        data = Payload.of(Buffer.empty());
        complete();
    }

    /** Its place in the order of the messages that the buffer has taken in. */
    long number() {
        return number;
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        if (unreadable != null) {
            throw new IllegalStateException("the message could not be buffered", unreadable);
        }
        if (slot != null) {
            slot.copyTo(position, target);
        } else {
            data.copyTo(position, target);
        }
    }

    /** Its owner tells the program by a signal of its own. */
    @Override
    protected boolean isQuiet() {
        return true;
    }

    @Override
    protected void onDone() {
        if (slot != null) {
            leave(slot, null);
        } else {
            complete();
        }
    }

    @Override
    protected void onCancelled() {
        fail(new MpiException(ErrorClass.NO_MEM, "no memory to buffer a message of " + lengthBytes() + " bytes"));
    }

    @Override
    protected void onFailed(Throwable failure) {
        if (slot != null) {
            log.debug("{} has completed, and is lost now: {}", this, failure.getMessage());
            if (failure instanceof PeerLostException lost) {
                lost.noteUndelivered();
            }
            leave(slot, failure);
        } else {
            fail(failure);
        }
    }

    private void leave(Space.Slot slot, @Nullable Throwable failure) {
        if (buffer != null) {
            buffer.remove(this, slot, failure);
        }
    }

    private void complete() {
        if (owner != null) {
            owner.complete(status);
        }
    }

    private void fail(Throwable failure) {
        if (owner != null) {
            owner.fail(failure);
        }
    }

    @Override
    protected String call() {
        return "ibsend";
    }

    /** One that says what its elements are; a class, so that others need not be asked. */
    private static final class Signed extends BufferedSend {

        private final byte @Nullable [] signature;

        Signed(OperationContext at, Attachment attachment, Payload data, int destination, int tag) {
            super(at, attachment, data, destination, tag);
            this.signature = at.signature(data);
        }

        @Override
        public byte @Nullable [] signature() {
            return signature;
        }
    }
}
