package org.reactivempi.transport.engine.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.port.ProtocolException;

class PacketReaderTest {

    private final RecordedPackets recorded = new RecordedPackets();
    private final PacketReader reader = new PacketReader(recorded);

    @Test
    @DisplayName("a stream cut in two at any byte gives the same packets")
    void everyCut() {
        ByteBuf stream = Packets.stream(30, new Random(1));
        RecordedPackets whole = read(stream.duplicate());

        for (int cut = 0; cut <= stream.readableBytes(); cut++) {
            RecordedPackets parts = new RecordedPackets();
            PacketReader reader = new PacketReader(parts);
            reader.read(stream.slice(0, cut));
            reader.read(stream.slice(cut, stream.readableBytes() - cut));
            assertThat(parts.packets()).as("cut at %d", cut).isEqualTo(whole.packets());
        }
        assertThat(whole.packets()).hasSize(31);
    }

    @Property(tries = 300)
    void anyPacketsInAnyPiecesGiveTheSamePackets(
            @ForAll long seed,
            @ForAll @IntRange(max = 40) int packets,
            @ForAll @IntRange(min = 1, max = 90) int longest) {
        Random random = new Random(seed);
        ByteBuf stream = Packets.stream(packets, random);
        RecordedPackets whole = read(stream.duplicate());

        RecordedPackets pieces = new RecordedPackets();
        PacketReader reader = new PacketReader(pieces);
        while (stream.isReadable()) {
            reader.read(stream.readSlice(Math.min(stream.readableBytes(), 1 + random.nextInt(longest))));
        }

        assertThat(pieces.packets()).isEqualTo(whole.packets()).hasSize(packets + 1);
    }

    @ParameterizedTest
    @EnumSource(PacketKind.class)
    @DisplayName("a packet that ends early is not told, and does no harm")
    void truncated(PacketKind kind) {
        ByteBuf packet = Packets.random(kind, 0, new Random(2));
        for (int length = 0; length < packet.readableBytes(); length++) {
            assertThat(read(packet.slice(0, length)).packets()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 70, 71, 127, -128, -1})
    @DisplayName("a kind that there isn't is a breach, as soon as the header is there")
    void badKind(byte code) {
        ByteBuf header = Unpooled.buffer().writeIntLE(code & 0xff).writeIntLE(0).writeLongLE(0);

        reader.read(header.readSlice(15));
        assertThatThrownBy(() -> reader.read(header))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("packet kind " + (code & 0xff) + " is unknown");
    }

    @ParameterizedTest
    @EnumSource(PacketKind.class)
    @DisplayName("a length that the kind doesn't allow is a breach, before anything is allocated")
    void badLength(PacketKind kind) {
        int fields = kind.fixedBytes() - PacketKind.HEADER_BYTES;
        long[] lengths = {
            -1,
            Long.MIN_VALUE,
            Long.MIN_VALUE + fields,
            Long.MAX_VALUE,
            fields - 1,
            fields + kind.maxPayloadBytes() + 1,
            fields + (1L << 32)
        };
        for (long length : lengths) {
            ByteBuf header = header(kind, length);
            assertThatThrownBy(() -> read(header))
                    .as("%s with a body of %d", kind, length)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining(kind + " packet with a body of " + length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(PacketKind.class)
    @DisplayName("a sequence number that is not the next one is a breach")
    void badSequence(PacketKind kind) {
        ByteBuf packet = Packets.random(kind, 0, new Random(3));
        packet.setIntLE(4, 1);

        assertThatThrownBy(() -> reader.read(packet))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("sequence 1");
    }

    @Test
    @DisplayName("a packet that comes twice is a breach")
    void repeated() {
        ByteBuf packet = Packets.random(PacketKind.CREDIT, 0, new Random(4));

        reader.read(packet.duplicate());
        assertThatThrownBy(() -> reader.read(packet.duplicate()))
                .hasMessage("CREDIT packet has sequence 0, expected 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, Integer.MAX_VALUE, Integer.MIN_VALUE})
    @DisplayName("a refusal without a known reason is a breach")
    void badReason(int reason) {
        ByteBuf refusal = Unpooled.buffer();
        Refusal.encode(refusal, Refusal.Reason.JOB);
        refusal.setIntLE(PacketKind.HEADER_BYTES, reason);

        assertThatThrownBy(() -> Refusal.reason(refusal)).isInstanceOf(ProtocolException.class);
    }

    @Test
    @DisplayName("an announced length below zero is a breach")
    void negativeMessageLength() {
        ByteBuf request = Unpooled.buffer();
        RequestToSend.encode(request, PacketKind.REQUEST_TO_SEND, 0, 1, 2, 3, 4, -5);

        assertThatThrownBy(() -> RequestToSend.lengthBytes(request)).hasMessage("message length -5 is negative");
    }

    @Property(tries = 2000)
    void nothingButAProtocolExceptionComesFromAMutatedStream(@ForAll long seed) {
        Random random = new Random(seed);
        ByteBuf stream = Packets.stream(1 + random.nextInt(20), random);
        for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
            mutate(stream, random).accept(random.nextInt(stream.readableBytes()));
        }

        PacketReader reader = new PacketReader(new RecordedPackets());
        try {
            while (stream.isReadable()) {
                reader.read(stream.readSlice(Math.min(stream.readableBytes(), 1 + random.nextInt(100))));
            }
        } catch (ProtocolException expected) {
            assertThat(expected).hasMessageNotContaining("null");
        }
    }

    private static Consumer<Integer> mutate(ByteBuf stream, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> at -> stream.setByte(at, random.nextInt());
            case 1 -> at -> stream.setByte(at, stream.getByte(at) ^ 1 << random.nextInt(8));
            default -> at -> stream.writerIndex(at + 1);
        };
    }

    private static RecordedPackets read(ByteBuf bytes) {
        RecordedPackets recorded = new RecordedPackets();
        new PacketReader(recorded).read(bytes);
        return recorded;
    }

    private static ByteBuf header(PacketKind kind, long bodyBytes) {
        return Unpooled.buffer().writeIntLE(kind.code()).writeIntLE(0).writeLongLE(bodyBytes);
    }
}
