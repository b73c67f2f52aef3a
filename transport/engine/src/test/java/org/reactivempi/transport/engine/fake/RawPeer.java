package org.reactivempi.transport.engine.fake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.port.PayloadSink;

/** The other end of a rank's connection, where a test writes every byte itself. */
public final class RawPeer implements LinkHandler, PacketHandler {

    private final List<PacketKind> received = new ArrayList<>();
    private final List<ByteBuf> fixedParts = new ArrayList<>();
    private final PacketReader reader = new PacketReader(this);
    private @Nullable ProofHandshake proof;
    private final ByteBuf unread = Unpooled.buffer();
    private @Nullable Link link;
    private boolean proven;
    private boolean closed;

    private RawPeer() {}

    /** Connects to a rank, and proves nothing. */
    public static RawPeer stranger(int rank, FakeNetwork network) {
        return connect(rank, new RawPeer(), network);
    }

    /** Connects to a rank, and proves to be another one. */
    public static RawPeer connectTo(int rank, int as, FakeNetwork network) {
        return connectTo(rank, FakeRank.credentials(as), network);
    }

    /** Connects to a rank, and tries to prove to be another one. */
    public static RawPeer connectTo(int rank, Credentials credentials, FakeNetwork network) {
        RawPeer peer = new RawPeer();
        peer.proof = ProofHandshake.with(rank, credentials, peer::binding);
        return connect(rank, peer, network);
    }

    /** Connects to a rank of the fake ranks' job, and tries to prove to be a process of another job. */
    public static RawPeer ofOtherJob(int rank, Credentials credentials, FakeNetwork network) {
        RawPeer peer = new RawPeer();
        peer.proof = ProofHandshake.with(FakeRank.JOB, rank, credentials, peer::binding);
        return connect(rank, peer, network);
    }

    private static RawPeer connect(int rank, RawPeer peer, FakeNetwork network) {
        network.connect("fake-" + rank, peer, () -> {});
        network.run();
        return peer;
    }

    /** Waits for a rank's connection in place of another rank, which it proves to be. */
    public static RawPeer inPlaceOf(int rank, FakeNetwork network) {
        return inPlaceOf(rank, FakeRank.credentials(rank), network);
    }

    /** The same, with these credentials. */
    public static RawPeer inPlaceOf(int rank, Credentials credentials, FakeNetwork network) {
        RawPeer peer = new RawPeer();
        peer.proof = ProofHandshake.withStranger(credentials, peer::binding);
        network.listen("fake-" + rank, () -> peer, () -> {});
        return peer;
    }

    private byte[] binding() {
        return link == null ? new byte[0] : link.binding();
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

    /** Shows that it lives, as carriers do that need no bytes for that. */
    public void beat() {
        if (link == null) {
            throw new IllegalStateException("not connected");
        }
        link.beat();
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
        if (proof != null) {
            ByteBuf out = Unpooled.buffer();
            proof.begin(out);
            send(out);
        }
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        if (proof == null) {
            unread.writeBytes(bytes);
            return;
        }
        if (!proven) {
            ByteBuf out = Unpooled.buffer();
            try {
                proven = proof.read(bytes, out);
            } catch (RejectedException e) {
                // It goes on as if nothing was wrong: the rank has to end the connection.
                bytes.skipBytes(bytes.readableBytes());
            }
            send(out);
        }
        reader.read(bytes);
    }

    /** What a rank has sent to a stranger. */
    public ByteBuf unread() {
        return unread;
    }

    /** Whether it has proven who it is, and the rank has. */
    public boolean isProven() {
        return proven;
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(@Nullable Throwable cause) {
        closed = true;
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        received.add(kind);
        fixedParts.add(Unpooled.copiedBuffer(packet.slice(packet.readerIndex(), Math.min(96, packet.readableBytes()))));
        return PayloadSink.NOWHERE;
    }
}
