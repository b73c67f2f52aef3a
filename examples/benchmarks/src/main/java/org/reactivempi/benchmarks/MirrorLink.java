package org.reactivempi.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Queue;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;

/**
 * A link to a mirror. What is written comes back in the next turn of the loop, in the memory in which it was written, which
 * is used again and again as that of a ring would be. Only the sender that messages name becomes the mirror, since a rank takes
 * messages of nobody else from a link.
 */
final class MirrorLink implements Link, Poller {

    private static final int BUFFERS = 16;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final long CREDIT_BYTES = 4 << 20;

    /** The first byte of the packet of a short message. */
    private static final byte EAGER = 4;

    /** Where that packet names its sender. */
    private static final int SOURCE = 20;

    private static final int HEADER_BYTES = 16;

    /** Where a packet says how much follows its header. */
    private static final int BODY_BYTES = 8;

    private final LinkHandler handler;
    private final ByteBuf[] buffers = new ByteBuf[BUFFERS];
    private final Queue<ByteBuf> written = new ArrayDeque<>();
    private int next;
    private final ProofHandshake proof;
    private boolean proven;
    private boolean greeted;

    MirrorLink(LinkHandler handler, Credentials mirror) {
        this.handler = handler;
        this.proof = ProofHandshake.withStranger(mirror, this::binding);
        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER_BYTES);
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        ByteBuf buffer = buffers[next];
        next = (next + 1) % BUFFERS;
        if (leastBytes > BUFFER_BYTES || buffer.refCnt() > 1) {
            throw new IllegalStateException("the benchmark needs more buffers");
        }
        return buffer.clear().retain();
    }

    @Override
    public void write(ByteBuf bytes) {
        if (greeted) {
            mirror(bytes);
            written.add(bytes);
        } else if (!proven) {
            answer(bytes);
        } else {
            greeted = true;
            Resumption theirs = Hello.resumption(bytes);
            bytes.clear();
            Welcome.encode(bytes, CREDIT_BYTES, new Resumption(1, theirs.incarnation(), 0, 0, 0, 1));
            written.add(bytes);
        }
    }

    /** Messages that go to the mirror become messages from it. */
    private static void mirror(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (bytes.getByte(at) == EAGER) {
                bytes.setIntLE(at + SOURCE, MirrorWorld.MIRROR);
            }
            at += HEADER_BYTES + (int) bytes.getLongLE(at + BODY_BYTES);
        }
    }

    private void answer(ByteBuf bytes) {
        ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(ProofHandshake.MOST_BYTES);
        proven = proof.read(bytes, out);
        bytes.release();
        written.add(out);
    }

    @Override
    public boolean poll() {
        ByteBuf bytes = written.poll();
        if (bytes == null) {
            return false;
        }
        handler.onBytes(bytes);
        bytes.release();
        return true;
    }

    @Override
    public void flush() {}

    @Override
    public boolean isWritable() {
        return written.size() < BUFFERS / 2;
    }

    @Override
    public void close() {}

    @Override
    public String remote() {
        return "the mirror";
    }
}
