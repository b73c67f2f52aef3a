package org.reactivempi.core.window;

import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** What can be started in a window, each time that it is subscribed, if its arguments are right then. */
abstract class WindowMono<T> extends OperationMono<T> {

    final WindowState window;

    WindowMono(WindowState window) {
        this.window = window;
    }

    /** What one subscription is; throws what is wrong with the arguments. Null: there is nothing to do. */
    abstract @Nullable Subscription running(CoreSubscriber<? super T> subscriber);

    @Override
    protected final Engine engine() {
        return window.engine();
    }

    @Override
    protected final ErrorListener errors() {
        return window.errors();
    }

    @Override
    public final void subscribe(CoreSubscriber<? super T> subscriber) {
        Subscription running;
        try {
            window.usable();
            running = running(subscriber);
        } catch (RuntimeException wrong) {
            errors().refuse(subscriber, wrong);
            return;
        }
        if (running == null) {
            Operators.complete(subscriber);
        } else {
            subscriber.onSubscribe(running);
        }
    }
}
