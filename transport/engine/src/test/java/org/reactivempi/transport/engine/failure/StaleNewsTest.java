package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.ask.AskNews;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.AskPackets.Recall;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.MemberRanks;

/** What one process has said of agreements and questions means nothing when another has come in its place, nor the other way round. */
class StaleNewsTest {

    private static final int SIZE = 3;
    private static final int BEFORE = 7;
    private static final int AFTER = 9;

    private final FakeNetwork network = new FakeNetwork();
    private FakeRank rank;
    private RankParts parts;
    private final List<Proposal> decided = new ArrayList<>();

    @BeforeEach
    void start() {
        rank = new FakeRank(network, 0, SIZE, FakeRank.CREDIT_BYTES, true).comesAndGoes();
        parts = RankParts.of(rank.context(4096, null), rank.links());
    }

    @AfterEach
    void end() {
        rank.run(() -> rank.links().abort("ends with the test", () -> {}));
    }

    private CommunicatorState add(int number) {
        List<CommunicatorState> made = new ArrayList<>();
        step(() -> made.add(parts.communicators()
                .add(
                        number,
                        "communicator",
                        MemberRanks.of(IntStream.range(0, SIZE).toArray()))));
        return made.get(0);
    }

    private void step(Runnable work) {
        rank.run(() -> rank.signals().step(work));
        network.run();
    }

    /** A process of another rank, which says what a test has it say. */
    private final class Peer {

        private final RawPeer connection;
        private int packets;

        Peer(int peer, long incarnation) {
            connection = RawPeer.connectTo(0, peer, network);
            ByteBuf hello = Unpooled.buffer();
            Resumption beginning = new Resumption(incarnation, 0, 0, 0, 1, 1);
            Hello.encode(hello, FakeRank.JOB, peer, 0, FakeRank.CREDIT_BYTES, beginning);
            say(hello);
            assertThat(connection.received()).contains(PacketKind.WELCOME);
        }

        private void say(ByteBuf packet) {
            connection.send(packet);
            network.run();
        }

        void ballot(int communicator, Ballot.Step step, Ballot.Vote vote, int... failed) {
            BitSet failures = new BitSet();
            IntStream.of(failed).forEach(failures::set);
            byte[] sets = new Proposal(vote, failures, new BitSet(), Collections.emptySortedMap()).payload(SIZE);
            ByteBuf packet = Unpooled.buffer();
            Ballot.encode(packet, packets++, communicator, new Ballot.Head(step, 0, 0), vote, 0, sets.length);
            say(packet.writeBytes(sets));
        }

        void vote(int communicator, int flag) {
            ballot(communicator, Ballot.Step.VOTE, new Ballot.Vote(Ballot.NO_ROUND, flag, 0, 0));
        }

        void accept(int communicator, int flag) {
            ballot(communicator, Ballot.Step.ACCEPTANCE, new Ballot.Vote(0, flag, 0, 0));
        }

        void revoke(int communicator) {
            ByteBuf packet = Unpooled.buffer();
            Revoke.encode(packet, packets++, communicator);
            say(packet);
        }

        void recall(int communicator, int question) {
            ByteBuf packet = Unpooled.buffer();
            Recall.encode(packet, packets++, communicator, question);
            say(packet);
        }

        /** Without a goodbye, until it is given up. */
        void die() {
            connection.close();
            network.run();
            rank.advance(FakeRank.RECONNECT_TIMEOUT.plus(Duration.ofSeconds(1)));
            network.run();
        }

        boolean isThere() {
            return !connection.isClosed();
        }
    }

    private void agree(CommunicatorState communicator, int flag) {
        step(() -> communicator.agree(flag, decision -> decided.add((Proposal) decision)));
    }

    @Test
    @DisplayName("MBR-4 ballots of a process don't count in an agreement of communicators that hold the one before")
    void ballots() {
        CommunicatorState before = add(BEFORE);
        Peer other = new Peer(2, 0x20);
        new Peer(1, 0x11).die();
        Peer returned = new Peer(1, 0x12);
        agree(before, 0b111);
        returned.vote(BEFORE, 0b001);
        assertThat(decided).isEmpty();
        other.vote(BEFORE, 0b110);
        returned.accept(BEFORE, 0b110);
        assertThat(decided).isEmpty();
        other.accept(BEFORE, 0b110);

        assertThat(decided).singleElement().satisfies(decision -> {
            assertThat(decision.flag()).isEqualTo(0b110);
            assertThat(decision.failed().stream()).containsExactly(1);
        });
        assertThat(returned.isThere()).as("it is no breach").isTrue();
    }

