package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnacknowledgedTest {

    private final Unacknowledged kept = new Unacknowledged(Unpooled::buffer);
    private final List<String> told = new ArrayList<>();

    /** All that is kept, in one piece. */
    private byte[] rest() {
        ByteBuf all = Unpooled.buffer();
        kept.forEach(
                ours -> {
                    all.writeBytes(ours);
                    ours.release();
                },
                all::writeBytes);
        byte[] rest = new byte[all.readableBytes()];
        all.readBytes(rest);
        return rest;
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    @DisplayName("keeps exactly what is behind the last acknowledgement, and releases all else")
    void keepsTheRest() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Unacknowledged log = new Unacknowledged(Unpooled::buffer);
            ByteBuf stream = Unpooled.buffer();
            List<ByteBuf> given = new ArrayList<>();
            long acknowledged = 0;
            for (int i = 0; i < 50; i++) {
                byte[] next = random(random, 1 + random.nextInt(random.nextBoolean() ? 100 : 9000));
                stream.writeBytes(next);
                if (random.nextBoolean()) {
                    ByteBuf bytes = Unpooled.wrappedBuffer(next);
                    given.add(bytes);
                    log.add(bytes);
                    bytes.release();
                } else {
                    log.add(ByteBuffer.wrap(next), () -> {});
                }
                if (random.nextInt(4) == 0) {
                    acknowledged += random.nextInt((int) (stream.writerIndex() - acknowledged) + 1);
                    log.acknowledge(acknowledged);
                }
                ByteBuf rest = Unpooled.buffer();
                log.forEach(
                        ours -> {
                            rest.writeBytes(ours);
                            ours.release();
                        },
                        rest::writeBytes);
                assertThat(rest)
                        .isEqualTo(stream.slice((int) acknowledged, (int) (stream.writerIndex() - acknowledged)));
            }
            log.clear();
            assertThat(given).allMatch(bytes -> bytes.refCnt() == 0);
            assertThat(log.ownBytes()).isZero();
            assertThat(log.isEmpty()).isTrue();
        }
    }

    @Test
    @DisplayName("whose memory it is hears of it once, when all of it is acknowledged")
    void tells() {
        kept.add(ByteBuffer.wrap(new byte[10]), () -> told.add("first"));
        kept.add(ByteBuffer.wrap(new byte[10]), () -> told.add("second"));
        kept.acknowledge(9);
        assertThat(told).isEmpty();
        kept.acknowledge(19);
        assertThat(told).containsExactly("first");
        assertThat(rest()).hasSize(1);
        kept.acknowledge(20);
        assertThat(told).containsExactly("first", "second");
        assertThat(kept.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("memory that is copied is its user's again, and what was in it can still be sent again")
    void copies() {
        ByteBuffer memory = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        kept.add(memory, () -> told.add("first"));
        kept.acknowledge(1);
        kept.copyMemory();
        assertThat(told).containsExactly("first");
        memory.put(new byte[4]);
        assertThat(rest()).containsExactly(2, 3, 4);
        kept.acknowledge(4);
        assertThat(told).hasSize(1);
        assertThat(kept.ownBytes()).isZero();
    }
}
