package org.reactivempi.transport.engine.link;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.PacketKind.Family;

/** A rank whose links end in recorders. */
final class LinkRank {

    final FakeRank fake;
    private final Map<Integer, RecordedListener> peers = new TreeMap<>();
    private boolean closing;
    private boolean closed;

    LinkRank(FakeNetwork network, int rank, int size) {
        this(network, rank, size, false);
    }

    LinkRank(FakeNetwork network, int rank, int size, boolean mayBreak) {
        fake = new FakeRank(network, rank, size, FakeRank.CREDIT_BYTES, mayBreak);
        fake.links().register(Family.MESSAGE, this::listen);
        fake.links().register(Family.CREDIT, link -> peers.get(link.rank())::onPacket);
    }

    private PeerListener listen(PeerLink link) {
        RecordedListener listener = new RecordedListener(link);
        peers.put(link.rank(), listener);
        return listener;
    }

    /** Sends a packet with a number that the test knows. */
    void send(int peer, long number) {
        fake.run(() -> write(peer, number));
    }

    /** The same inside of a turn. */
    void write(int peer, long number) {
        PeerLink link = fake.links().peer(peer);
        Credit.encode(link.room(Credit.LENGTH_BYTES), link.nextSequence(), number);
    }

    /** Sends a packet that is a message. */
    void sendMessage(int peer, long number) {
        fake.run(() -> {
            write(peer, number);
            fake.links().peer(peer).noteMessage();
        });
    }

    /** Lets this rank fail on the next packet. */
    void failOn(int peer, Error fault) {
        peers.get(peer).fault = fault;
    }

    /** The losses that the program doesn't know, and which have cost messages. */
    List<String> silentLosses() {
        return fake.links().silentLosses().stream().map(Throwable::getMessage).toList();
    }

    /** Finalizes. */
    void close() {
        if (!closing) {
            closing = true;
            fake.run(() -> fake.links().close(() -> closed = true));
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends without ado. */
    void abort() {
        fake.run(() -> fake.links().abort("ends with the test", () -> {}));
    }

    PeerLink link(int peer) {
        return fake.links().peer(peer);
    }

    List<String> events(int peer) {
        return peers.containsKey(peer) ? peers.get(peer).events : List.of();
    }
}
