package org.reactivempi.transport.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;

class OperationTest {

    @Test
    @DisplayName("RX-2 starts with the first request, in the mailbox of the progress thread")
    void starts() {
        TestOperation receive = TestOperation.receive();
        assertThat(receive.log).isEmpty();
        receive.request(1);
        receive.request(Long.MAX_VALUE);
        assertThat(receive.log).isEmpty();
        receive.work();
        assertThat(receive.log).containsExactly("start");
    }

    @Test
    @DisplayName("PRB-4 a receive that was cancelled is not claimed, and ends as cancelled")
    void cancelledBeforeTheMatch() {
        TestOperation receive = TestOperation.receive().started();
        receive.cancel();
        assertThat(receive.claim()).isFalse();
        assertThat(receive.endsAsCancelled()).isTrue();
        receive.work();
        assertThat(receive.log).containsExactly("start", "withdraw", "cancelled");
    }

    @Test
    @DisplayName("PRB-6 a receive that was matched and is cancelled saves its message, and gives it back")
    void cancelledAfterTheMatch() {
        TestOperation receive = TestOperation.receive().started();
        assertThat(receive.claim()).isTrue();
        receive.release();
        receive.cancel();
        assertThat(receive.hold()).as("its memory is the user's again").isFalse();
        receive.work();
        receive.onDone();
        receive.cancel();
        receive.work();
        assertThat(receive.log).containsExactly("start", "save", "return", "return", "cancelled");
    }

    @Test
    @DisplayName("PRB-6 a receive whose message can't go back ends as if nobody had cancelled it")
    void notSaved() {
        TestOperation receive = TestOperation.receive().started();
        receive.saves = false;
        assertThat(receive.claim()).isTrue();
        receive.release();
        receive.cancel();
        assertThat(receive.hold()).isTrue();
        receive.release();
        receive.onDone();
        receive.work();
        assertThat(receive.log).containsExactly("start", "save", "value", "complete");
    }

