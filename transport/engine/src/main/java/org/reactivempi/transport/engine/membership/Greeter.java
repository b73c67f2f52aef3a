package org.reactivempi.transport.engine.membership;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MembershipPackets;

/**
 * Whom a rank greets, where ranks come and go, so that all that are there are connected, and those hear of each other that have a reason.
 *
 * <pre>
 *                   its neighbours, at its start and at times
 *   greets &lt;------- while it is alone: one rank after the other, some at a time, until one is there
 *                   in the place of neighbours that are not there: the next ones that it has heard of
 *                   ranks that it has lost, at times, and when it hears of another process there
 *                   for those who watch the members: all ranks that it hears of
 * </pre>
 * What it hears is told by its partners: its neighbours, the ranks in their places, and those that take it for one of these. It is not
 * believed: it only leads to an attempt to reach that rank. So nothing comes of a process that was there once, or never. Partners
 * are told in turn, one after each short time, of all that has come together since: that makes few packets, however many ranks come.
 *
 * <p>In a small job all others are neighbours, and nobody tells anything.
 */
final class Greeter {

    /** So long sightings come together before a partner is told of them. */
    private static final Duration GATHERING = Duration.ofMillis(20);

    /** A rank that is alone tries others at such intervals: first two of them, then twice as many each time, up to so many. */
    private static final Duration SEARCH_PAUSE = Duration.ofMillis(500);

    private static final int MOST_SEARCHED = 64;

    private final Links links;
    private final Neighbours neighbours;
    private final Sightings sightings;
    private BooleanSupplier isWatched = () -> false;
    /** The ranks that it has heard of, or was connected with, and hasn't missed since. */
    private final BitSet believed = new BitSet();
    /** In the places of neighbours that are not there. */
    private BitSet substitutes = new BitSet();
    /** Of the ranks that it has searched for, those that are still to answer. */
    private final BitSet sought = new BitSet();
    /** How many steps the search has made. */
    private int searched;
    /** How many ranks it tries at once. */
    private int searchedAtOnce = 2;
    /** Before, too many ranks may be on their way to say who is next to whom. */
    private boolean settled;

    private boolean telling;

    Greeter(Links links, Neighbours neighbours, Sightings sightings) {
        this.links = links;
        this.neighbours = neighbours;
        this.sightings = sightings;
        links.whenMissed(this::onMissed);
        links.use(rank -> sightings.newest(rank) != Sightings.NONE);
    }

    /** Begins; {@code isWatched} says whether somebody wants to hear of all members. */
    void start(BooleanSupplier isWatched) {
        this.isWatched = isWatched;
        greetNeighbours();
        links.everyGreeting(this::greetMissing);
        if (!neighbours.areAll()) {
            links.after(SEARCH_PAUSE, this::searchIfAlone);
        }
    }

    private void greetNeighbours() {
        neighbours.stream().forEach(links::greet);
    }

    /** At times: those that it does not see, or no more. */
    private void greetMissing() {
        greetNeighbours();
        links.greetFormer();
        if (!neighbours.areAll()) {
            settled = true;
            substitute();
            if (isWatched.getAsBoolean()) {
                greetHeardOf();
            }
            // Ranks that have come together elsewhere, since they have missed these ones when they came.
            search(sightings.hasPartners() ? neighbours.count() : MOST_SEARCHED);
        }
    }

    /** For somebody who wants to hear of all members. */
    void greetHeardOf() {
        sightings.heard().stream().forEach(links::greet);
    }

    // ---- A rank that is alone

    private void searchIfAlone() {
        if (!sightings.hasPartners() && searched < neighbours.others()) {
            greetNeighbours();
            search(searchedAtOnce);
            searchedAtOnce = Math.min(2 * searchedAtOnce, MOST_SEARCHED);
            links.after(SEARCH_PAUSE, this::searchIfAlone);
        }
    }

    /** Looks for some of the ranks that it has not heard of: the nearest first, on both sides. */
    private void search(int most) {
        int left = most;
        for (int steps = 0; left > 0 && steps < neighbours.others(); steps++) {
            int rank = neighbours.byNearness(searched++);
            if (sightings.newest(rank) == Sightings.NONE && links.known(rank) == null) {
                sought.set(rank);
                links.greet(rank);
                left--;
            }
        }
    }

    // ---- In the places of neighbours

    private void substitute() {
        substitutes = neighbours.among(believed);
        substitutes.stream().forEach(rank -> {
            PeerLink link = links.known(rank);
            if (link != null && link.channel() != null) {
                makePartner(rank);
            } else {
                links.greet(rank);
            }
        });
    }

    private void makePartner(int rank) {
        if (!sightings.isPartner(rank)) {
            sightings.addPartner(rank);
            tellSoon();
        }
    }

    // ---- Who is there

    /** The first connection of a link stands. */
    void onStanding(int rank) {
        if (neighbours.areAll()) {
            return;
        }
        believed.set(rank);
        boolean isWanted = neighbours.contains(rank) || substitutes.get(rank) || sought.get(rank);
        sought.clear(rank);
        sightings.removePartner(rank);
        if (isWanted || !sightings.hasPartners()) {
            makePartner(rank);
        }
    }

    /** A link has ended. */
    void onLost(int rank) {
        sightings.removePartner(rank);
        disbelieve(rank);
    }

    /** A rank that was greeted could not be reached. */
    private void onMissed(int rank) {
        sought.clear(rank);
        disbelieve(rank);
    }

    private void disbelieve(int rank) {
        if (believed.get(rank)) {
            believed.clear(rank);
            if (settled) {
                substitute();
            }
        }
    }

    // ---- What ranks tell each other

    /** A rank tells of processes that it has seen, or heard of. */
    void hear(int from, SortedMap<Integer, Long> told) {
        makePartner(from);
        told.forEach((rank, process) -> {
            if (rank != neighbours.self() && sightings.hear(from, rank, process)) {
                onNews(rank);
            }
        });
        tellSoon();
    }

    private void onNews(int rank) {
        believed.set(rank);
        if (links.isFormer(rank) || isWatched.getAsBoolean()) {
            links.greet(rank);
        }
    }

    private void tellSoon() {
        if (!telling && sightings.hasUntold()) {
            telling = true;
            links.after(GATHERING, this::tellNext);
        }
    }

    private void tellNext() {
        telling = false;
        if (sightings.hasUntold()) {
            tell(sightings.next());
            tellSoon();
        }
    }

    private void tell(int partner) {
        BitSet ranks = sightings.take(partner);
        PeerLink link = links.known(partner);
        if (link != null && link.loss() == null) {
            int payloadBytes = ranks.cardinality() * MembershipPackets.ENTRY_BYTES;
            ByteBuf packet = link.room(MembershipPackets.Sightings.LENGTH_BYTES + payloadBytes);
            MembershipPackets.Sightings.encode(packet, link.nextSequence(), payloadBytes);
            ranks.stream().forEach(rank -> packet.writeIntLE(rank).writeLongLE(sightings.newest(rank)));
        }
    }
}
