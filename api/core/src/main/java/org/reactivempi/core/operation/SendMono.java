package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.NotReadyException;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.DeclinedException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.CoreSubscriber;

/**
 * Sends a message each time that it is subscribed. It keeps what all its operations have in common, so that each of them is
 * small.
 */
public class SendMono extends OperationMono<Status> {

    final OperationContext at;
    final Payload data;
    final int destination;
    final int tag;
    final SendMode mode;
    private @Nullable Status status;

    /** A send that is not subscribed. */
    public SendMono(OperationContext at, SendBuffer data, int destination, int tag, SendMode mode) {
        this.at = at;
        this.data = Payload.of(data);
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
    }

    /** The same as a part of a {@link org.reactivempi.transport.engine.port.Conversation}. */
    public static SendMono part(OperationContext at, SendBuffer data, int destination, int tag, SendMode mode) {
        return new Part(at, data, destination, tag, mode);
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
    public final void subscribe(CoreSubscriber<? super Status> subscriber) {
        try {
            check();
        } catch (RuntimeException wrong) {
            errors().refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(sending(subscriber));
    }

    @Override
    public final boolean isDirect() {
        return true;
    }

    @Override
    public PersistentOperation persistent() {
        return new Restarted(at.engine(), at.ranks(), this::check, this::sending);
    }

    private Sending sending(CoreSubscriber<? super Status> subscriber) {
        Payload own = data.sequential();
        if (at.types() != TypeCheck.OFF) {
            return new SignedSending(subscriber, this, own);
        }
        return own == data ? new Sending(subscriber, this) : new SequentialSending(subscriber, this, own);
    }

    /** What can be wrong with a send that begins now. */
    void check() {
        at.ranks().destination(destination, tag);
        OperationContext.check(data, false);
    }

    @Override
    protected final String inWords() {
        return at.ranks().inWords(mode.toString(), "destination", destination, tag);
    }

    /** The rank of the job that it goes to; where it is right. */
    final int peer() {
        return at.ranks().worldRank(destination);
    }

    /** The engine is about to read so many bytes of a message. */
    void reads(long position, long lengthBytes) {}

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.port.Conversation}. */
    boolean isPart() {
        return false;
    }

    /** What all subscribers get, the same object; or one each, where the first ones ask at the same time. */
    final Status status() {
        Status made = status;
        if (made == null) {
            made = Status.of(at.rank(), tag, data.lengthBytes());
            status = made;
        }
        return made;
    }

    /** A class, so that other sends need no field for it. */
    private static final class Part extends SendMono {

        Part(OperationContext at, SendBuffer data, int destination, int tag, SendMode mode) {
            super(at, data, destination, tag, mode);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }

    /** One send, which asks its {@code Mono} for all that they have in common. */
    private static class Sending extends Outgoing implements Restartable {

        private final CoreSubscriber<? super Status> subscriber;
        private final SendMono mono;

        Sending(CoreSubscriber<? super Status> subscriber, SendMono mono) {
            this.subscriber = subscriber;
            this.mono = mono;
        }

        @Override
        public int context() {
            return mono.at.context();
        }

        @Override
        public int source() {
            return mono.at.rank();
        }

        @Override
        public int destination() {
            return mono.peer();
        }

        @Override
        public int tag() {
            return mono.tag;
        }

        @Override
        public SendMode mode() {
            return mono.mode;
        }

        @Override
        public long lengthBytes() {
            return mono.data.lengthBytes();
        }

        @Override
        public @Nullable ByteBuffer directMemory() {
            ByteBuffer memory = mono.data.directMemory();
            if (memory != null) {
                mono.reads(0, memory.remaining());
            }
            return memory;
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            ByteBuffer memory = data().directMemory(position, most);
            if (memory != null) {
                mono.reads(position, memory.remaining());
            }
            return memory;
        }

        /** What is sent, as this operation sees it. */
        Payload data() {
            return mono.data;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            mono.reads(position, target.remaining());
            mono.data.copyTo(position, target);
        }

        @Override
        public boolean copyTo(Incoming receive, long position, long lengthBytes) {
            if (receive instanceof ReceiveOperation<?> other && other.copyFrom(mono.data, position, lengthBytes)) {
                mono.reads(position, lengthBytes);
                return true;
            }
            return false;
        }

        @Override
        protected boolean isLendable() {
            return mono.data.hasLongBlocks();
        }

        @Override
        public boolean isPart() {
            return mono.isPart();
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        protected Engine engine() {
            return mono.at.engine();
        }

        @Override
        protected void start() {
            mono.at.engine().messages().send(this);
        }

        @Override
        protected void withdraw() {
            mono.at.engine().messages().withdraw(this);
        }

        @Override
        protected @Nullable Runnable answer() {
            return OperationMono.answer(subscriber);
        }

        @Override
        protected void onDone() {
            if (end()) {
                tell(subscriber, mono.status());
            }
        }

        @Override
        protected Throwable error(Throwable failure) {
            return failure instanceof DeclinedException declined
                    ? declined(declined.isFreed())
                    : ContractFailures.of(failure, mono.at.ranks(), isPart() ? "" : mono.inWords());
        }

        @Override
        protected boolean announce(Throwable told, Runnable signal) {
            return mono.at.ranks().hears(told, subscriber, signal);
        }

        @Override
        protected String inWords() {
            return mono.inWords();
        }

        private MpiException declined(boolean freed) {
            return freed
                    ? new MpiException(
                            ErrorClass.COMM,
                            mono.inWords() + ": rank " + mono.at.ranks().inWords(mono.destination)
                                    + " has freed the communicator without receiving the message")
                    : new NotReadyException(
                            mono.destination, mono.tag, mono.at.ranks().inWords(mono.destination));
        }
    }

    /** A send whose buffer keeps something for this operation; a class, so that other sends need no field for it. */
    private static class SequentialSending extends Sending {

        private final SendMono mono;
        private final Payload data;

        SequentialSending(CoreSubscriber<? super Status> subscriber, SendMono mono, Payload data) {
            super(subscriber, mono);
            this.mono = mono;
            this.data = data;
        }

        @Override
        Payload data() {
            return data;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            mono.reads(position, target.remaining());
            data.copyTo(position, target);
        }
    }

    /** A send that says what its elements are; a class, so that other sends need not be asked. */
    private static final class SignedSending extends SequentialSending {

        private final SendMono mono;

        SignedSending(CoreSubscriber<? super Status> subscriber, SendMono mono, Payload data) {
            super(subscriber, mono, data);
            this.mono = mono;
        }

        @Override
        public byte @Nullable [] signature() {
            return mono.at.signature(mono.data);
        }
    }
}
