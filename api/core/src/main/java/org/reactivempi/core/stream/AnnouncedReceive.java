package org.reactivempi.core.stream;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.MpiException;
import org.reactivempi.StreamException;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.Listeners;
import org.reactivempi.spi.CancelListener;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.util.context.ContextView;

/**
 * The receiving end of a stream that is announced, by any rank that its user names.
 *
 * <p>A {@link CancelListener} that cancels before it has got anything asks whether it still can: where a sender has been
 * matched, the stream goes on, until it cancels once more. A part of a collective stream is never withdrawn: its sender comes,
 * and hears then that nobody wants it.
 *
 * @param <T> the values' type
 */
final class AnnouncedReceive<T> extends StreamReceive<T> implements Refusable {

    private static final int LISTENING_OPERATIONS = 2;

    private final CoreSubscriber<? super T> subscriber;
    private final Receiving<T> flux;
    /** The receive of the announcement, which a sender matches, or a cancellation renounces. */
    private final ControlMessage.Announced announced;
    /** It was asked whether the stream still can be cancelled. */
    private volatile boolean asked;

    private @Nullable Throwable refusal;

    private AnnouncedReceive(CoreSubscriber<? super T> subscriber, Receiving<T> flux, int from) {
        super(flux.streams, flux.codec, flux.prefetch);
        this.subscriber = subscriber;
        this.flux = flux;
        this.announced = new ControlMessage.Announced(this, streams.announcements(), flux.source, flux.tag, from);
    }

    @Override
    CoreSubscriber<? super T> subscriber() {
        return subscriber;
    }

    @Override
    public void request(long n) {
        super.request(n);
        if (n <= 0) {
            announced.leave();
        }
    }

    @Override
    public void cancel() {
        boolean inTime = !flux.isPart && announced.leave();
        // Once more: what has come may have been no announcement, and it waits again.
        if (inTime || !asks() || !flux.isPart && announced.leave()) {
            super.cancel();
        }
    }

    private boolean asks() {
        boolean first = subscriber instanceof CancelListener && hasNothing() && !asked;
        asked = true;
        return first;
    }

    @Override
    public void refuse(Throwable why) {
        refusal = why;
        cancel();
    }

    @Override
    byte[] farewell() {
        return refusal == null ? super.farewell() : Control.refusal(refusal);
    }

    @Override
    boolean isExpected() {
        return flux.isPart;
    }

    @Override
    void meet() {
        receive(announced);
    }

    @Override
    void leave() {
        messages().withdraw(announced);
    }

    /** The rank {@code source} has announced a stream; its end there has the number {@code sender}. */
    void open(int source, int sender) {
        met(source, sender);
        tell(Control.answer(number(), firstDemand()));
        ended();
    }

    /**
     * What a rank has sent names no stream, so nothing can be told to a sender: others go on. A part of a collective stream can't wait for
     * another one.
     */
    void onMalformed(int source, MpiException breach) {
        if (flux.isPart) {
            failed(breach);
            return;
        }
        endTrace(breach);
        messages().malformed(streams.ranks().worldRank(source), breach);
        announced.again();
        // A thread that has tried to leave since the announcement came has been told that it was too late.
        VarHandle.fullFence();
        if (asked) {
            cancelled();
            announced.leave();
        }
        messages().receive(announced);
        wake();
    }

    @Override
    Throwable notMet(Throwable cause) {
        return flux.failed(cause);
    }

    @Override
    MpiException failure(String type, String message) {
        return new StreamException(type, message);
    }

    /** Nothing was received, and nothing else was signalled. */
    @Override
    void over() {
        if (wasCancelled() && announced.endsAsCancelled() && subscriber instanceof CancelListener listener) {
            give(subscriber, listener::onCancelled);
        }
    }

    @Override
    ContextView openingContext() {
        return subscriber.currentContext();
    }

    /** A listener's, with its receive of the announcement. */
    @Override
    public int idleOperations() {
        return isWaiting() && Listeners.areMarked(subscriber.currentContext()) ? LISTENING_OPERATIONS : 0;
    }

    @Override
    ErrorListener errors() {
        return streams.check();
    }

    @Override
    String inWords() {
        return flux.inWords();
    }

    @Override
    String call() {
        return "receiveStream(source " + (flux.source < 0 ? "any" : streams.inWords(flux.source)) + ", tag "
                + (flux.tag < 0 ? "any" : flux.tag) + ", " + streams.state().inWords() + ")";
    }

    /** Receives a stream each time that it is subscribed. */
    static final class Receiving<T> extends Flux<T> implements Scannable {

        private final StreamContext streams;
        private final Codec<T> codec;
        private final int source;
        private final int tag;
        private final int prefetch;
        private final boolean isPart;

        Receiving(StreamContext streams, Codec<T> codec, int source, int tag, int prefetch, boolean isPart) {
            this.isPart = isPart;
            this.streams = streams;
            this.codec = codec;
            this.source = source;
            this.tag = tag;
            this.prefetch = prefetch;
        }

        private String inWords() {
            return streams.check().inWords("receiveStream", "source", source, tag);
        }

        /** No stream has come, and none will. */
        private MpiException failed(Throwable cause) {
            return streams.announcements().failed(cause, inWords(), source, tag, "a sendStream");
        }

        @Override
        @SuppressWarnings("rawtypes") // As Reactor declares it.
        public @Nullable Object scanUnsafe(Attr key) {
            if (key == Attr.NAME) {
                return inWords();
            }
            return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
        }

        @Override
        public String toString() {
            return inWords();
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            int from;
            try {
                from = streams.check().source(source, tag);
                checkPrefetch(prefetch);
            } catch (RuntimeException wrong) {
                streams.check().refuse(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new AnnouncedReceive<>(subscriber, this, from));
        }
    }
}
