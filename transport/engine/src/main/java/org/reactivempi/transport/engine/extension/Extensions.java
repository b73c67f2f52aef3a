package org.reactivempi.transport.engine.extension;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Families;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.port.PacketFamily;

/** The families that layers above have added to a rank, and what they are with each of its peers. */
public final class Extensions {

    /**
     * A family on this rank.
     *
     * @param family what it is
     * @param handlers makes the handler of each peer
     */
    record Begun(PacketFamily family, Function<PacketFamily.Peer, PacketFamily.Handler> handlers) {}

    private final int rank;
    private final int size;
    private final Links links;
    private final Executor loop;
    /** Null where there are no families. */
    private final @Nullable PeerTable<PeerFamilies> peers;

    private final List<Begun> begun;
    private final List<Families.Entry> entries;

    /**
     * Takes the packets of the family EXTENSION of all links that will be made.
     *
     * @param rank in the job
     * @param size how many ranks the job has
     * @param links those of the rank
     * @param loop the progress thread
     * @param families what layers above have added, perhaps nothing
     * @throws IllegalArgumentException where two families have one name, or a family has no allowed name, version or number of kinds
     */
    public Extensions(int rank, int size, Links links, Executor loop, List<PacketFamily> families) {
        this.rank = rank;
        this.size = size;
        this.links = links;
        this.loop = loop;
        this.peers = families.isEmpty() ? null : new PeerTable<>();
        Set<String> names = new HashSet<>();
        families.forEach(family -> check(family, names));
        this.entries = families.stream()
                .map(family -> new Families.Entry(family.name(), family.version()))
                .toList();
        this.begun = IntStream.range(0, families.size())
                .mapToObj(number ->
                        new Begun(families.get(number), families.get(number).begin(new OfRank(number))))
                .toList();
        if (families.isEmpty()) {
            // A peer that has some is only to hear that this rank has none.
            links.registerOnDemand(Family.EXTENSION, this::join);
        } else {
            links.register(Family.EXTENSION, this::join);
        }
    }

    private static void check(PacketFamily family, Set<String> names) {
        String name = family.name();
        boolean isAscii = StandardCharsets.US_ASCII.newEncoder().canEncode(name);
        if (!isAscii || name.isEmpty() || name.length() > PacketFamily.LONGEST_NAME) {
            throw new IllegalArgumentException("the family \"" + name + "\" has a name of " + name.length()
                    + " characters, allowed are 1.." + PacketFamily.LONGEST_NAME + " of ASCII");
        }
        if (!names.add(name) || names.size() > Families.MOST) {
            throw new IllegalArgumentException(
                    "the family " + name + " is there twice, or one of more than " + Families.MOST);
        }
        int kinds = family.kinds().size();
        if (family.version() < 0 || kinds < 1 || kinds > PacketFamily.MOST_KINDS) {
            throw new IllegalArgumentException("the family " + name + " has version " + family.version() + " and "
                    + kinds + " kinds, allowed are 0 and more, and 1.." + PacketFamily.MOST_KINDS);
        }
    }

    /** The rank has ended: families hear it of each peer that they have not lost before. On the progress thread. */
    public void end(Throwable cause) {
        if (peers != null) {
            peers.forEach(peer -> peer.end(cause));
        }
    }

    private PeerFamilies join(PeerLink link) {
        PeerFamilies peer = new PeerFamilies(link, begun, entries, peers);
        if (peers != null) {
            peers.replace(link.rank(), peer);
        }
        return peer;
    }

    private PeerFamilies peer(int wanted) {
        PeerTable<PeerFamilies> peers = Objects.requireNonNull(this.peers);
        if (wanted < 0 || wanted == rank || wanted >= size && peers.get(wanted) == null) {
            throw new IllegalArgumentException(
                    "rank " + wanted + " is outside 0.." + (size - 1) + ", or this rank, " + rank);
        }
        PeerFamilies known = peers.get(wanted);
        if (known == null) {
            links.peer(wanted);
            known = peers.get(wanted);
        }
        return Objects.requireNonNull(known);
    }

    /** The ways of one family. */
    private final class OfRank implements PacketFamily.Peers {

        private final int number;

        OfRank(int number) {
            this.number = number;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public PacketFamily.Peer peer(int wanted) {
            return Extensions.this.peer(wanted).way(number);
        }

        @Override
        public void execute(Runnable command) {
            loop.execute(command);
        }
    }
}
