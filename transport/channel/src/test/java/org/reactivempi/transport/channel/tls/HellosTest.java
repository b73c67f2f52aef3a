package org.reactivempi.transport.channel.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HellosTest {

    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int APPLICATION = 23;

    private static ByteBuf records() {
        ByteBuf records = Unpooled.buffer();
        record(records, HANDSHAKE, 300, 1);
        record(records, CHANGE_CIPHER_SPEC, 1, 2);
        record(records, HANDSHAKE, 0, 3);
        record(records, HANDSHAKE, 517, 4);
        record(records, ALERT, 2, 5);
        record(records, APPLICATION, 5000, 6);
        return records;
    }

    private static void record(ByteBuf records, int type, int length, int content) {
        records.writeByte(type).writeShort(0x0303).writeShort(length);
        for (int i = 0; i < length; i++) {
            records.writeByte(content + i);
        }
    }

    private static byte[] expected() {
        ByteBuf messages = Unpooled.buffer();
        ByteBuf records = records();
        messages.writeBytes(records, 5, 300);
        messages.writeBytes(records, 5 + 300 + 6 + 5 + 5, 517);
        byte[] bytes = new byte[messages.readableBytes()];
        messages.readBytes(bytes);
        return Tls.sha256().digest(bytes);
    }

    @Test
    @DisplayName("sees the messages in the clear, without their records' headers, and nothing else")
    void messages() {
        Hellos hellos = new Hellos();
        ByteBuf records = records();
        hellos.see(records);
        assertThat(hellos.end()).isEqualTo(expected());
        assertThat(records.readerIndex()).isZero();
    }

    @Test
    @DisplayName("however the bytes are cut")
    void pieces() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            Hellos hellos = new Hellos();
            ByteBuf records = records();
            while (records.isReadable()) {
                hellos.see(records.readSlice(1 + random.nextInt(Math.min(7, records.readableBytes()))));
            }
            assertThat(hellos.end()).isEqualTo(expected());
        }
    }

    @Test
    @DisplayName("nothing to be bound to where there was no handshake")
    void none() {
        assertThatIllegalStateException().isThrownBy(() -> new Hellos().end());
        Hellos hellos = new Hellos();
        ByteBuf records = Unpooled.buffer();
        record(records, APPLICATION, 10, 0);
        hellos.see(records);
        assertThatIllegalStateException().isThrownBy(hellos::end);
    }
}
