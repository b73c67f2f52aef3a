package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.event.MemberChange.State.AWAITED;
import static org.reactivempi.transport.engine.event.MemberChange.State.FAILED;
import static org.reactivempi.transport.engine.event.MemberChange.State.JOINED;
import static org.reactivempi.transport.engine.event.MemberChange.State.RETURNED;
import static org.reactivempi.transport.engine.event.MemberChange.State.SUSPECT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MembershipPackets;
import org.reactivempi.transport.engine.packet.MembershipPackets.Sightings;

/** Whom the ranks of a job greet, and what they hear of each other. */
class GreeterTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final int SIZE = 40;
    private static final int LATE = 21;
    private static final int LIAR = 37;

    private static int log2(int size) {
        return 32 - Integer.numberOfLeadingZeros(size - 1);
    }

    @Test
    @DisplayName(
            "SIM-24 neighbours are mutual, and as many as twice the logarithm at most; those of a small job are all others")
    void neighbours() {
        for (int size : new int[] {2, 3, 15, 16, 17, 18, 31, 32, 33, 60, 64, 100}) {
            for (int rank = 0; rank < size; rank++) {
                Neighbours neighbours = new Neighbours(rank, size);
                int self = rank;
                int all = size;
                assertThat(neighbours.count()).isLessThanOrEqualTo(size <= 16 ? size - 1 : 2 * log2(size));
                assertThat(neighbours.stream())
                        .doesNotContain(rank)
                        .allMatch(other -> new Neighbours(other, all).contains(self));
                assertThat(IntStream.range(0, size - 1).map(neighbours::byNearness))
                        .doesNotHaveDuplicates()
                        .hasSize(size - 1)
                        .doesNotContain(rank);
            }
        }
    }

    private static List<MemberChange> changes(int rank, MemberChange.State... states) {
        List<MemberChange> changes = new ArrayList<>();
        changes.add(new MemberChange(rank, AWAITED, 0));
        int incarnation = 0;
        for (MemberChange.State state : states) {
            incarnation += state == JOINED || state == RETURNED ? 1 : 0;
            changes.add(new MemberChange(rank, state, incarnation));
        }
        return changes;
    }

    /** That of the ranks that live, as each of them sees it; those who watch have seen nothing else. */
    private static void assertAllJoined(LooseRanks job, LooseRank watcher) {
        job.livingRanks().stream()
                .filter(rank -> job.rank(rank) != watcher)
                .forEach(rank -> assertThat(watcher.seen(rank)).isEqualTo(changes(rank, JOINED)));
    }

    /** Who begins to watch. */
    private static void assertSeesAll(LooseRanks job, LooseRank watcher) {
        watcher.watch();
        job.pass(SECOND);
        job.livingRanks().stream()
                .filter(rank -> job.rank(rank) != watcher)
                .forEach(rank -> assertThat(watcher.seen(rank)).last().isEqualTo(new MemberChange(rank, JOINED, 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 256})
    @DisplayName("SIM-24 links, attempts and packets of each rank grow as log N when all start")
    void allStart(int size) {
        try (LooseRanks job = new LooseRanks(size)) {
            IntStream.range(0, size).forEach(job::start);
            job.pass(SECOND.multipliedBy(2));
            int neighbours = new Neighbours(0, size).count();
            assertThat(neighbours).isEqualTo(size == 8 ? 7 : 2 * log2(size) - 1);
            assertThat(job.living()).allSatisfy(rank -> {
                assertThat(rank.connected().cardinality()).isEqualTo(neighbours);
                assertThat(rank.attempts()).isLessThanOrEqualTo(neighbours);
                // As many as neighbours, and those which have heard meanwhile of more.
                assertThat(rank.told()).isLessThanOrEqualTo(size == 8 ? 0 : 4 * log2(size));
            });

            // All have heard of all: each who looks now sees all.
            LooseRank watcher = job.rank(size - 1);
            watcher.watch();
            job.pass(SECOND);
            assertThat(watcher.connected().cardinality()).isEqualTo(size - 1);
            // That was one rank's reason, and no other's.
            assertThat(job.rank(0).connected().cardinality()).isLessThanOrEqualTo(neighbours + 1);
        }
    }

    @Test
    @DisplayName(
            "SIM-24 links and attempts of each rank grow as log N when one starts after the other, and at each greeting")
    void oneAfterTheOther() {
        int size = 64;
        try (LooseRanks job = new LooseRanks(size)) {
            for (int rank = 0; rank < size; rank++) {
                job.start(rank);
                job.pass(Duration.ofMillis(1500));
            }
            int before = job.living().mapToInt(LooseRank::attempts).max().orElseThrow();
            job.pass(FakeRank.RECONNECT_TIMEOUT.multipliedBy(3));
            assertThat(job.isConnected()).isTrue();
            assertThat(job.living()).allSatisfy(rank -> {
                assertThat(rank.connected().cardinality()).isLessThanOrEqualTo(2 * log2(size));
                assertThat(rank.attempts()).isLessThanOrEqualTo(before + 3 * 2 * log2(size));
            });
            assertSeesAll(job, job.rank(0));
        }
    }

    @Test
    @DisplayName("MBR-1, MBR-7 a rank of 40 that comes late is seen by all who watch, and sees all")
    void comesLate() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, SIZE).filter(rank -> rank != LATE).forEach(job::start);
            job.living().forEach(LooseRank::watch);
            job.pass(SECOND.multipliedBy(30));
            job.living().forEach(watcher -> {
                assertAllJoined(job, watcher);
                assertThat(watcher.seen(LATE)).isEqualTo(changes(LATE));
            });

            job.start(LATE).watch();
            job.pass(SECOND.multipliedBy(2));
            job.living().forEach(watcher -> assertAllJoined(job, watcher));
        }
    }

    @Test
    @DisplayName("MBR-1 who begins to watch a job of 40 late sees each rank as it stands, though it has met few")
    void watchesLate() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, SIZE).forEach(job::start);
            job.pass(SECOND.multipliedBy(2));
            LooseRank watcher = job.rank(LATE);
            assertThat(watcher.connected().cardinality()).isEqualTo(10);
            assertSeesAll(job, watcher);
        }
    }

    @Test
    @DisplayName("MBR-1 a rank of 40 that is lost and comes again, twice, has failed and returned for all who watch")
    void comesAgain() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, SIZE).forEach(job::start);
            job.pass(SECOND);
            job.living().forEach(LooseRank::watch);
            job.pass(SECOND);
            for (int time = 0; time < 2; time++) {
                job.rank(LATE).die();
                job.pass(FakeRank.RECONNECT_TIMEOUT.plus(SECOND));
                job.living()
                        .forEach(watcher -> assertThat(watcher.seen(LATE))
                                .last()
                                .extracting(MemberChange::state)
                                .isEqualTo(FAILED));
                job.start(LATE).watch();
                job.pass(SECOND);
            }
            job.living()
                    .filter(rank -> rank != job.rank(LATE))
                    .forEach(watcher -> assertThat(watcher.seen(LATE))
                            .filteredOn(change -> change.state() != SUSPECT)
                            .endsWith(changes(LATE, JOINED, FAILED, RETURNED, FAILED, RETURNED)
                                    .subList(2, 6)
                                    .toArray(new MemberChange[0])));
            assertAllJoined(job, job.rank(LATE));
        }
    }

    @Test
    @DisplayName(
            "MBR-3 a rank that had a link with the process before meets the next one as soon as it hears of it, without greeting all")
    void formerLink() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, SIZE).forEach(job::start);
            job.pass(SECOND);
            // No neighbour of LATE, at a distance of 3.
            LooseRank former = job.rank(LATE + 3);
            former.step(() -> former.fake.links().peer(LATE).open());
            job.pass(SECOND);
            assertThat(former.connected().get(LATE)).isTrue();
            job.rank(LATE).die();
            job.pass(FakeRank.RECONNECT_TIMEOUT.plus(SECOND));
            assertThat(former.connected().get(LATE)).isFalse();

            job.start(LATE);
            job.pass(SECOND);
            assertThat(former.connected().get(LATE)).isTrue();
            assertThat(job.rank(LATE + 5).connected().get(LATE)).isFalse();
        }
    }

    @Test
    @DisplayName(
            "MBR-1, MBR-7 a rank that is said to have been there has failed after reconnect-timeout, one that has never come after wait-for-peers")
    void saidToHaveBeenThere() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, 20).forEach(job::start);
            job.pass(SECOND);
            // Neither it nor the one that never comes is a neighbour of rank 3.
            job.rank(9).die();
            LooseRank other = job.rank(3);
            other.watch();
            other.step(() ->
                    List.of(9, 30).forEach(rank -> other.fake.links().peer(rank).open()));
            job.pass(FakeRank.RECONNECT_TIMEOUT.minus(SECOND));
            assertThat(other.seen(9)).isEqualTo(changes(9));
            job.pass(SECOND.multipliedBy(3));
            assertThat(other.seen(9)).endsWith(new MemberChange(9, FAILED, 0));
            assertThat(other.seen(30)).isEqualTo(changes(30));
            job.pass(FakeRank.WAIT_FOR_PEERS);
            assertThat(other.seen(30)).endsWith(new MemberChange(30, FAILED, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 20, 29})
    @DisplayName("MBR-1 two ranks of 60 that are alone find each other, wherever they are")
    void alone(int distance) {
        try (LooseRanks job = new LooseRanks(60)) {
            job.start(7).watch();
            job.pass(SECOND.multipliedBy(5));
            int other = (7 + distance) % 60;
            job.start(other).watch();
            job.pass(SECOND.multipliedBy(3));
            assertAllJoined(job, job.rank(7));
            assertAllJoined(job, job.rank(other));
            int before = job.rank(7).attempts();
            job.pass(FakeRank.RECONNECT_TIMEOUT);
            assertThat(job.rank(7).attempts() - before)
                    .as("at each greeting: neighbours, and as many others")
                    .isLessThanOrEqualTo(2 * new Neighbours(7, 60).count());
        }
    }

    @Test
    @DisplayName("MBR-1 where only each third rank of 60 is there, the ranks that are stand for neighbours")
    void eachThird() {
        try (LooseRanks job = new LooseRanks(60)) {
            IntStream.range(0, 20).forEach(rank -> job.start(3 * rank));
            job.pass(SECOND.multipliedBy(3));
            assertThat(job.isConnected()).isTrue();
            job.pass(FakeRank.RECONNECT_TIMEOUT);
            job.living()
                    .forEach(rank -> assertThat(rank.connected().cardinality()).isBetween(4, 13));
            LooseRank late = job.start(31);
            late.watch();
            job.rank(57).watch();
            job.pass(SECOND.multipliedBy(3));
            assertAllJoined(job, late);
            assertThat(job.rank(57).seen(31)).last().isEqualTo(new MemberChange(31, JOINED, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName(
            "MBR-1 whichever half of 48 ranks dies, those that are left stay connected, and hear of one that comes")
    void halfDies(int seed) {
        Random random = new Random(seed);
        try (LooseRanks job = new LooseRanks(48)) {
            IntStream.range(0, 48).forEach(job::start);
            job.pass(SECOND.multipliedBy(11));
            List<Integer> ranks = new ArrayList<>(IntStream.range(0, 48).boxed().toList());
            Collections.shuffle(ranks, random);
            ranks.subList(0, 24).forEach(rank -> job.rank(rank).die());
            job.pass(FakeRank.RECONNECT_TIMEOUT.multipliedBy(2).plus(SECOND));
            assertThat(job.isConnected()).isTrue();
            LooseRank watcher = job.rank(ranks.get(30));
            watcher.watch();
            int back = ranks.get(3);
            job.start(back);
            job.pass(SECOND.multipliedBy(3));
            assertThat(watcher.seen(back))
                    .last()
                    .extracting(MemberChange::state)
                    .isIn(JOINED, RETURNED);
            job.livingRanks().stream()
                    .filter(rank -> job.rank(rank) != watcher)
                    .forEach(rank -> assertThat(watcher.connected().get(rank)).isTrue());
        }
    }

    // ---- Lies

    private static RawPeer lie(LooseRanks job, int to, Map<Integer, Long> sightings) {
        RawPeer peer = RawPeer.connectTo(to, LIAR, job.network);
        ByteBuf out = Unpooled.buffer();
        Hello.encode(out, FakeRank.JOB, LIAR, to, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
        Sightings.encode(out, 0, sightings.size() * MembershipPackets.ENTRY_BYTES);
        sightings.forEach((rank, process) -> out.writeIntLE(rank).writeLongLE(process));
        peer.send(out);
        return peer;
    }

    @Test
    @DisplayName(
            "MBR-1 sightings that lie, of ranks that were never there, of oneself, of other processes, lead to an attempt at most")
    void lies() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, 20).forEach(job::start);
            job.pass(SECOND);
            job.living().forEach(LooseRank::watch);
            job.pass(SECOND);
            int before = job.living().mapToInt(LooseRank::attempts).sum();
            Map<Integer, Long> lies = new TreeMap<>();
            for (int rank = 0; rank < SIZE; rank++) {
                lies.put(rank, rank + 1000L);
            }
            RawPeer liar = lie(job, 3, lies);
            job.pass(SECOND);
            assertThat(liar.isClosed()).isFalse();
            // Of the ranks that were never there, one attempt of each who watches; the liar itself is not there for
            // all.
            int attempts = job.living().mapToInt(LooseRank::attempts).sum() - before;
            assertThat(attempts).isLessThanOrEqualTo(20 * 20);
            job.living()
                    .forEach(watcher -> IntStream.range(0, SIZE)
                            .filter(rank -> rank != LIAR && rank < 20 && job.rank(rank) != watcher)
                            .forEach(rank -> assertThat(watcher.seen(rank))
                                    .last()
                                    .isEqualTo(new MemberChange(rank, JOINED, 1))));
            job.living()
                    .forEach(watcher -> IntStream.range(20, SIZE)
                            .filter(rank -> rank != LIAR)
                            .forEach(rank -> assertThat(watcher.seen(rank)).isEqualTo(changes(rank))));

            // Nobody tells it any further.
            long told = job.living().mapToLong(LooseRank::told).sum();
            job.pass(SECOND);
            assertThat(job.living().mapToLong(LooseRank::told).sum()).isEqualTo(told);
        }
    }

    @Test
    @DisplayName("MBR-2 sightings of a process that was there before disturb nobody, and are not passed on")
    void oldProcess() {
        try (LooseRanks job = new LooseRanks(SIZE)) {
            IntStream.range(0, SIZE).filter(rank -> rank != LIAR).forEach(job::start);
            job.pass(SECOND);
            lie(job, 3, Map.of(4, 77L));
            job.pass(SECOND);
            long told = job.living().mapToLong(LooseRank::told).sum();
            int attempts = job.living().mapToInt(LooseRank::attempts).sum();
            RawPeer again = lie(job, 20, Map.of(4, 77L));
            job.pass(SECOND);
            assertThat(again.isClosed()).isFalse();
            // Rank 20 tells the new partner of all that it has heard of, and nobody else of anything.
            assertThat(job.living().mapToLong(LooseRank::told).sum() - told).isLessThanOrEqualTo(3);
            assertThat(job.living().mapToInt(LooseRank::attempts).sum()).isEqualTo(attempts);
        }
    }
}
