package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** A message that a probe has taken out of matching; received once, by the receive that starts first. */
final class TakenMessage implements MatchedMessage {

    /** Where it comes from needs no check any more. */
    private record Found(RankMap probed, boolean hasExactLengths) implements RankMap {

        @Override
        public boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal) {
            return probed.hears(error, subscriber, signal);
        }

        @Override
        public int destination(int destination, int tag) {
            return destination;
        }

        @Override
        public int source(int source, int tag) {
            return source;
        }

        @Override
        public int worldRank(int rank) {
            return Incoming.ANY;
        }

        @Override
        public String inWords(int rank) {
            return probed.inWords(rank);
        }

        @Override
        public String inWords() {
            return probed.inWords();
        }
    }

    /** That of the probe. */
    private final OperationContext probed;

    private final Status status;
    /** What is to be received, unless it has been; only for the progress thread, but for what never changes in it. */
    private WaitingMessage message;

    private boolean received;

    TakenMessage(OperationContext probed, WaitingMessage message) {
        this.probed = probed;
        this.message = message;
        this.status = ProbeMono.status(message);
    }

    @Override
    public Status status() {
        return status;
    }

    private OperationContext at() {
        RankMap found = new Found(probed.ranks(), probed.ranks().hasExactLengths());
        return new OperationContext(probed.engine(), found, message.context(), Mpi.UNDEFINED, probed.types()).here();
    }

    @Override
    public Mono<Status> receive(Buffer room) {
        return HeldMono.of(new IntoBuffer(this, room), room);
    }

    @Override
    public Mono<Message> receive() {
        return new Whole(this);
    }

    /** Starts a receive of this message, on the progress thread. */
    private void start(ReceiveOperation<?> receive) {
        if (received) {
            receive.refuse(new MpiException(ErrorClass.REQUEST, "the message has been received already: " + status));
        } else if (!receive.holds(status.lengthBytes())) {
            receive.refuse(receive.tooLong(status.source(), status.tag(), status.lengthBytes()));
        } else if (receive.claim()) {
            received = true;
            probed.engine().messages().receive(message, receive);
        } else {
            receive.endUnclaimed();
        }
    }

    /** A receive that was cancelled gives the message back, for the next. */
    private boolean takeBack(WaitingMessage message) {
        this.message = message;
        received = false;
        return true;
    }

    @Override
    public String toString() {
        return "MatchedMessage[" + status + "]";
    }

    private static final class IntoBuffer extends ReceiveMono.IntoBuffer {

        private final TakenMessage taken;

        IntoBuffer(TakenMessage taken, Buffer room) {
            super(taken.at(), room, taken.message.source(), taken.message.tag());
            this.taken = taken;
        }

        @Override
        void start(ReceiveOperation<Status> receive) {
            taken.start(receive);
        }

        @Override
        boolean takesBack(Incoming.Returned message) {
            return taken.takeBack(message);
        }

        @Override
        public PersistentOperation persistent() {
            return new PersistentSubscriptions(this);
        }
    }

    private static final class Whole extends ReceiveMono.Whole {

        private final TakenMessage taken;

        Whole(TakenMessage taken) {
            super(taken.at(), taken.message.source(), taken.message.tag());
            this.taken = taken;
        }

        @Override
        void start(ReceiveOperation<Message> receive) {
            taken.start(receive);
        }

        @Override
        boolean takesBack(Incoming.Returned message) {
            return taken.takeBack(message);
        }
    }
}
