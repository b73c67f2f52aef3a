package org.reactivempi.transport.rsocket.link;

import io.rsocket.Payload;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/**
 * The payloads that come in: as many are requested as have been consumed, so no more than {@link #WINDOW} are ever on
 * their way to the engine; and one short one at a time as long as nobody has proven who sends them.
 *
 * <pre>
 *   STRANGER: one payload, of {@link #MOST_BYTES_OF_A_STRANGER} --trust--&gt; PEER: {@link #WINDOW} payloads, of a piece each
 * </pre>
 * An application's server may take larger ones, and more than one frame for each; what is too long ends the link before it waits
 * for the loop. RSocket signals on the connection's thread; where that is not the progress loop, signals are passed on to it, in
 * order.
 */
public final class Intake implements CoreSubscriber<Payload> {

    /** How many payloads the peer may send ahead: 2 MiB at most, enough to fill a fast network for a millisecond. */
    public static final int WINDOW = 32;

    private static final Log log = Log.of(Intake.class);
    /** Proofs and greetings are shorter. */
    public static final int MOST_BYTES_OF_A_STRANGER = 1024;

    /** What RSocket has to say about a stream that has ended is of no interest; Reactor knows this key. */
    private static final Context QUIET = Context.of("reactor.onErrorDropped.local", (Consumer<Throwable>)
            late -> log.debug("after the end of a stream: {}", late));

    private final RSocketLink link;
    private volatile @Nullable Subscription subscription;
    private volatile boolean trusted;
    private volatile boolean stopped;
    /** So many payloads may be on their way; 0 before the stream. On the loop, as the next one. */
    private int window;

    private int consumed;

    public Intake(RSocketLink link) {
        this.link = link;
    }

    @Override
    public Context currentContext() {
        return QUIET;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        if (stopped) {
            subscription.cancel();
        } else {
            link.run(() -> widen(subscription));
        }
    }

    /** The peer is known. */
    public void trust() {
        trusted = true;
        Subscription active = subscription;
        if (active != null) {
            widen(active);
        }
    }

    private void widen(Subscription active) {
        int wanted = trusted ? WINDOW : 1;
        int more = wanted - window;
        if (more > 0 && !stopped) {
            window = wanted;
            active.request(more);
        }
    }

    @Override
    public void onNext(Payload payload) {
        String objection = objectionTo(payload);
        if (objection != null) {
            payload.release();
            link.run(() -> link.fail(new IOException("the peer broke the protocol: " + objection)));
        } else if (link.inLoop()) {
            take(payload);
        } else if (!link.run(() -> take(payload))) {
            payload.release();
        }
    }

    private @Nullable String objectionTo(Payload payload) {
        int most = trusted ? Outbox.PIECE_BYTES : MOST_BYTES_OF_A_STRANGER;
        int length = payload.data().readableBytes();
        if (payload.hasMetadata()) {
            return "a payload with metadata";
        }
        return length > most
                ? "a payload of " + length + " bytes, at most " + most + " are allowed"
                        + (trusted ? "" : " before it has proven who it is")
                : null;
    }

    @Override
    public void onError(Throwable cause) {
        link.run(() -> link.onLost(cause));
    }

    @Override
    public void onComplete() {
        link.run(link::onPeerEnd);
    }

    /** Takes no more. */
    public void stop() {
        stopped = true;
        Subscription active = subscription;
        if (active != null) {
            active.cancel();
        }
    }

    private void take(Payload payload) {
        try {
            link.onBytes(payload.data());
        } finally {
            payload.release();
        }
        consumed++;
        Subscription active = subscription;
        if (consumed >= Math.max(1, window / 2) && active != null && !stopped) {
            active.request(consumed);
            consumed = 0;
        }
    }
}
