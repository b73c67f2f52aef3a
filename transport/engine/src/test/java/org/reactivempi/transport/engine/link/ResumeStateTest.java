package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.port.ProtocolException;

class ResumeStateTest {

    private static final long SELF = 11;
    private static final long PEER = 22;

    private final ResumeState state = new ResumeState(SELF, 1);

    private static Resumption greeting(long incarnation, int connections, int attempt) {
        return new Resumption(incarnation, SELF, 0, connections, attempt, 1);
    }

    @Test
    @DisplayName("each greeting of this rank has its number, an answer has none")
    void attempts() {
        assertThat(state.resumption(true, 5)).isEqualTo(new Resumption(SELF, 0, 5, 0, 1, 1));
        assertThat(state.resumption(true, 5).attempt()).isEqualTo(2);
        assertThat(state.resumption(false, 5).attempt()).isZero();
    }

    @Test
    @DisplayName("another process in the place of a peer, or of this rank, is not known")
    void otherProcess() {
        state.meet(greeting(PEER, 0, 1));
        assertThat(state.isKnown(greeting(PEER, 0, 2))).isTrue();
        assertThat(state.isKnown(greeting(33, 0, 2))).isFalse();
        assertThat(state.isKnown(new Resumption(PEER, 44, 0, 0, 2, 1))).isFalse();
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> state.meet(greeting(33, 0, 2)));
    }

    @Test
    @DisplayName("a greeting that has led to a connection is used up, with those before it")
    void usedUp() {
        assertThat(state.hasNeverStood()).isTrue();
        state.meet(greeting(PEER, 0, 2));
        state.onStanding(greeting(PEER, 0, 2));
        assertThat(state.hasNeverStood()).isFalse();
        assertThat(state.isUsedUp(greeting(PEER, 0, 1))).isTrue();
        assertThat(state.isUsedUp(greeting(PEER, 0, 2))).isTrue();
        assertThat(state.isUsedUp(greeting(PEER, 0, 3))).isFalse();
        assertThat(state.isOutdated(greeting(PEER, 0, 3))).isTrue();
        assertThat(state.isOutdated(greeting(PEER, 1, 3))).isFalse();
    }

    @Test
    @DisplayName("the side that has missed a connection counts on from the other's number")
    void missed() {
        state.onStanding(greeting(PEER, 3, 1));
        assertThat(state.connections()).isEqualTo(4);
    }
}
