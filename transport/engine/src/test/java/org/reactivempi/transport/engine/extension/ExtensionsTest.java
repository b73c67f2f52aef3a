package org.reactivempi.transport.engine.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Extended;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Families;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/** Added families, byte by byte: what is said of them, what of a packet reaches its handler, and what is a breach. */
class ExtensionsTest {

    private static final String NAME = "org.example.counter";

    /** Counts: kind 0 has 4 bytes of fields and any payload of up to 100 bytes, kind 1 nothing. */
    private static final class Counter implements PacketFamily {

        private final String name;
        private final int version;
        private final List<String> events = new ArrayList<>();
        private PacketFamily.Peers peers;

        Counter(String name, int version) {
            this.name = name;
            this.version = version;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int version() {
            return version;
        }

        @Override
        public List<Kind> kinds() {
            return List.of(new Kind("COUNT", 4, 100), new Kind("NOTHING", 0, 0));
        }

        @Override
        public Function<PacketFamily.Peer, PacketFamily.Handler> begin(PacketFamily.Peers peers) {
            this.peers = peers;
            return Taking::new;
        }

        private final class Taking implements PacketFamily.Handler, PayloadSink {

            private final PacketFamily.Peer peer;

            Taking(PacketFamily.Peer peer) {
                this.peer = peer;
            }

            @Override
            public PayloadSink onPacket(int kind, ByteBuf fields, int payloadBytes) {
                if (kind == 1) {
                    events.add("nothing");
                    return PayloadSink.NOWHERE;
                }
                int count = fields.getIntLE(fields.readerIndex());
                if (count < 0) {
                    throw new ProtocolException("count " + count + " is negative");
                }
                events.add("count " + count + ", " + payloadBytes);
                return this;
            }

            @Override
            public void take(ByteBuf bytes, int length) {
                events.add("took " + length + " from " + bytes.getByte(bytes.readerIndex()));
            }

            @Override
            public void complete() {
                events.add("complete");
            }

            @Override
            public void lost(Throwable cause) {
                events.add("payload lost");
            }

            @Override
            public void onShared() {
                events.add("shared by " + peer.rank());
            }

            @Override
            public void onMissing(String why) {
                events.add("missing: " + why);
            }

            @Override
            public void onLost(Throwable cause) {
                events.add("lost, " + peer.standing());
            }
        }
    }

    private final FakeNetwork network = new FakeNetwork();
    private final Counter counter = new Counter(NAME, 3);
    private final FakeRank zero = rank(0, counter);

    private FakeRank rank(int rank, PacketFamily... families) {
        FakeRank made = new FakeRank(network, rank, 2);
        new Extensions(rank, 2, made.links(), made.loop(), List.of(families));
        return made;
    }

    private RawPeer greeted() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        receive(peer, out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        return peer;
    }

    private void receive(RawPeer peer, Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        peer.send(out);
        network.run();
    }

    private void say(RawPeer peer, int sequence, Families.Entry... entries) {
        List<Families.Entry> all = List.of(entries);
        receive(peer, out -> {
            Families.encode(out, sequence, all.size(), Families.payloadBytes(all));
            Families.write(out, all);
        });
    }

    private static void count(ByteBuf out, int sequence, int family, int number, int payloadBytes) {
        Extended.encode(out, sequence, family, 0, Integer.BYTES + payloadBytes);
        out.writeIntLE(number);
        for (int i = 0; i < payloadBytes; i++) {
            out.writeByte(i);
        }
    }

    private void end(FakeRank... ranks) {
        for (FakeRank rank : ranks) {
            rank.run(() -> rank.links().abort("ends with the test", () -> {}));
        }
        network.run();
    }

    @Test
    @DisplayName("two ranks share a family, whatever its number on each side, and its packets come in order")
    void shared() {
        Counter other = new Counter(NAME, 3);
        FakeRank one = rank(1, new Counter("org.example.first", 0), other);
        zero.run(() -> {
            PacketFamily.Peer peer = counter.peers.peer(1);
            assertThat(peer.standing()).isEqualTo(PacketFamily.Peer.Standing.UNKNOWN);
            peer.send(0, 2, out -> out.writeIntLE(7).writeZero(2));
            peer.send(1, 0, out -> {});
        });
        network.run();
        one.run(() -> other.peers.peer(0).send(0, 0, out -> out.writeIntLE(8)));
        network.run();
        assertThat(other.events).containsExactly("shared by 0", "count 7, 2", "took 2 from 0", "complete", "nothing");
        assertThat(counter.events).containsExactly("shared by 1", "count 8, 0", "complete");
        zero.run(() -> assertThat(counter.peers.peer(1).standing()).isEqualTo(PacketFamily.Peer.Standing.SHARED));
        end(zero, one);
        assertThat(other.events).endsWith("lost, LOST");
    }

