package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.NotReadyException;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.protocol.DeclinedException;
import org.reactivempi.transport.engine.protocol.Outgoing;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;

/** One send of a {@link SendMono}, which it asks for all that they have in common. */
final class SendOperation extends Outgoing implements AnsweringSubscription {

    private final CoreSubscriber<? super Status> subscriber;
    private final SendMono mono;

    SendOperation(CoreSubscriber<? super Status> subscriber, SendMono mono) {
        this.subscriber = subscriber;
        this.mono = mono;
    }

    @Override
    protected int context() {
        return mono.at.context;
    }

    @Override
    protected int source() {
        return mono.at.rank;
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
        return mono.at.engine;
    }

    @Override
    protected void start() {
        mono.at.engine.messages().send(this);
    }

    @Override
    protected void withdraw() {
        mono.at.engine.messages().withdraw(this);
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
                : ContractFailures.of(failure, mono.at.ranks);
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
