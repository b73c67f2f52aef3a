package org.reactivempi.transport.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.ContextId.Purpose;

class ContextIdTest {

    private static final int[] COMMUNICATORS = {
        ContextId.WORLD, 1, 2, ContextId.LARGEST_COMMUNICATOR - 1, ContextId.LARGEST_COMMUNICATOR
    };

    @Test
    @DisplayName("RCV-6 the contexts of all communicators are different, and none is negative")
    void different() {
        Set<Integer> seen = new HashSet<>();
        for (int communicator : COMMUNICATORS) {
            for (Purpose purpose : Purpose.values()) {
                int context = ContextId.of(communicator, purpose);
                assertThat(context).isNotNegative();
                assertThat(seen.add(context)).isTrue();
            }
        }
        assertThat(seen).contains(Integer.MAX_VALUE);
    }

    @Test
    @DisplayName("a context tells its communicator and its purpose")
    void bothWays() {
        for (int communicator : COMMUNICATORS) {
            for (Purpose purpose : Purpose.values()) {
                int context = ContextId.of(communicator, purpose);
                assertThat(ContextId.communicator(context)).isEqualTo(communicator);
                assertThat(ContextId.purpose(context)).isEqualTo(purpose);
            }
        }
    }

    @Test
    @DisplayName("the numbers are those of docs/wire.md")
    void numbers() {
        assertThat(Stream.of(Purpose.values()).map(purpose -> ContextId.of(5, purpose)))
                .containsExactly(40, 41, 42, 43, 44, 45, 46, 47);
    }

    @Test
    @DisplayName("a negative context, which only a broken peer sends, belongs to no communicator")
    void negative() {
        assertThat(ContextId.communicator(-1)).isNegative();
        assertThat(ContextId.purpose(-1)).isEqualTo(Purpose.RECORDS);
    }

    @Test
    @DisplayName("only what users receive in may name any source")
    void anySource() {
        assertThat(Stream.of(Purpose.values()).filter(Purpose::allowsAnySource))
                .containsExactly(Purpose.MESSAGES, Purpose.STREAM_ANNOUNCEMENTS);
    }
}
