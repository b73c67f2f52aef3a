package org.reactivempi.transport.rsocket;

import io.rsocket.Payload;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.Logger;
import reactor.util.Loggers;
import reactor.util.context.Context;

/**
 * The payloads that come in: as many are requested as have been consumed, so no more than {@link #WINDOW} are ever on
 * their way to the engine.
 *
 * <p>RSocket signals on the connection's thread; where that is not the progress loop, signals are passed on to it, in order.
 */
final class Intake implements CoreSubscriber<Payload> {

    /** How many payloads the peer may send ahead: 2 MiB at most, enough to fill a fast network for a millisecond. */
    static final int WINDOW = 32;

    private static final Logger log = Loggers.getLogger(Intake.class);

    /** What RSocket has to say about a stream that has ended is of no interest; Reactor knows this key. */
    private static final Context QUIET = Context.of(
            "reactor.onErrorDropped.local", (Consumer<Throwable>) late -> log.debug("after the end of a stream", late));

    private final RSocketLink link;
    private volatile @Nullable Subscription subscription;
    private volatile boolean stopped;
    private int consumed;

    Intake(RSocketLink link) {
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
            subscription.request(WINDOW);
        }
    }

    @Override
    public void onNext(Payload payload) {
        if (link.inLoop()) {
            take(payload);
        } else if (!link.run(() -> take(payload))) {
            payload.release();
        }
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
    void stop() {
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
        if (consumed == WINDOW / 2 && active != null && !stopped) {
            consumed = 0;
            active.request(WINDOW / 2);
        }
    }
}
