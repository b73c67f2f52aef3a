package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What may happen to the bytes of a peer that is broken, or means harm: bits flip, parts are missing, packets come twice, in
 * another order or with numbers that nobody expects. Most of it keeps the packets' numbers in order, so that it gets further
 * than to the first look.
 */
public final class Mutation {

    private static final long[] NUMBERS = {
        0,
        1,
        2,
        7,
        15,
        16,
        28,
        64,
        65_536,
        1L << 20,
        Integer.MAX_VALUE,
        1L << 31,
        1L << 32,
        1L << 62,
        Long.MAX_VALUE,
        -1,
        -2,
        Long.MIN_VALUE
    };
    private static final int SEQUENCE = 4;
    private static final int BODY = 8;

    private final Random random;
    private final List<byte[]> packets;

    private Mutation(byte[] stream, Random random) {
        this.random = random;
        this.packets = packets(stream);
    }

    /** A stream of packets with some changes. */
    public static byte[] of(byte[] stream, int changes, Random random) {
        Mutation mutation = new Mutation(stream, random);
        for (int i = 0; i < changes && !mutation.packets.isEmpty(); i++) {
            mutation.change();
        }
        return mutation.stream();
    }

    /** Cuts a valid stream; what can't be cut stays whole. */
    private static List<byte[]> packets(byte[] stream) {
        List<byte[]> packets = new ArrayList<>();
        ByteBuf in = Unpooled.wrappedBuffer(stream);
        while (in.isReadable()) {
            int rest = in.readableBytes();
            long length = rest < PacketKind.HEADER_BYTES
                    ? rest
                    : PacketKind.HEADER_BYTES + in.getLongLE(in.readerIndex() + BODY);
            byte[] packet = new byte[length < PacketKind.HEADER_BYTES || length > rest ? rest : (int) length];
            in.readBytes(packet);
            packets.add(packet);
        }
        return packets;
    }

    private byte[] stream() {
        ByteBuf out = Unpooled.buffer();
        packets.forEach(out::writeBytes);
        byte[] stream = new byte[out.readableBytes()];
        out.readBytes(stream);
        return stream;
    }

    private void change() {
        switch (random.nextInt(12)) {
            case 0 -> flip();
            case 1 -> set(any(), random.nextInt(256));
            case 2 -> packets.set(at(), part(any()));
            case 3 -> packets.remove(at());
            case 4 -> renumbered(() -> packets.remove(at()));
            case 5 -> renumbered(() -> packets.add(at(), any().clone()));
            case 6 -> renumbered(this::swap);
            case 7 -> setLong(any(), BODY);
            case 8 -> kind();
            case 9 -> field();
            case 10 -> packets.subList(at(), packets.size()).clear();
            default -> packets.add(at(), noise());
        }
    }

    private int at() {
        return random.nextInt(packets.size());
    }

    private byte[] any() {
        return packets.get(at());
    }

    private void flip() {
        byte[] packet = any();
        int at = random.nextInt(Math.min(packet.length, 64));
        packet[at] ^= (byte) (1 << random.nextInt(8));
    }

    private void set(byte[] packet, int value) {
        packet[random.nextInt(packet.length)] = (byte) value;
    }

    private byte[] part(byte[] packet) {
        byte[] part = new byte[1 + random.nextInt(packet.length)];
        System.arraycopy(packet, 0, part, 0, part.length);
        return part;
    }

    private byte[] noise() {
        byte[] noise = new byte[1 + random.nextInt(100)];
        random.nextBytes(noise);
        return noise;
    }

    private void swap() {
        int one = at();
        int other = at();
        byte[] kept = packets.get(one);
        packets.set(one, packets.get(other));
        packets.set(other, kept);
    }

    /** Another kind, a known one or not; with the length of the new one, sometimes. */
    private void kind() {
        byte[] packet = any();
        PacketKind[] kinds = PacketKind.values();
        PacketKind kind = kinds[random.nextInt(kinds.length)];
        boolean known = random.nextBoolean();
        packet[0] = known ? kind.code() : (byte) random.nextInt();
        if (known && packet.length >= PacketKind.HEADER_BYTES && packet.length <= kind.fixedBytes()) {
            byte[] whole = new byte[kind.fixedBytes()];
            System.arraycopy(packet, 0, whole, 0, packet.length);
            Unpooled.wrappedBuffer(whole).setLongLE(BODY, whole.length - PacketKind.HEADER_BYTES);
            packets.set(packets.indexOf(packet), whole);
        }
    }

    private void field() {
        byte[] packet = any();
        int fields = Math.min(packet.length, 48) - PacketKind.HEADER_BYTES;
        if (fields >= Long.BYTES) {
            setLong(packet, PacketKind.HEADER_BYTES + random.nextInt(fields / 4 - 1) * 4);
        }
    }

    private void setLong(byte[] packet, int at) {
        if (packet.length >= at + Long.BYTES) {
            Unpooled.wrappedBuffer(packet).setLongLE(at, NUMBERS[random.nextInt(NUMBERS.length)]);
        }
    }

    /** Gives packets the numbers of those at whose place they stand after a change. */
    private void renumbered(Runnable change) {
        change.run();
        int next = 0;
        for (int i = 0; i < packets.size(); i++) {
            byte[] packet = packets.get(i).clone();
            boolean counted = packet.length >= PacketKind.HEADER_BYTES && packet[0] > 3;
            if (counted) {
                Unpooled.wrappedBuffer(packet).setIntLE(SEQUENCE, next++);
            }
            packets.set(i, packet);
        }
    }
}
