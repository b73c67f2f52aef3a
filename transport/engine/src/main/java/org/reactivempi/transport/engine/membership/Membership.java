package org.reactivempi.transport.engine.membership;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.MembershipPackets;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall.Step;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import reactor.core.publisher.Flux;

/**
 * The ranks of the job that are there, where they may come, go, and come again: how each of them stands, and the calls by which all that
 * are there come together. Where the news of connections, losses and roll calls come in.
 */
public final class Membership implements OpenOperations {

    private final int self;
    private final int size;
    private final Communicators communicators;
    private final Links links;
    private final MemberStates states;
    /** Null where no rank comes again: then nobody calls, and nobody has to be found. */
    private final @Nullable Coming coming;

    /** What there is where ranks come and go. */
    private record Coming(Everybody everybody, RollCall calls, Greeter greeter) {}

    /**
     * None but this rank is there, or all are, where they have met before; takes the packets of the family MEMBERSHIP of all links that
     * will be made.
     *
     * @param communicators those of this rank, which know whom it has lost
     * @param links to the peers
     * @param signals where changes are told
     */
    public Membership(Communicators communicators, Links links, CompletionQueue signals) {
        this.self = communicators.self();
        this.size = communicators.jobSize();
        this.communicators = communicators;
        this.links = links;
        this.states = new MemberStates(self, size, signals);
        if (links.ranksComeAndGo()) {
            Everybody everybody = new Everybody();
            long process = links.process();
            this.coming = new Coming(
                    everybody,
                    new RollCall(everybody, process),
                    new Greeter(links, new Neighbours(self, size), new Sightings(self, process | 1, size)));
        } else {
            this.coming = null;
            states.allHaveJoined();
        }
        communicators.watch(new Losses());
        links.register(Family.MEMBERSHIP, peer -> isOwn(peer.rank()) ? new FromPeer(peer.rank()) : new Foreign());
    }

    /** Where ranks come and go, greets some others, and hears from these of the rest. */
    public void start() {
        if (coming != null) {
            coming.greeter.start(states::isWatched);
        }
    }

    /** The state of each rank, then what changes; completes when the engine ends. To be subscribed on the progress thread. */
    public Flux<MemberChange> changes() {
        return Flux.defer(() -> {
            if (coming != null) {
                coming.greeter.greetHeardOf();
            }
            return states.changes();
        });
    }

    /** The engine ends: no rank changes any more. */
    public void end() {
        states.end();
    }

    /**
     * Comes together with the processes of all ranks that are there, which must do the same, whatever has become of those before; where
     * {@linkplain Links#ranksComeAndGo ranks come and go}.
     *
     * @param offers gives a number for a communicator of them; asked on one of them
     * @param told hears who they are, now or later, on all of them alike
     */
    public void callAll(IntSupplier offers, Consumer<Gathering> told) {
        if (coming == null) {
            throw new IllegalStateException("no rank of this job comes again");
        }
        coming.calls.begin(offers, gathering -> {
            told.accept(gathering);
            gathering.changed().stream().forEach(rank -> communicators.meantAnother(gathering.offer(), rank));
        });
    }

    /** Of the calls that bring all ranks together. */
    @Override
    public void forEachAbsence(Absence visitor) {
        BitSet absent = coming == null ? new BitSet() : coming.calls.absent();
        if (!absent.isEmpty()) {
            visitor.accept("shrink, dup or split of the world", absent, false);
        }
    }

    private boolean isOwn(int peer) {
        return links.processes().isOwn(peer);
    }

