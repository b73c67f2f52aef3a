package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageTest {

    private final Message message = Message.of(Status.of(1, 2, 4), new byte[] {1, 2, 0, 0});

    @Test
    @DisplayName("a message holds its status and its bytes")
    void parts() {
        assertThat(message.status()).isEqualTo(Status.of(1, 2, 4));
        assertThat(message.lengthBytes()).isEqualTo(4);
        assertThat(message.toByteArray()).containsExactly(1, 2, 0, 0);
    }

    @Test
    @DisplayName("each payload is a fresh, little-endian, read-only view")
    void payload() {
        ByteBuffer first = message.payload();

        assertThat(first.getInt()).isEqualTo(0x0201);
        assertThat(first.isReadOnly()).isTrue();
        assertThat(message.payload().position()).isZero();
        assertThat(message.payload().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    @DisplayName("the copy of the bytes belongs to the caller")
    void copies() {
        message.toByteArray()[0] = 9;

        assertThat(message.toByteArray()[0]).isEqualTo((byte) 1);
    }

    @Test
    @DisplayName("a codec reads the payload, as often as wanted")
    void decodes() {
        assertThat(message.as(Codecs.ints())).containsExactly(0x0201);
        assertThat(message.as(Codecs.bytes())).containsExactly(1, 2, 0, 0);
    }
}
