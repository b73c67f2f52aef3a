package org.reactivempi.transport.engine.fake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;

/** The other end of a rank's connection, where a test writes every byte itself. */
public final class RawPeer implements LinkHandler, PacketHandler {

    private final List<PacketKind> received = new ArrayList<>();
    private final List<ByteBuf> fixedParts = new ArrayList<>();
    private final PacketReader reader = new PacketReader(this);
    private @Nullable Link link;
    private boolean closed;

    private RawPeer() {}

    /** Connects to a rank. */
    public static RawPeer connectTo(int rank, FakeNetwork network) {
        RawPeer peer = new RawPeer();
        network.connect("fake-" + rank, peer, () -> {});
        network.run();
        return peer;
    }

    /** Waits for a rank's connection in place of another rank. */
    public static RawPeer inPlaceOf(int rank, FakeNetwork network) {
        RawPeer peer = new RawPeer();
        network.listen("fake-" + rank, () -> peer, () -> {});
        return peer;
    }

    /** Sends bytes, which leave at once. */
    public void send(ByteBuf bytes) {
        if (link == null) {
            throw new IllegalStateException("not connected");
        }
        link.write(bytes);
        link.flush();
    }

    /** Ends the connection in good order. */
    public void close() {
        if (link != null) {
            link.close();
        }
    }

    /** The kinds of all packets that have come. */
    public List<PacketKind> received() {
        return received;
    }

    /** Header and fields of the last packet of a kind. */
    public ByteBuf last(PacketKind kind) {
        return fixedParts.get(received.lastIndexOf(kind));
    }

    /** Whether the rank has closed the connection. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void onOpen(Link link) {
        this.link = link;
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        reader.read(bytes);
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(@Nullable Throwable cause) {
        closed = true;
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        received.add(kind);
        fixedParts.add(Unpooled.copiedBuffer(packet.slice(packet.readerIndex(), Math.min(96, packet.readableBytes()))));
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {}
}