    /** A process of another job, which is no member of this one. */
    private static final class Foreign implements PeerListener {

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            throw new ProtocolException(kind + " of a process of another job");
        }
    }

    /** What the loss and the return of a rank mean, for watchers before the operations end that it ends, for calls after that. */
    private final class Losses implements Communicators.RankWatcher {

        @Override
        public void onLoss(PeerLostException loss) {
            if (isOwn(loss.rank())) {
                states.lost(loss);
            }
        }

        @Override
        public void onLost(int rank) {
            if (coming != null && isOwn(rank)) {
                coming.calls.onLost(rank);
            }
        }

        @Override
        public void onReturned(int rank) {
            if (coming != null && isOwn(rank)) {
                coming.calls.onReturned(rank, coming.everybody.hasMet(rank, links.process(rank)));
            }
        }
    }

    /** The connections with one peer, and its steps of roll calls. */
    private final class FromPeer implements PeerListener {

        private final int peer;
        private boolean met;

        FromPeer(int peer) {
            this.peer = peer;
        }

        @Override
        public void onConnected(String channel, boolean again) {
            states.stands(peer);
            if (coming != null) {
                coming.everybody.meet(peer, links.process(peer));
                if (!met) {
                    // That the link has stood before may be known to the other side alone.
                    coming.greeter.onStanding(peer);
                }
            }
            met = true;
        }

        @Override
        public void onLost(PeerLostException loss) {
            if (coming != null) {
                coming.greeter.onLost(peer);
            }
        }

        @Override
        public void onBroken() {
            states.broken(peer);
        }

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            Coming hears = coming;
            if (hears == null) {
                throw new ProtocolException(kind + " in a job of which no rank comes again");
            }
            if (kind == PacketKind.SIGHTINGS) {
                checkEntries("sightings", payloadBytes);
                return new WholePayload(payloadBytes, told -> hears.greeter.hear(peer, sightings(told)));
            }
            return onRollCall(hears.calls, packet, payloadBytes);
        }

        /** The packet's fields are gone when its payload has come. */
        private PayloadSink onRollCall(RollCall calledAt, ByteBuf packet, long payloadBytes) {
            Step step = MembershipPackets.RollCall.step(packet);
            int offer = MembershipPackets.RollCall.offer(packet);
            long number = MembershipPackets.RollCall.number(packet);
            checkEntries("calls", payloadBytes);
            return new WholePayload(payloadBytes, calls -> calledAt.on(step, peer, offer, number, calls(calls)));
        }

        private void checkEntries(String what, long payloadBytes) {
            long most = (long) size * MembershipPackets.ENTRY_BYTES;
            if (payloadBytes > most || payloadBytes % MembershipPackets.ENTRY_BYTES != 0) {
                throw new ProtocolException(what + " of " + payloadBytes + " bytes, allowed are 0 to " + most
                        + " in steps of " + MembershipPackets.ENTRY_BYTES);
            }
        }

        private SortedMap<Integer, Long> calls(byte[] payload) {
            return entries("the call", payload);
        }

        private SortedMap<Integer, Long> sightings(byte[] payload) {
            SortedMap<Integer, Long> sightings = entries("a process", payload);
            if (sightings.containsValue(Sightings.NONE)) {
                throw new ProtocolException("a process with the number " + Sightings.NONE);
            }
            return sightings;
        }

        private SortedMap<Integer, Long> entries(String what, byte[] payload) {
            SortedMap<Integer, Long> all = new TreeMap<>();
            ByteBuf entries = Unpooled.wrappedBuffer(payload);
            while (entries.isReadable()) {
                int of = entries.readIntLE();
                if (of < 0 || of >= size) {
                    throw new ProtocolException(what + " of rank " + of + ", which is outside 0.." + (size - 1));
                }
                all.put(of, entries.readLongLE());
            }
            return all;
        }
    }

    /** The ranks of the job, for calls of all. */
    private final class Everybody implements RollCall.Ranks {

        /** Of ranks that this one has never met: the last call of each that this one was together with. */
        private final Map<Integer, Long> unmet = new HashMap<>();
        /** The last process of each rank that this one has met. */
        private final Map<Integer, Long> met = new HashMap<>();

        /** A connection with a process of a rank stands. */
        void meet(int rank, long process) {
            met.put(rank, process);
            Long called = unmet.remove(rank);
            if (called != null && !Links.isOf(process, called)) {
                communicators.heldAnother(rank);
            }
        }

        boolean hasMet(int rank, long process) {
            return Objects.equals(met.get(rank), process);
        }

        @Override
        public int self() {
            return self;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean isThere(int rank) {
            return communicators.isThere(rank);
        }

        @Override
        public boolean isOfAnother(int rank, long call) {
            long process = links.process(rank);
            if (process != 0) {
                return !Links.isOf(process, call);
            }
            Long before = unmet.put(rank, call);
            if (before != null && (before ^ call) >>> Integer.SIZE != 0) {
                communicators.heldAnother(rank);
            }
            return false;
        }

        @Override
        public void open(int rank) {
            links.peer(rank).open();
        }

        @Override
        public void send(int rank, Step step, int offer, long number, SortedMap<Integer, Long> calls) {
            PeerLink link = links.peer(rank);
            if (link.loss() == null) {
                int payloadBytes = calls.size() * MembershipPackets.ENTRY_BYTES;
                ByteBuf packet = link.room(MembershipPackets.RollCall.LENGTH_BYTES + payloadBytes);
                MembershipPackets.RollCall.encode(packet, link.nextSequence(), step, offer, number, payloadBytes);
                calls.forEach((caller, call) -> packet.writeIntLE(caller).writeLongLE(call));
            }
        }
    }
}
