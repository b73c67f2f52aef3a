package org.reactivempi.transport.engine.membership;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;

/** A process of a rank that comes and goes, which greets others as it starts. */
final class LooseRank {

    final FakeRank fake;
    private final RankParts parts;
    private final List<MemberChange> seen = new ArrayList<>();
    private boolean dead;

    LooseRank(FakeNetwork network, int rank, int size, int process) {
        fake = FakeRank.process(network, rank, size, process);
        parts = RankParts.of(fake.context(4096, null), fake.links());
        step(() -> parts.membership().start());
    }

    void step(Runnable work) {
        fake.run(() -> fake.signals().step(work));
    }

    Membership membership() {
        return parts.membership();
    }

    boolean isDead() {
        return dead;
    }

    /** Watches the members from now on. */
    void watch() {
        step(() -> membership().changes().subscribe(seen::add));
    }

    /** What it has seen of a rank since it watches, in order. */
    List<MemberChange> seen(int rank) {
        return seen.stream().filter(change -> change.rank() == rank).toList();
    }

    /** The ranks with which it has a connection. */
    BitSet connected() {
        BitSet ranks = new BitSet();
        fake.links().forEach(link -> ranks.set(link.rank(), link.channel() != null));
        return ranks;
    }

    /** How many packets it has sent. */
    long told() {
        long[] packets = new long[1];
        fake.links().forEach(link -> packets[0] += link.told());
        return packets[0];
    }

    /** How many attempts to connect it has made. */
    int attempts() {
        return fake.connections().size();
    }

    /** Its peers hear so by the connections that they have made, and miss it on those that it has made. */
    void die() {
        dead = true;
        fake.close();
        List.copyOf(fake.connections()).stream()
                .filter(link -> !link.isClosed() && link.isJoined())
                .forEach(link -> link.cut(new IOException("reset")));
        end();
    }

    void end() {
        fake.run(() -> fake.links().abort("ends with the test", () -> {}));
    }
}
