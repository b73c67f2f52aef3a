package org.reactivempi.transport.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
        assertThat(ContextId.LARGEST_COMMUNICATOR).isEqualTo((1 << 27) - 1);
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
                .containsExactly(80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92);
    }

    @Test
    @DisplayName("what only a broken peer sends is no context: a negative number, and one without a purpose")
    void none() {
        assertThat(ContextId.communicator(-1)).isNegative();
        assertThat(ContextId.isContext(-1)).isFalse();
        assertThat(ContextId.isContext(Integer.MIN_VALUE)).isFalse();
        for (int communicator : COMMUNICATORS) {
            int first = ContextId.of(communicator, Purpose.MESSAGES);
            for (int number = 0; number < 16; number++) {
                assertThat(ContextId.isContext(first + number)).isEqualTo(number < Purpose.values().length);
            }
            assertThatIllegalArgumentException().isThrownBy(() -> ContextId.purpose(first + 15));
        }
    }

    @Test
    @DisplayName("only what users receive in may name any source")
    void anySource() {
        assertThat(Stream.of(Purpose.values()).filter(Purpose::allowsAnySource))
                .containsExactly(Purpose.MESSAGES, Purpose.STREAM_ANNOUNCEMENTS);
    }
}
