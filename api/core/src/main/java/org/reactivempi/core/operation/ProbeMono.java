package org.reactivempi.core.operation;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Status;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivempi.transport.engine.port.Probe;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;
import reactor.core.CoreSubscriber;

/**
 * Looks for a message each time that it is subscribed, and leaves it, or takes it out of matching. Where there is none, it
 * waits for one, or ends.
 */
public final class ProbeMono<T> extends OperationMono<T> {

    private final OperationContext at;
    private final int source;
    private final int tag;
    private final boolean waits;
    private final boolean takes;
    private final Function<WaitingMessage, T> result;

    private ProbeMono(
            OperationContext at,
            int source,
            int tag,
            boolean waits,
            boolean takes,
            Function<WaitingMessage, T> result) {
        this.at = at;
        this.source = source;
        this.tag = tag;
        this.waits = waits;
        this.takes = takes;
        this.result = result;
    }

    /**
     * A probe that leaves the message where it is.
     *
     * @param waits whether it waits where there is no message; else it ends empty
     */
    public static ProbeMono<Status> leaving(OperationContext at, int source, int tag, boolean waits) {
        return new ProbeMono<>(at, source, tag, waits, false, ProbeMono::status);
    }

    /**
     * A probe that takes the message out of matching.
     *
     * @param waits whether it waits where there is no message; else it ends empty
     */
    public static ProbeMono<MatchedMessage> taking(OperationContext at, int source, int tag, boolean waits) {
        return new ProbeMono<>(at, source, tag, waits, true, message -> new TakenMessage(at, message));
    }

    static Status status(WaitingMessage message) {
        return Status.of(message.source(), message.tag(), message.lengthBytes());
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
    protected String inWords() {
        String call = takes ? (waits ? "mprobe" : "improbe") : waits ? "probe" : "iprobe";
        return at.ranks().inWords(call, "source", source, tag);
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        int peer;
        try {
            peer = at.ranks().source(source, tag);
        } catch (RuntimeException wrong) {
            errors().refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Probing<>(subscriber, this, peer));
    }

    /** One probe, from its subscription to its last signal. */
    private static final class Probing<T> extends Probe implements AnsweringSubscription {

        private final CoreSubscriber<? super T> subscriber;
        private final ProbeMono<T> mono;
        private final int peer;

        Probing(CoreSubscriber<? super T> subscriber, ProbeMono<T> mono, int peer) {
            super(mono.takes);
            this.subscriber = subscriber;
            this.mono = mono;
            this.peer = peer;
        }

        @Override
        public int context() {
            return mono.at.context();
        }

        @Override
        public int source() {
            return mono.source;
        }

        @Override
        public int tag() {
            return mono.tag;
        }

        @Override
        public int peer() {
            return peer;
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        public boolean listens() {
            return Listeners.areMarked(subscriber.currentContext());
        }

        @Override
        protected Engine engine() {
            return mono.at.engine();
        }

        @Override
        protected @Nullable Runnable answer() {
            return OperationMono.answer(subscriber);
        }

        @Override
        protected Throwable error(Throwable failure) {
            return mono.at.failed(failure, mono.inWords(), mono.source, mono.tag, "an isend");
        }

        @Override
        protected boolean announce(Throwable told, Runnable signal) {
            return mono.at.ranks().hears(told, subscriber, signal);
        }

        @Override
        protected String inWords() {
            return mono.inWords();
        }

        @Override
        protected void start() {
            Operations messages = mono.at.engine().messages();
            if (mono.waits) {
                messages.probe(this);
            } else {
                messages.look(this);
            }
        }

        @Override
        public void look() {
            Operations messages = mono.at.engine().messages();
            if (messages.peek(mono.at.context(), mono.source, mono.tag) != null) {
                messages.probe(this);
            } else {
                endWithout(messages);
            }
        }

        /** There is no message now: it ends empty, or with the reason why none can come any more. */
        private void endWithout(Operations messages) {
            try {
                messages.checkOpen();
                messages.checkSource(mono.at.context(), peer);
            } catch (RuntimeException never) {
                failed(never);
            }
            messages.start(() -> messages.end(this));
        }

        @Override
        protected void withdraw() {
            mono.at.engine().messages().withdraw(this);
        }

        @Override
        protected boolean givesBack() {
            return true;
        }

        @Override
        protected void returnMessage() {
            mono.at.engine().messages().giveBack(this);
        }

        @Override
        protected void onFound(WaitingMessage message) {
            if (end()) {
                tell(subscriber, mono.result.apply(message));
            }
        }

        /** It has found no message: it was cancelled before, or doesn't wait for one. */
        @Override
        protected void onCancelled() {
            if (mono.waits || !claim()) {
                super.onCancelled();
            } else if (end()) {
                tellEnd(subscriber);
            }
        }
    }
}