    @Test
    @DisplayName("a peer without the family drops its packets, and the sender hears of that")
    void missing() {
        FakeRank one = rank(1);
        zero.run(() -> counter.peers.peer(1).send(1, 0, out -> {}));
        network.run();
        assertThat(counter.events).containsExactly("missing: rank 1 has no " + NAME);
        zero.run(() -> assertThatThrownBy(() -> counter.peers.peer(1).send(1, 0, out -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("takes no packets of " + NAME));
        assertThat(zero.links().peer(1).loss()).isNull();
        end(zero, one);
    }

    @Test
    @DisplayName("a peer with another version of the family lacks it, on both sides")
    void otherVersion() {
        Counter other = new Counter(NAME, 4);
        FakeRank one = rank(1, other);
        zero.run(() -> counter.peers.peer(1).send(1, 0, out -> {}));
        network.run();
        assertThat(counter.events).containsExactly("missing: rank 1 has version 4 of " + NAME + ", this one 3");
        assertThat(other.events).containsExactly("missing: rank 0 has version 3 of " + NAME + ", this one 4");
        end(zero, one);
    }

    @Test
    @DisplayName("ranks without added families say nothing of them")
    void none() {
        FakeRank one = rank(1);
        RawPeer peer = RawPeer.connectTo(1, 0, network);
        receive(peer, out -> Hello.encode(out, FakeRank.JOB, 0, 1, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        assertThat(peer.received()).doesNotContain(PacketKind.FAMILIES);
        say(peer, 0);
        assertThat(peer.received()).contains(PacketKind.FAMILIES);
        assertThat(Families.count(peer.last(PacketKind.FAMILIES))).isZero();
        end(zero, one);
    }

    @Test
    @DisplayName("fields and payload that come byte by byte are the same packet")
    void inPieces() {
        RawPeer peer = greeted();
        assertThat(peer.received()).contains(PacketKind.FAMILIES);
        say(peer, 0, new Families.Entry("org.example.other", 1), new Families.Entry(NAME, 3));
        ByteBuf packet = Unpooled.buffer();
        count(packet, 1, 1, 5, 3);
        while (packet.isReadable()) {
            receive(peer, out -> out.writeBytes(packet, 1));
        }
        receive(peer, out -> Extended.encode(out, 2, 0, 99, 0));
        assertThat(counter.events)
                .containsExactly(
                        "shared by 1", "count 5, 3", "took 1 from 0", "took 1 from 1", "took 1 from 2", "complete");
        assertThat(peer.isClosed()).isFalse();
        end(zero);
    }

    @Test
    @DisplayName("a writer that throws, or writes too little, sends nothing")
    void badWriter() {
        Counter other = new Counter(NAME, 3);
        FakeRank one = rank(1, other);
        zero.run(() -> {
            PacketFamily.Peer peer = counter.peers.peer(1);
            assertThatThrownBy(() -> peer.send(0, 0, out -> out.writeByte(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("COUNT was to have 4 bytes");
            assertThatThrownBy(() -> peer.send(0, 0, out -> {
                        throw new IllegalStateException("thrown by the writer");
                    }))
                    .hasMessage("thrown by the writer");
            assertThatThrownBy(() -> peer.send(0, 101, out -> {})).isInstanceOf(IllegalArgumentException.class);
            peer.send(0, 0, out -> out.writeIntLE(9));
        });
        network.run();
        assertThat(other.events).containsExactly("shared by 0", "count 9, 0", "complete");
        end(zero, one);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("a packet that no family has, or that its family refuses, is a breach")
    void malformed(int which) {
        RawPeer peer = greeted();
        if (which > 0) {
            say(peer, 0, new Families.Entry(NAME, 3));
        }
        int sequence = which == 0 ? 0 : 1;
        receive(peer, out -> {
            switch (which) {
                case 0 -> count(out, sequence, 0, 5, 0);
                case 1 -> count(out, sequence, 1, 5, 0);
                case 2 -> count(out, sequence, -1, 5, 0);
                case 3 -> count(out, sequence, 0, -5, 0);
                case 4 -> Extended.encode(out, sequence, 0, 2, 0);
                case 5 -> Extended.encode(out, sequence, 0, -1, 0);
                case 6 -> Extended.encode(out, sequence, 0, 0, 3);
                case 7 -> Extended.encode(out, sequence, 0, 0, 105);
                default -> Families.encode(out, sequence, 0, 0);
            }
        });
        assertThat(peer.isClosed()).isTrue();
        assertThat(zero.links().peer(1).loss()).hasMessageContaining("broke the protocol");
        assertThat(counter.events).endsWith("lost, LOST");
        end(zero);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    @DisplayName("what is no list of families is a breach")
    void noList(int which) {
        RawPeer peer = greeted();
        receive(peer, out -> {
            Families.Entry entry = new Families.Entry(NAME, 3);
            List<Families.Entry> entries = which == 5 ? List.of(entry, entry) : List.of(entry);
            int count = which == 0 ? 2 : which == 1 ? -1 : entries.size();
            int bytes = Families.payloadBytes(entries);
            int start = Families.LENGTH_BYTES;
            Families.encode(out, 0, count, which == 2 ? bytes + 1 : bytes);
            Families.write(out, entries);
            if (which == 2) {
                out.writeByte(0);
            } else if (which == 3) {
                out.setIntLE(start, -1);
            } else if (which == 4) {
                out.setIntLE(start + Integer.BYTES, 65);
            }
        });
        assertThat(peer.isClosed()).isTrue();
        assertThat(zero.links().peer(1).loss()).hasMessageContaining("broke the protocol");
        end(zero);
    }

    @Test
    @DisplayName("a rank does not start with two families of one name, or with one that has no allowed name or kinds")
    void badFamilies() {
        assertThatThrownBy(() -> rank(1, new Counter(NAME, 1), new Counter(NAME, 2)))
                .hasMessageContaining("is there twice");
        assertThatThrownBy(() -> rank(1, new Counter("", 1))).hasMessageContaining("allowed are 1..64");
        assertThatThrownBy(() -> rank(1, new Counter("é", 1))).hasMessageContaining("ASCII");
        assertThatThrownBy(() -> rank(1, new Counter(NAME, -1))).hasMessageContaining("version -1");
        assertThatThrownBy(() -> new PacketFamily.Kind("LONG", PacketFamily.MOST_FIELDS_BYTES + 1, 0))
                .hasMessageContaining("allowed are 0..1024");
        assertThatThrownBy(() -> new PacketFamily.Kind("LONG", 8, Integer.MAX_VALUE))
                .hasMessageContaining("payload of");
        zero.run(() -> assertThatThrownBy(() -> counter.peers.peer(0)).hasMessageContaining("or this rank"));
    }

    @Test
    @DisplayName(
            "a packet for which there is no memory costs the link, and both sides hear so, its sender after the turn")
    void noMemory() {
        Counter other = new Counter(NAME, 3);
        FakeRank one = rank(1, other);
        zero.run(() -> counter.peers.peer(1).send(1, 0, out -> {}));
        network.run();
        zero.connections().get(0).noMemory(new OutOfMemoryError("no direct memory"));
        zero.run(() -> {
            counter.peers.peer(1).send(0, 0, out -> out.writeIntLE(1));
            assertThat(counter.events).containsExactly("shared by 1");
        });
        network.run();
        assertThat(counter.events).containsExactly("shared by 1", "lost, LOST");
        assertThat(other.events).containsExactly("shared by 0", "nothing", "lost, LOST");
        assertThat(zero.links().peer(1).loss().isOwnFault()).isTrue();
        end(zero, one);
    }

    @Test
    @DisplayName("the longest packet of a kind, with all that stands before it, has a length that is an int")
    void longest() {
        int fields = PacketFamily.MOST_FIELDS_BYTES;
        int most = PacketFamily.MOST_BYTES - fields;
        PacketFamily.Kind longest = new PacketFamily.Kind("LONG", fields, most);
        assertThat(Math.addExact(Extended.LENGTH_BYTES, longest.fieldsBytes() + longest.mostPayloadBytes()))
                .isPositive();
        assertThatThrownBy(() -> new PacketFamily.Kind("LONG", fields, most + 1))
                .hasMessageContaining("payload of");
    }
}
