package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;
import static org.reactivempi.transport.engine.protocol.MessageRank.bytes;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.SendMode;

/** Revocation ends messages in all contexts of its communicator, and in those of no other. */
class RevokedMessagesTest {

    private static final int REVOKED = 3;
    private static final int OTHER = 4;
    private static final int LONG = 100_000;

    private final FakeNetwork network = new FakeNetwork();
    private final MessageRank zero = new MessageRank(network, 0);
    private final MessageRank one = new MessageRank(network, 1);
    private final List<CommunicatorState> states = new ArrayList<>();

    RevokedMessagesTest() {
        for (MessageRank rank : List.of(zero, one)) {
            states.add(rank.messages.communicators().add(REVOKED, "revoked", MemberRanks.of(0, 1)));
            rank.messages.communicators().add(OTHER, "other", MemberRanks.of(0, 1));
        }
    }

    @AfterEach
    void end() {
        zero.abort();
        one.abort();
        network.run();
        assertThat(zero.running() + one.running()).isZero();
    }

    private void revoke() {
        zero.fake.run(() -> states.get(0).revoke());
        network.run();
    }

    private TestSend send(int communicator, Purpose purpose, SendMode mode, int lengthBytes) {
        return zero.start(new TestSend(
                ContextId.of(communicator, purpose), 0, 1, TAG + mode.ordinal(), mode, bytes(lengthBytes)));
    }

    private TestReceive receive(int communicator, Purpose purpose, SendMode mode, int roomBytes) {
        return one.start(new TestReceive(ContextId.of(communicator, purpose), 0, TAG + mode.ordinal(), roomBytes));
    }

    @Test
    @DisplayName("LIF-4 sends of other communicators wait on when one is revoked, and are received")
    void otherCommunicators() {
        List<TestSend> others = new ArrayList<>();
        List<TestSend> revoked = new ArrayList<>();
        for (Purpose purpose : Purpose.values()) {
            others.add(send(OTHER, purpose, SendMode.SYNCHRONOUS, 10));
            others.add(send(OTHER, purpose, SendMode.STANDARD, LONG));
            revoked.add(send(REVOKED, purpose, SendMode.SYNCHRONOUS, 10));
            revoked.add(send(REVOKED, purpose, SendMode.STANDARD, LONG));
        }
        network.run();
        revoke();
        assertThat(revoked).allMatch(send -> send.outcome.startsWith("failed: "));
        assertThat(others).allMatch(send -> send.outcome.equals("pending"));

        for (Purpose purpose : Purpose.values()) {
            receive(OTHER, purpose, SendMode.SYNCHRONOUS, 10);
            receive(OTHER, purpose, SendMode.STANDARD, LONG);
        }
        network.run();
        assertThat(others).allMatch(send -> send.outcome.equals("sent"));
    }

    @Test
    @DisplayName(
            "LIF-4 RES-1 messages that wait in any context of a revoked communicator are dropped, and take no memory")
    void waitingMessages() {
        for (Purpose purpose : Purpose.values()) {
            send(REVOKED, purpose, SendMode.STANDARD, 10);
            send(OTHER, purpose, SendMode.STANDARD, 10);
        }
        network.run();
        assertThat(storedBytes()).isEqualTo(2 * Purpose.values().length * EagerCredit.cost(10));
        revoke();
        assertThat(storedBytes()).isEqualTo(Purpose.values().length * EagerCredit.cost(10));
    }

    /** What rank 1 keeps of messages of rank 0. */
    private long storedBytes() {
        return one.messages.balances().stream()
                .filter(balance -> balance.peer() == 0)
                .mapToLong(CreditBalance::storedBytes)
                .sum();
    }

    @Test
    @DisplayName("LIF-4 what starts when its communicator has been revoked fails, whatever it is")
    void later() {
        revoke();
        assertThat(send(REVOKED, Purpose.MESSAGES, SendMode.STANDARD, 10).outcome)
                .startsWith("failed: ");
        assertThat(receive(REVOKED, Purpose.MESSAGES, SendMode.STANDARD, 10).outcome)
                .startsWith("failed: ");
        assertThat(receive(OTHER, Purpose.MESSAGES, SendMode.STANDARD, 10).outcome)
                .isEqualTo("pending");
    }

    @Test
    @DisplayName(
            "LIF-4 what waits for the first connection fails at once when its communicator is revoked, and nothing else")
    void beforeTheFirstConnection() {
        TestSend revoked = send(REVOKED, Purpose.MESSAGES, SendMode.SYNCHRONOUS, 10);
        TestSend other = send(OTHER, Purpose.MESSAGES, SendMode.SYNCHRONOUS, 10);
        zero.fake.run(() -> states.get(0).revoke());
        assertThat(revoked.outcome).startsWith("failed: ");
        assertThat(other.outcome).isEqualTo("pending");
    }

    /** Rank 1, whose packets a test writes one by one. */
    private RawPeer peer() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        say(peer, out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        return peer;
    }

    private void say(RawPeer peer, Consumer<ByteBuf> packet) {
        ByteBuf out = Unpooled.buffer();
        packet.accept(out);
        peer.send(out);
        network.run();
    }

    @Test
    @DisplayName("LIF-4 a send that a revocation takes back fails, also where its peer has not heard of that yet")
    void takenBack() {
        RawPeer peer = peer();
        TestSend send = send(REVOKED, Purpose.MESSAGES, SendMode.SYNCHRONOUS, 10);
        network.run();
        revoke();
        assertThat(send.outcome).isEqualTo("pending");
        assertThat(peer.received()).endsWith(PacketKind.REVOKE, PacketKind.WITHDRAW);
        long number = SendNumber.sendId(peer.last(PacketKind.WITHDRAW));
        say(peer, out -> SendNumber.encode(out, PacketKind.WITHDRAWN, 0, number));
        assertThat(send.outcome).startsWith("failed: ");
    }

    @Test
    @DisplayName("LIF-4 a message that comes when its communicator is revoked here is declined, and takes no memory")
    void comesLater() {
        RawPeer peer = peer();
        revoke();
        int context = ContextId.of(REVOKED, Purpose.MESSAGES);
        int number = 5;
        say(peer, out -> {
            EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, 0, context, 1, TAG, number, 10);
            out.writeZero(10);
        });
        ByteBuf declined = peer.last(PacketKind.DECLINED);
        assertThat(SendNumber.sendId(declined)).isEqualTo(number);
        assertThat(Declined.reason(declined)).isEqualTo(Declined.Reason.REVOKED);
        assertThat(zero.messages.balances()).allMatch(balance -> balance.storedBytes() == 0);
    }
}
