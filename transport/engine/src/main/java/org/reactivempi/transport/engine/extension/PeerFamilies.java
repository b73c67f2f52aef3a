package org.reactivempi.transport.engine.extension;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.extension.Extensions.Begun;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Extended;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Families;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The added families over the link to one peer: what each side has said of its own, and the packets.
 *
 * <pre>
 *  this rank   first packet, a connection stands where it has any, or the peer has said its own --&gt; FAMILIES, once
 *  the peer    FAMILIES --&gt; each family is shared or missing --EXTENDED, by the peer's numbers--&gt; handler
 * </pre>
 */
final class PeerFamilies implements PeerListener {

    private final PeerLink link;
    /** Null where this rank has no families. */
    private final @Nullable PeerTable<PeerFamilies> peers;

    private final List<Families.Entry> own;
    private final List<Way> ways;
    /** By the peer's numbers: null for one that is missing here. Null before the peer has said them. */
    private @Nullable List<@Nullable Way> theirs;

    /** Made for the first packet of a family that this rank has. */
    private @Nullable FieldsFirst incoming;

    private boolean said;
    private boolean isLost;

    PeerFamilies(PeerLink link, List<Begun> begun, List<Families.Entry> own, @Nullable PeerTable<PeerFamilies> peers) {
        this.link = link;
        this.peers = peers;
        this.own = own;
        ways = begun.isEmpty()
                ? List.of()
                : IntStream.range(0, begun.size())
                        .mapToObj(number -> new Way(number, begun.get(number)))
                        .toList();
    }

    /** The way of a family of this rank. */
    PacketFamily.Peer way(int number) {
        return ways.get(number);
    }

    private void say() {
        if (!said && link.loss() == null) {
            said = true;
            int payloadBytes = Families.payloadBytes(own);
            ByteBuf out = link.room(Families.LENGTH_BYTES + payloadBytes);
            Families.encode(out, link.nextSequence(), own.size(), payloadBytes);
            Families.write(out, own);
        }
    }

    @Override
    public void onStanding(long creditBytes) {
        if (!own.isEmpty()) {
            say();
        }
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        return switch (kind) {
            case FAMILIES -> {
                int count = Families.count(packet);
                if (payloadBytes == 0) {
                    onFamilies(Families.entries(Unpooled.EMPTY_BUFFER, count));
                    yield PayloadSink.NOWHERE;
                }
                yield new WholePayload(
                        payloadBytes, payload -> onFamilies(Families.entries(Unpooled.wrappedBuffer(payload), count)));
            }
            case EXTENDED -> onExtended(Extended.family(packet), Extended.extended(packet), payloadBytes);
            default -> throw new IllegalStateException(kind + " is of no added family");
        };
    }

    private void onFamilies(List<Families.Entry> entries) {
        if (theirs != null) {
            throw new ProtocolException("the families were said twice");
        }
        Set<String> names = new HashSet<>();
        List<@Nullable Way> found = new ArrayList<>();
        for (Families.Entry entry : entries) {
            if (!names.add(entry.name())) {
                throw new ProtocolException("the family " + entry.name() + " was said twice");
            }
            found.add(shared(entry));
        }
        theirs = found;
        say();
        ways.forEach(way -> way.decide(entries));
    }

    private @Nullable Way shared(Families.Entry entry) {
        int number = own.indexOf(entry);
        return number < 0 ? null : ways.get(number);
    }

    private PayloadSink onExtended(int number, int kind, long payloadBytes) {
        List<@Nullable Way> known = theirs;
        if (known == null || number < 0 || number >= known.size()) {
            throw new ProtocolException("a packet of family " + number + ", which was not said");
        }
        Way way = known.get(number);
        return way == null ? PayloadSink.NOWHERE : way.onPacket(kind, payloadBytes);
    }

    @Override
    public void onLost(PeerLostException cause) {
        end(cause);
    }

