package org.reactivempi.transport.engine.failure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.protocol.Messages;

/** A rank that agrees with others on one value after the other, and may die at any moment. */
final class Mortal {

    static final int WORLD = 0;

    private final FakeRank fake;
    private final Messages messages;
    private final int rank;
    private final CommunicatorState world;
    private final List<Integer> flags = new ArrayList<>();
    private final Map<Integer, Proposal> decisions = new TreeMap<>();
    private boolean dead;

    Mortal(FakeNetwork network, int rank, int size) {
        this.rank = rank;
        fake = new FakeRank(network, rank, size);
        messages = RankParts.of(fake.context(4096, null), fake.links()).messages();
        world = messages.communicators()
                .add(WORLD, "world", MemberRanks.of(IntStream.range(0, size).toArray()));
    }

    int rank() {
        return rank;
    }

    Communicators communicators() {
        return messages.communicators();
    }

    CommunicatorState world() {
        return world;
    }

    boolean isDead() {
        return dead;
    }

    /** The values that it has brought. */
    List<Integer> flags() {
        return flags;
    }

    /** What it has been told, by the numbers of the agreements, which may end in any order. */
    Map<Integer, Proposal> decisions() {
        return decisions;
    }

    /** Whether it has been told of all that it has begun. */
    boolean isIdle() {
        return flags.size() == decisions.size();
    }

    /** Begins the next agreement. */
    void agree(int flag) {
        int number = flags.size();
        flags.add(flag);
        step(() -> world.agree(flag, decision -> told(number, (Proposal) decision)));
    }

    /** A rank that dies loses all others, which means nothing to anybody. */
    private void told(int number, Proposal decision) {
        if (!dead) {
            decisions.put(number, decision);
        }
    }

    /** A communicator besides the world. */
    CommunicatorState add(int number, int... members) {
        List<CommunicatorState> made = new ArrayList<>();
        step(() -> made.add(messages.communicators().add(number, "communicator", MemberRanks.of(members))));
        return made.get(0);
    }

    void step(Runnable work) {
        fake.run(() -> fake.signals().step(work));
    }

    /** Whatever it has sent still arrives. */
    void die() {
        dead = true;
        fake.close();
        stayDead();
    }

    /** Connections that were under way to it end, too. */
    void stayDead() {
        fake.run(() -> fake.links().abort("died", () -> {}));
    }

    /** What was under way on the connections that it has opened is lost. */
    void dieAtOnce() {
        List.copyOf(fake.connections()).stream()
                .filter(link -> !link.isClosed() && link.isJoined())
                .forEach(link -> link.cut(new IOException("reset")));
        die();
    }

    /** With how many ranks it has had to do. */
    int peers() {
        return fake.links().count();
    }

    /** How many packets it has sent. */
    long packets() {
        long[] packets = {0};
        fake.run(() -> fake.links().forEach(peer -> packets[0] += peer.told()));
        return packets[0];
    }

    void advance(Duration time) {
        fake.advance(time);
    }

    @Override
    public String toString() {
        return "rank " + rank + (dead ? ", dead" : "") + ", " + flags + ", " + decisions;
    }
}
