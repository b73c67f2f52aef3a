package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.NotReadyException;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.protocol.DeclinedException;
import org.reactivempi.transport.engine.protocol.Outgoing;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Sends a message each time that it is subscribed. It keeps what all its operations have in common, so that each of them is
 * small.
 */
public class SendMono extends OperationMono<Status> {

    final OperationContext at;
    final Buffer data;
    final int destination;
    final int tag;
    final SendMode mode;
    private @Nullable Status status;

    /** A send that is not subscribed. */
    public SendMono(OperationContext at, Buffer data, int destination, int tag, SendMode mode) {
        this.at = at;
        this.data = data;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
    }

    /** The same as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    public static SendMono part(OperationContext at, Buffer data, int destination, int tag, SendMode mode) {
        return new Part(at, data, destination, tag, mode);
    }

    @Override
    protected Engine engine() {
        return at.engine();
    }

    @Override
    public final void subscribe(CoreSubscriber<? super Status> subscriber) {
        try {
            check();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Sending(subscriber, this));
    }

    @Override
    public PersistentOperation persistent() {
        return new Restarted(at.engine(), this::check, subscriber -> new Sending(subscriber, this));
    }

    private void check() {
        at.ranks().destination(destination, tag);
        data.check(false);
    }

    /** The rank of the job that it goes to; where it is right. */
    final int peer() {
        return at.ranks().worldRank(destination);
    }

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
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

        Part(OperationContext at, Buffer data, int destination, int tag, SendMode mode) {
            super(at, data, destination, tag, mode);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }

    /** One send, which asks its {@code Mono} for all that they have in common. */
    private static final class Sending extends Outgoing implements AnsweringSubscription {

        private final CoreSubscriber<? super Status> subscriber;
        private final SendMono mono;

        Sending(CoreSubscriber<? super Status> subscriber, SendMono mono) {
            this.subscriber = subscriber;
            this.mono = mono;
        }

        @Override
        protected int context() {
            return mono.at.context();
        }

        @Override
        protected int source() {
            return mono.at.rank();
        }

        @Override
        protected int destination() {
            return mono.peer();
        }

        @Override
        protected int tag() {
            return mono.tag;
        }

        @Override
        protected SendMode mode() {
            return mono.mode;
        }

        @Override
        protected long lengthBytes() {
            return mono.data.lengthBytes();
        }

        @Override
        protected @Nullable ByteBuffer directMemory() {
            return mono.data.directMemory();
        }

        @Override
        protected void copyTo(long position, ByteBuffer target) {
            mono.data.copyTo(position, target);
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
        protected Host host() {
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
                    ? declined(declined.reason())
                    : ContractFailures.of(failure, mono.at.ranks());
        }

        private MpiException declined(Declined.Reason reason) {
            return switch (reason) {
                case NOT_READY -> new NotReadyException(mono.destination, mono.tag);
                case FREED ->
                    new MpiException(
                            ErrorClass.COMM,
                            "rank " + mono.destination + " has freed the communicator without receiving the message");
                case REVOKED -> new RevokedException("the communicator is revoked", null);
            };
        }
    }
}