    /** The link has ended, by whichever side; families hear it once. */
    void end(Throwable cause) {
        if (!isLost) {
            isLost = true;
            ways.forEach(way -> way.handler.onLost(cause));
        }
    }

    @Override
    public void onForgotten() {
        if (peers != null) {
            peers.remove(link.rank());
        }
    }

    /** A family of this rank, with this peer. */
    private final class Way implements PacketFamily.Peer {

        private final int number;
        private final PacketFamily family;
        private final List<PacketFamily.Kind> kinds;
        private final PacketFamily.Handler handler;
        private Standing standing = Standing.UNKNOWN;

        @SuppressWarnings("this-escape")
        Way(int number, Begun begun) {
            this.number = number;
            this.family = begun.family();
            this.kinds = List.copyOf(family.kinds());
            this.handler = begun.handlers().apply(this);
        }

        @Override
        public int rank() {
            return link.rank();
        }

        @Override
        public Standing standing() {
            return link.loss() == null ? standing : Standing.LOST;
        }

        @Override
        public void send(int kind, int payloadBytes, Consumer<ByteBuf> writer) {
            if (standing() == Standing.MISSING || standing() == Standing.LOST) {
                throw new IllegalStateException("rank " + rank() + " takes no packets of " + family.name()
                        + ", which is " + standing() + " there");
            }
            PacketFamily.Kind sent = kinds.get(kind);
            if (payloadBytes < 0 || payloadBytes > sent.mostPayloadBytes()) {
                throw new IllegalArgumentException("payload of " + payloadBytes + " bytes in " + sent.name()
                        + ", allowed are 0.." + sent.mostPayloadBytes());
            }
            say();
            int bytes = sent.fieldsBytes() + payloadBytes;
            ByteBuf out = link.room(Extended.LENGTH_BYTES + bytes);
            int start = out.writerIndex();
            out.writerIndex(start + Extended.LENGTH_BYTES);
            boolean isWhole = false;
            try {
                writer.accept(out);
                isWhole = out.writerIndex() == start + Extended.LENGTH_BYTES + bytes;
            } finally {
                // Half a packet would be the end of the link.
                out.writerIndex(start);
            }
            if (!isWhole) {
                throw new IllegalStateException(sent.name() + " was to have " + bytes + " bytes");
            }
            Extended.encode(out, link.nextSequence(), number, kind, bytes);
            out.writerIndex(start + Extended.LENGTH_BYTES + bytes);
        }

        /** The peer has said its families. */
        void decide(List<Families.Entry> entries) {
            if (entries.contains(own.get(number))) {
                standing = Standing.SHARED;
                handler.onShared();
                return;
            }
            standing = Standing.MISSING;
            handler.onMissing(entries.stream()
                    .filter(entry -> entry.name().equals(family.name()))
                    .map(entry -> "rank " + rank() + " has version " + entry.version() + " of " + family.name()
                            + ", this one " + family.version())
                    .findFirst()
                    .orElse("rank " + rank() + " has no " + family.name()));
        }

        PayloadSink onPacket(int kind, long bytes) {
            if (kind < 0 || kind >= kinds.size()) {
                throw new ProtocolException(
                        "kind " + kind + " of " + family.name() + ", allowed are 0.." + (kinds.size() - 1));
            }
            PacketFamily.Kind came = kinds.get(kind);
            long payloadBytes = bytes - came.fieldsBytes();
            if (payloadBytes < 0 || payloadBytes > came.mostPayloadBytes()) {
                throw new ProtocolException(came.name() + " packet of " + family.name() + " with " + bytes
                        + " bytes, allowed are " + came.fieldsBytes() + " and up to " + came.mostPayloadBytes()
                        + " more");
            }
            FieldsFirst packet = incoming == null ? new FieldsFirst() : incoming;
            incoming = packet;
            return packet.begin(handler, kind, came.fieldsBytes(), (int) payloadBytes);
        }
    }
}