    @Test
    @DisplayName("MBR-4 a decision of the process that has come doesn't count where the one before was meant")
    void decisionOfTheNewOne() {
        CommunicatorState before = add(BEFORE);
        Peer other = new Peer(2, 0x20);
        new Peer(1, 0x11).die();
        Peer returned = new Peer(1, 0x12);
        agree(before, 0b111);
        returned.ballot(BEFORE, Ballot.Step.DECISION, new Ballot.Vote(1, 0b001, 0, 0), 2);

        assertThat(decided).isEmpty();
        assertThat(before.failed().stream()).containsExactly(1);
        assertThat(other.isThere()).isTrue();
    }

    @Test
    @DisplayName("MBR-3 a decision that a process has failed says nothing of the one that has come in its place")
    void decisionOfTheOldOne() {
        CommunicatorState before = add(BEFORE);
        Peer other = new Peer(2, 0x20);
        new Peer(1, 0x11).die();
        Peer returned = new Peer(1, 0x12);
        CommunicatorState after = add(AFTER);
        agree(before, 0b111);
        other.ballot(BEFORE, Ballot.Step.DECISION, new Ballot.Vote(2, 0b010, 0, 0), 1);

        assertThat(decided)
                .singleElement()
                .satisfies(decision -> assertThat(decision.failed().stream()).containsExactly(1));
        assertThat(before.failed().stream()).containsExactly(1);
        assertThat(after.failed().stream()).isEmpty();
        assertThat(returned.isThere()).isTrue();
    }

    @Test
    @DisplayName(
            "MBR-3 a rank that others take for failed, as they don't know of its return, has failed in their communicator alone")
    void decisionOfRanksThatDontKnow() {
        Peer other = new Peer(2, 0x20);
        new Peer(1, 0x11).die();
        Peer returned = new Peer(1, 0x12);
        CommunicatorState all = add(AFTER);
        CommunicatorState another = add(AFTER + 1);
        agree(all, 0b111);
        returned.vote(AFTER, 0b111);
        other.ballot(AFTER, Ballot.Step.VOTE, new Ballot.Vote(Ballot.NO_ROUND, 0b111, 0, 0), 1);
        returned.accept(AFTER, 0b111);
        other.accept(AFTER, 0b111);

        assertThat(decided)
                .singleElement()
                .satisfies(decision -> assertThat(decision.failed().stream()).containsExactly(1));
        assertThat(all.failed().stream()).containsExactly(1);
        assertThat(another.failed().stream()).isEmpty();
        assertThat(parts.communicators().former(ContextId.of(AFTER, ContextId.Purpose.MESSAGES), 1))
                .isNotNull();
        assertThat(parts.communicators().former(ContextId.of(AFTER + 1, ContextId.Purpose.MESSAGES), 1))
                .isNull();
        assertThat(returned.isThere()).isTrue();
    }

    @Test
    @DisplayName("MBR-2 what a process has said of a communicator that is not here yet goes with it")
    void early() {
        Peer other = new Peer(2, 0x20);
        Peer first = new Peer(1, 0x11);
        first.vote(AFTER, 0b001);
        first.revoke(AFTER + 1);
        other.vote(AFTER, 0b111);
        first.die();
        Peer returned = new Peer(1, 0x12);
        CommunicatorState after = add(AFTER);
        agree(after, 0b111);
        assertThat(decided).isEmpty();
        returned.vote(AFTER, 0b110);
        returned.accept(AFTER, 0b110);
        other.accept(AFTER, 0b110);

        assertThat(decided).singleElement().satisfies(decision -> {
            assertThat(decision.flag()).isEqualTo(0b110);
            assertThat(decision.failed().stream()).isEmpty();
        });
        assertThat(add(AFTER + 1).isRevoked()).isFalse();
    }

    @Test
    @DisplayName("MBR-2 the end of a process ends its questions before the one in its place can recall any")
    void recalls() {
        List<String> heard = new ArrayList<>();
        step(() -> parts.askNews().listen(BEFORE, new AskNews.Listener() {

            @Override
            public void onRecalled(int peer, int question) {
                heard.add("recalled " + question + " of " + peer);
            }

            @Override
            public void onMoved(int peer, int question, boolean taken) {}

            @Override
            public void onLost(int peer) {
                heard.add("lost " + peer);
            }
        }));
        Peer first = new Peer(1, 0x11);
        first.recall(BEFORE, 3);
        first.die();
        Peer returned = new Peer(1, 0x12);
        returned.recall(BEFORE, 3);

        assertThat(heard).containsExactly("recalled 3 of 1", "lost 1", "recalled 3 of 1");
    }
}
