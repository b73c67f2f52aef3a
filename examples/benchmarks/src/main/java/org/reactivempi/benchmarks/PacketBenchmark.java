package org.reactivempi.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.port.PayloadSink;

/** What a packet costs: short messages of 8 bytes, written one after the other, and cut apart again. */
public class PacketBenchmark extends Nanoseconds {

    private static final int PACKETS = 64;
    private static final int PAYLOAD_BYTES = Long.BYTES;

    private ByteBuf packets;
    private Sum sum;
    private PacketReader reader;
    private int sequence;

    /** Starts a stream of packets. */
    @Setup
    public void start() {
        packets = PooledByteBufAllocator.DEFAULT.directBuffer(PACKETS * (Eager.LENGTH_BYTES + PAYLOAD_BYTES));
        sum = new Sum();
        reader = new PacketReader(sum);
    }

    /** Gives the memory back. */
    @TearDown
    public void end() {
        packets.release();
    }

    /**
     * Written.
     *
     * @return the packets
     */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public ByteBuf written() {
        packets.clear();
        for (int i = 0; i < PACKETS; i++) {
            Eager.encode(packets, sequence, 1, 2, 3, PAYLOAD_BYTES);
            packets.writeLongLE(i);
        }
        return packets;
    }

    /**
     * Written, and read again, with envelope and payload.
     *
     * @return what was read
     */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public long writtenAndRead() {
        packets.clear();
        for (int i = 0; i < PACKETS; i++) {
            Eager.encode(packets, sequence++, 1, 2, 3, PAYLOAD_BYTES);
            packets.writeLongLE(i);
        }
        reader.read(packets);
        return sum.all;
    }

    private static final class Sum implements PacketHandler, PayloadSink {

        private long all;

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            all += Envelope.context(packet) + Envelope.source(packet) + Envelope.tag(packet);
            return this;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            all += bytes.getLongLE(bytes.readerIndex());
        }

        @Override
        public void complete() {}

        @Override
        public void lost(Throwable cause) {}
    }
}