    @Test
    @DisplayName("PRB-5 a send that is cancelled waits for its receiver's answer, and ends as that says")
    void cancelledSend() {
        TestOperation sent = TestOperation.send().started();
        sent.cancel();
        sent.work();
        assertThat(sent.endsAsCancelled()).isFalse();
        sent.onDone();
        assertThat(sent.log).containsExactly("start", "withdraw", "value", "complete");

        TestOperation withdrawn = TestOperation.send().started();
        withdrawn.cancel();
        withdrawn.work();
        withdrawn.onCancelled();
        withdrawn.onDone();
        assertThat(withdrawn.log).containsExactly("start", "withdraw", "cancelled");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("an operation that is cancelled before its start never starts, and says so once")
    void cancelledBeforeItsStart(boolean requested) {
        for (TestOperation operation : List.of(TestOperation.receive(), TestOperation.send())) {
            if (requested) {
                operation.cancel();
                operation.request(1);
            } else {
                operation.cancel();
            }
            operation.cancel();
            operation.work();
            assertThat(operation.log).containsExactly("cancelled");
        }
    }

    @Test
    @DisplayName("an operation that has ended hears of nothing more")
    void ended() {
        TestOperation send = TestOperation.send().started();
        send.onDone();
        send.onFailed(new IllegalStateException("too late"));
        send.cancel();
        send.request(0);
        send.work();
        assertThat(send.log).containsExactly("start", "value", "complete");
    }

    @Test
    @DisplayName("a failure ends an operation from every state, and a cancelled one of a plain subscriber in silence")
    void failed() {
        TestOperation started = TestOperation.receive().started();
        started.onFailed(new IllegalStateException("lost"));
        assertThat(started.log).containsExactly("start", "error lost");

        TestOperation cancelled = TestOperation.receive().started();
        cancelled.cancel();
        cancelled.onFailed(new IllegalStateException("lost"));
        assertThat(cancelled.log).containsExactly("start", "cancelled");

        TestOperation plain = TestOperation.send().started();
        plain.answers = false;
        plain.cancel();
        plain.work();
        plain.onFailed(new IllegalStateException("lost"));
        assertThat(plain.log).containsExactly("start", "withdraw");
    }

    @Test
    @DisplayName("RX-5 a request for nothing is an error, before the start and after it")
    void badRequest() {
        TestOperation assembled = TestOperation.receive();
        assembled.request(0);
        assertThat(assembled.log).hasSize(1).first().asString().contains("rule 3.9");

        TestOperation started = TestOperation.receive().started();
        started.request(-1);
        started.work();
        assertThat(started.log)
                .hasSize(3)
                .contains("start", "withdraw")
                .last()
                .asString()
                .contains("rule 3.9");
        assertThat(started.claim()).isFalse();
    }

    @Test
    @DisplayName(
            "PER-1 one that rests runs again and again; a cancellation of one run that comes late does nothing to the next")
    void restarted() {
        TestOperation send = TestOperation.send();
        send.rest();
        send.cancel();
        send.restart();
        send.work();
        send.cancel();
        send.onDone();
        send.restart();
        send.work();
        send.onDone();
        assertThat(send.log).containsExactly("start", "value", "complete", "start", "value", "complete");
    }

    @Test
    @DisplayName("one that nobody subscribes is always claimed and held; one that is renounced elsewhere is not")
    void owned() {
        TestOperation own = TestOperation.receive();
        own.own();
        assertThat(own.claim()).isTrue();
        assertThat(own.hold()).isTrue();

        TestOperation shared = TestOperation.receive();
        shared.ownShared();
        assertThat(shared.renounce()).isTrue();
        assertThat(shared.renounce()).isFalse();
        assertThat(shared.claim()).isFalse();
    }

    @Test
    @DisplayName("RX-1 Reactor's tools see whom it tells, where it signals, and whether it is cancelled or has ended")
    void scanned() {
        TestOperation done = TestOperation.send().started();
        Scannable scanned = Scannable.from(done);
        assertThat(scanned.isScanAvailable()).isTrue();
        assertThat(scanned.scan(Attr.ACTUAL)).isSameAs(Scannable.from(done.subscriber));
        assertThat(scanned.scanUnsafe(Attr.ACTUAL)).isSameAs(done.subscriber);
        assertThat(scanned.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.ASYNC);
        assertThat(scanned.scan(Attr.PREFETCH)).isZero();
        assertThat(scanned.scan(Attr.TERMINATED)).isFalse();
        assertThat(scanned.scan(Attr.CANCELLED)).isFalse();
        done.onDone();
        assertThat(scanned.scan(Attr.TERMINATED)).isTrue();
        assertThat(scanned.scan(Attr.CANCELLED)).isFalse();

        TestOperation cancelled = TestOperation.receive().started();
        cancelled.cancel();
        assertThat(Scannable.from(cancelled).scan(Attr.CANCELLED)).isTrue();
        cancelled.work();
        assertThat(Scannable.from(cancelled).scan(Attr.CANCELLED))
                .as("also when told")
                .isTrue();
        assertThat(Scannable.from(cancelled).scan(Attr.TERMINATED)).isFalse();
    }

    /** An operation whose engine is a mailbox. */
    private static final class TestOperation extends Operation implements Operation.Host {

        private final List<String> log = new ArrayList<>();
        private final Queue<Runnable> mailbox = new ArrayDeque<>();
        private final Recorded subscriber = new Recorded();
        private final boolean receives;
        private boolean saves = true;
        private boolean answers = true;

        private TestOperation(boolean receives) {
            this.receives = receives;
        }

        static TestOperation receive() {
            return new TestOperation(true);
        }

        static TestOperation send() {
            return new TestOperation(false);
        }

        TestOperation started() {
            request(1);
            work();
            return this;
        }

        void work() {
            for (Runnable command = mailbox.poll(); command != null; command = mailbox.poll()) {
                command.run();
            }
        }

        @Override
        public boolean inProgressThread() {
            return false;
        }

        @Override
        public void execute(Runnable command) {
            mailbox.add(command);
        }

        @Override
        public void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
            throw new AssertionError(thrown);
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        protected Host host() {
            return this;
        }

        @Override
        protected void start() {
            log.add("start");
        }

        @Override
        protected void withdraw() {
            log.add("withdraw");
            if (receives) {
                onCancelled();
            }
        }

        @Override
        protected Runnable answer() {
            return answers ? () -> log.add("cancelled") : null;
        }

        @Override
        protected boolean isMatchedHere() {
            return receives;
        }

        @Override
        protected boolean isFilled() {
            return receives;
        }

        @Override
        protected boolean givesBack() {
            return receives;
        }

        @Override
        protected boolean save() {
            log.add("save");
            return saves;
        }

        @Override
        protected void returnMessage() {
            log.add("return");
        }

        @Override
        protected void onDone() {
            if (end()) {
                tell(subscriber, "value");
            }
        }

        private final class Recorded implements CoreSubscriber<Object> {

            @Override
            public void onSubscribe(Subscription subscription) {
                throw new AssertionError("the test has the operation itself");
            }

            @Override
            public void onNext(Object value) {
                log.add(value.toString());
            }

            @Override
            public void onError(Throwable error) {
                log.add("error " + error.getMessage());
            }

            @Override
            public void onComplete() {
                log.add("complete");
            }
        }
    }
}
