package org.reactivempi;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A wait that watches its requests by itself, from its first demand to its end: for one element, or for all. */
final class OneShotFlux<T> extends Flux<T> {

    private final Request[] requests;
    private final ListWait.Taking<T> taking;
    private final boolean isSingle;

    OneShotFlux(Request[] requests, ListWait.Taking<T> taking, boolean isSingle) {
        this.requests = requests;
        this.taking = taking;
        this.isSingle = isSingle;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        actual.onSubscribe(new Wait<>(requests, taking, isSingle, actual));
    }

    private static final class Wait<T> extends ListWait<T> {

        private final Request[] requests;
        private final boolean isSingle;

        Wait(Request[] requests, Taking<T> taking, boolean isSingle, CoreSubscriber<? super T> actual) {
            super(new ReadyRequests(), taking, actual);
            this.requests = requests;
            this.isSingle = isSingle;
        }

        // Before it stands in line: so those that have ended before are served together, and in the order of their
        // ends.
        @Override
        void begin() {
            ready.entries(requests, this::watch);
        }

        private void watch(Request request, ListEntry entry) {
            if (!isOver()) {
                request.watch(entry);
            }
        }

        @Override
        boolean endsNow() {
            return isSingle || ready.isExhausted();
        }

        @Override
        void onOver() {
            ready.end();
        }
    }
}
