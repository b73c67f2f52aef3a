package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is given to a link that reads callers' direct memory itself, and what is copied. */
class LentMemoryTest extends TwoRanks {

    private static final int MIB = 1 << 20;

    /** What the link was given of the message, which arrives as it was. */
    private List<ByteBuffer> given(TestSend send, int lengthBytes) {
        zero.send(TAG, 1);
        one.receive(TAG, 1);
        network.run();
        List<ByteBuffer> memories = zero.fake.connections().get(0).takeMemory();
        TestReceive receive = one.receive(TAG, lengthBytes);
        zero.start(send);
        network.run();
        assertThat(send.outcome).isEqualTo("sent");
        assertThat(receive.outcome).isEqualTo("received");
        assertThat(receive.data()).isEqualTo(MessageRank.bytes(lengthBytes));
        return memories;
    }

    private static long bytes(List<ByteBuffer> memories) {
        return memories.stream().mapToLong(ByteBuffer::remaining).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {16 * 1024, 100_000, MIB})
    @DisplayName("blocks of 16 KiB and more of direct memory leave as they lie: not a byte is copied")
    void longBlocks(int blockBytes) {
        int length = MIB / blockBytes * blockBytes;
        TestSend send = TestSend.inBlocks(1, TAG, MessageRank.bytes(length), blockBytes);
        List<ByteBuffer> memories = given(send, length);

        assertThat(send.copiedBytes).isZero();
        assertThat(memories).hasSize(length / blockBytes).allMatch(send::hasMemory);
        assertThat(bytes(memories)).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 16 * 1024 - 1})
    @DisplayName("shorter blocks are copied, each byte once")
    void shortBlocks(int blockBytes) {
        TestSend send = TestSend.inBlocks(1, TAG, MessageRank.bytes(200_000 / blockBytes * blockBytes), blockBytes);
        List<ByteBuffer> memories = given(send, 200_000 / blockBytes * blockBytes);

        assertThat(send.copiedBytes).isEqualTo(200_000 / blockBytes * blockBytes);
        assertThat(memories).isEmpty();
    }

    @Test
    @DisplayName("of a message whose last block is short, that one alone is copied")
    void shortEnd() {
        TestSend send = TestSend.inBlocks(1, TAG, MessageRank.bytes(100_000), 32 * 1024);
        List<ByteBuffer> memories = given(send, 100_000);

        assertThat(send.copiedBytes).isEqualTo(100_000 % (32 * 1024));
        assertThat(bytes(memories)).isEqualTo(100_000 - 100_000 % (32 * 1024));
        assertThat(memories).allMatch(send::hasMemory);
    }
}
