package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.progress.CompletionQueue;

class MemberStatesTest {

    private static final int SIZE = 3;

    private final CompletionQueue signals = new CompletionQueue(Runnable::run);
    private final MemberStates membership = new MemberStates(0, SIZE, signals);

    @Test
    @DisplayName("RES-1 who looks once and goes is not kept, though nothing changes")
    void lookers() {
        List<MemberChange> seen = new ArrayList<>();
        membership.changes().subscribe(seen::add);
        for (int i = 0; i < 1000; i++) {
            assertThat(membership.changes().take(SIZE).collectList().block()).hasSize(SIZE);
        }

        // The one that watches, and perhaps the last one that has gone.
        assertThat(membership.watchers()).isBetween(1, 2);
        membership.stands(1);
        assertThat(seen)
                .hasSize(SIZE + 1)
                .last()
                .extracting(MemberChange::state)
                .isEqualTo(MemberChange.State.JOINED);
    }

    @Test
    @DisplayName("MBR-1 a change that is due when the engine ends is told before the end")
    void dueAtTheEnd() {
        List<Object> seen = new ArrayList<>();
        membership.changes().skip(SIZE).doOnComplete(() -> seen.add("end")).subscribe(seen::add);

        signals.step(() -> {
            membership.stands(1);
            membership.end();
        });

        assertThat(seen).containsExactly(new MemberChange(1, MemberChange.State.JOINED, 1), "end");
        assertThat(membership.watchers()).isZero();
    }
}
