package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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
                if (random.nextInt(5) == 0) {
                    log.rest();
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

    @Test
    @DisplayName(
            "SIM-23 a few bytes take nothing outside of the heap, and what more has taken is given back with its last byte")
    void keepsLittleInTheHeap() {
        List<ByteBuf> chunks = new ArrayList<>();
        Unacknowledged log = new Unacknowledged(length -> {
            ByteBuf chunk = Unpooled.buffer(length);
            chunks.add(chunk);
            return chunk;
        });
        byte[] sign = random(new Random(1), 24);
        long end = 0;
        for (int i = 0; i < 100; i++) {
            log.add(Unpooled.wrappedBuffer(sign));
            end += sign.length;
            log.acknowledge(end - sign.length);
            assertThat(log.ownBytes()).isZero();
        }
        assertThat(chunks).isEmpty();

        for (int i = 0; i < 100; i++) {
            log.add(Unpooled.wrappedBuffer(sign));
            end += sign.length;
        }
        assertThat(chunks).hasSize(1);
        log.acknowledge(end - 1);
        assertThat(chunks).allMatch(chunk -> chunk.refCnt() == 1);
        log.acknowledge(end);
        assertThat(chunks).allMatch(chunk -> chunk.refCnt() == 0);
        assertThat(log.ownBytes()).isZero();
    }

    @Test
    @DisplayName("SIM-23 a chunk of which few bytes are not acknowledged is given back when little else is sent")
    void restsInTheHeap() {
        byte[] bytes = random(new Random(2), 2000);
        kept.add(Unpooled.wrappedBuffer(bytes));
        kept.acknowledge(1700);
        kept.rest();
        assertThat(kept.ownBytes()).isPositive();

        kept.acknowledge(1745);
        kept.rest();
        assertThat(kept.ownBytes()).isZero();
        assertThat(rest()).isEqualTo(Arrays.copyOfRange(bytes, 1745, 2000));
        kept.add(Unpooled.wrappedBuffer(new byte[] {1}));
        assertThat(rest()).hasSize(256).endsWith((byte) 1);
        kept.acknowledge(1900);
        kept.add(Unpooled.wrappedBuffer(new byte[] {2}));
        assertThat(kept.ownBytes()).isZero();
        assertThat(rest()).hasSize(102).startsWith(bytes[1900]).endsWith((byte) 1, (byte) 2);
        kept.acknowledge(2002);
        assertThat(kept.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a few bytes can be sent again, also when they are the rest of what was kept with them")
    void sendsLittleAgain() {
        kept.add(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}));
        kept.add(Unpooled.wrappedBuffer(new byte[] {4, 5}));
        kept.acknowledge(2);
        assertThat(rest()).containsExactly(3, 4, 5);
        kept.add(Unpooled.wrappedBuffer(new byte[] {6}));
        kept.rest();
        assertThat(rest()).containsExactly(3, 4, 5, 6);
        kept.acknowledge(6);
        kept.add(Unpooled.wrappedBuffer(new byte[] {7}));
        assertThat(rest()).containsExactly(7);
    }
}
