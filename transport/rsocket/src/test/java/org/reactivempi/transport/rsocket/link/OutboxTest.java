package org.reactivempi.transport.rsocket.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final Outbox outbox = new Outbox(PooledByteBufAllocator.DEFAULT);

    @Test
    @DisplayName("bytes leave in order, after their flush, in pieces that are full except for the last")
    void randomSizes() {
        Random random = new Random(1);
        List<ByteBuf> added = new ArrayList<>();
        ByteBuf in = Unpooled.buffer();
        ByteBuf out = Unpooled.buffer();
        int flushed = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 300_000 : 500)];
            random.nextBytes(bytes);
            in.writeBytes(bytes);
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes);
            added.add(buffer);
            outbox.add(buffer);
            if (random.nextInt(10) == 0) {
                outbox.flush();
                flushed = in.readableBytes();
            }
            if (random.nextInt(3) == 0) {
                take(out, flushed);
            }
            assertThat(outbox.bytes()).isEqualTo(in.readableBytes() - out.readableBytes());
        }
        outbox.flush();
        while (out.readableBytes() < in.readableBytes()) {
            take(out, in.readableBytes());
        }
        assertThat(out).isEqualTo(in);
        assertThat(outbox.next()).isNull();
        assertThat(added).allMatch(buffer -> buffer.refCnt() == 0);
    }

    private void take(ByteBuf out, int flushed) {
        ByteBuf piece = outbox.next();
        int left = flushed - out.readableBytes();
        assertThat(piece == null ? 0 : piece.readableBytes()).isEqualTo(Math.min(left, Outbox.PIECE_BYTES));
        if (piece != null) {
            out.writeBytes(piece);
            piece.release();
        }
    }

    @Test
    @DisplayName("what is dropped is released, half-sent buffers as well")
    void clear() {
        ByteBuf large = Unpooled.buffer().writeZero(2 * Outbox.PIECE_BYTES);
        ByteBuf small = Unpooled.buffer().writeZero(1);
        outbox.add(large);
        outbox.add(small);
        outbox.flush();
        ByteBuf piece = outbox.next();
        outbox.clear();
        assertThat(outbox.bytes()).isZero();
        assertThat(outbox.next()).isNull();
        assertThat(small.refCnt()).isZero();
        piece.release();
        assertThat(large.refCnt()).isZero();
    }
}
