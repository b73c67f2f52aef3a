package org.reactivempi.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

class PersistentSubscriptionsTest {

    private final List<String> told = new ArrayList<>();
    private final AtomicReference<PersistentOperation> started = new AtomicReference<>();

    @Test
    @DisplayName(
            "PER-1 a cancel between the start and the operation's subscription ends it as cancelled, and nothing is asked for")
    void cancelledBeforeItIsSubscribed() {
        List<String> operation = new ArrayList<>();
        Mono<Status> composed = Mono.<Status>never()
                .doOnRequest(n -> operation.add("request"))
                .doOnCancel(() -> operation.add("cancel"));
        start(Mono.defer(() -> {
            started.get().cancel();
            return composed;
        }));

        assertThat(told).containsExactly("cancelled");
        assertThat(operation).containsExactly("cancel");
    }

    @Test
    @DisplayName("PER-1 a cancelled operation of Reactor's operators can be started again")
    void startsAgain() {
        start(Mono.never());
        started.get().cancel();
        started.get().cancel();
        started.get().start(new Told());
        started.get().cancel();

        assertThat(told).containsExactly("cancelled", "cancelled");
    }

    private void start(Mono<Status> composed) {
        started.set(new Operated(composed).persistent());
        started.get().start(new Told());
    }

    /** As an operation that is composed with operators, of no engine. */
    private static final class Operated extends OperationMono<Status> {

        private final Mono<Status> composed;

        Operated(Mono<Status> composed) {
            this.composed = composed;
        }

        @Override
        protected Engine engine() {
            throw new IllegalStateException("nobody blocks");
        }

        @Override
        protected String inWords() {
            return "composed";
        }

        @Override
        public void subscribe(CoreSubscriber<? super Status> subscriber) {
            composed.subscribe(subscriber);
        }
    }

    private final class Told implements PersistentOperation.Owner {

        @Override
        public void onCompleted(Status status) {
            told.add("completed");
        }

        @Override
        public void onFailed(Throwable error) {
            told.add("failed");
        }

        @Override
        public void onCancelled() {
            told.add("cancelled");
        }
    }
}
