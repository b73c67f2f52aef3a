package org.reactivempi;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A wait for a {@link RequestList}, whose requests are watched already: for one element, or for as many as are wanted. */
final class ListFlux<T> extends Flux<T> {

    private final ReadyRequests ready;
    private final ListWait.Taking<T> taking;
    private final boolean isSingle;

    ListFlux(ReadyRequests ready, ListWait.Taking<T> taking, boolean isSingle) {
        this.ready = ready;
        this.taking = taking;
        this.isSingle = isSingle;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        actual.onSubscribe(new Wait<>(ready, taking, isSingle, actual));
    }

    private static final class Wait<T> extends ListWait<T> {

        private final boolean isSingle;

        Wait(ReadyRequests ready, Taking<T> taking, boolean isSingle, CoreSubscriber<? super T> actual) {
            super(ready, taking, actual);
            this.isSingle = isSingle;
        }

        @Override
        void begin() {
            // The requests are watched.
        }

        @Override
        boolean endsNow() {
            // Not because no request is active: whoever took the last one may start it before asking for the next.
            return isSingle;
        }

        @Override
        void onOver() {
            // The list lives on.
        }
    }
}
