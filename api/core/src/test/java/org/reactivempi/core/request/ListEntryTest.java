package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.Status;

/** What may happen to an entry in the middle of being taken, and out of turn. */
class ListEntryTest {

    private static final Status FIRST = Status.of(1, 0, 0);
    private static final Status SECOND = Status.of(2, 0, 0);

    private final ReadyRequests ready = new ReadyRequests();
    private final FakeRequest request = new FakeRequest();
    private final ListEntry entry = ready.entry(5, request);

    @BeforeEach
    void attach() {
        request.attach(entry);
    }

    @Test
    @DisplayName("MUL-9 an entry is active until its request was consumed, then idle")
    void plain() {
        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isFalse();
        request.end(FIRST);
        assertThat(ready.isExhausted()).isFalse();

        assertThat(ready.take()).isEqualTo(new Completion(5, FIRST, null));
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 a request that is started while its last end is taken stays active, and is given again")
    void startedWhileTaken() {
        request.duringTaking = this::startAgain;
        request.end(FIRST);

        assertThat(ready.take()).isEqualTo(new Completion(5, FIRST, null));
        assertThat(ready.isExhausted()).isFalse();
        request.endAgain(SECOND);
        assertThat(ready.take()).isEqualTo(new Completion(5, SECOND, null));
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 a request that is started, and ends, while its last end is taken is given again")
    void endedWhileTaken() {
        request.duringTaking = () -> {
            startAgain();
            request.endAgain(SECOND);
        };
        request.end(FIRST);

        assertThat(ready.take()).isEqualTo(new Completion(5, FIRST, null));
        assertThat(ready.isExhausted()).isFalse();
        assertThat(ready.take()).isEqualTo(new Completion(5, SECOND, null));
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 an end that is told too late, when its request was taken, does nothing")
    void lateEnd() {
        request.duringTaking = () -> entry.onEnd(request);
        request.end(FIRST);
        assertThat(ready.take()).isEqualTo(new Completion(5, FIRST, null));
        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isTrue();

        entry.onEnd(request);
        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 a request that somebody else has consumed and started is active, and is given at its next end")
    void startedElsewhere() {
        request.end(FIRST);
        request.test();
        startAgain();

        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isFalse();
        request.endAgain(SECOND);
        assertThat(ready.take()).isEqualTo(new Completion(5, SECOND, null));
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 a start is counted once, however often it is told")
    void startedTwice() {
        entry.onStart();
        request.end(FIRST);
        entry.onStart();
        ready.take();
        assertThat(ready.isExhausted()).isTrue();

        startAgain();
        entry.onStart();
        request.endAgain(SECOND);
        ready.take();
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 an entry that is replaced counts no more, whatever it was doing")
    void retired() {
        entry.retire(ready);
        assertThat(ready.isExhausted()).isTrue();
        request.end(FIRST);
        entry.onStart();
        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isTrue();
        entry.retire(ready);
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 an entry that is replaced while it is taken is still given, and counts no more")
    void retiredWhileTaken() {
        request.duringTaking = () -> entry.retire(ready);
        request.end(FIRST);

        assertThat(ready.take()).isEqualTo(new Completion(5, FIRST, null));
        assertThat(ready.isExhausted()).isTrue();
    }

    @Test
    @DisplayName("MUL-9 an entry that is replaced after its end is not given")
    void retiredAfterEnd() {
        request.end(FIRST);
        entry.retire(ready);

        assertThat(ready.take()).isNull();
        assertThat(ready.isExhausted()).isTrue();
        assertThat(request.test()).contains(FIRST);
    }

    private void startAgain() {
        assertThat(request.activate()).isTrue();
        entry.onStart();
    }

    /** Lets a test step in when its outcome was consumed, and the taking is not over. */
    private final class FakeRequest extends CoreRequest {

        private Runnable duringTaking = () -> {};

        FakeRequest() {
            super(null);
        }

        void endAgain(Status status) {
            end(status);
            entry.onEnd(request);
        }

        @Override
        Object taken(Object outcome) {
            Runnable step = duringTaking;
            duringTaking = () -> {};
            step.run();
            return outcome;
        }

        @Override
        public void cancel() {
            throw new AssertionError("not cancelled here");
        }
    }
}
