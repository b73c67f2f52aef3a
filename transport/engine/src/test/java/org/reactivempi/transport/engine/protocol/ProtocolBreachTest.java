package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.EAGER_LIMIT;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.DiagnosisPackets;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallQuestion;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall;
import org.reactivempi.transport.engine.packet.MembershipPackets.Sightings;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.MessagePackets.Unreadable;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * A peer that does what the protocol does not allow loses its link, and every operation that waited for it ends. Rank 0
 * has an announced send 0, a synchronous send 1, and a receive 0 that was cleared to send 100 000 bytes.
 */
class ProtocolBreachTest {

    private static final int LONG = 100_000;
    private static final int PEERS_SEND = 50;
    /** Of a communicator in which rank 1 is member 0. */
    private static final int SWAPPED = ContextId.of(3, ContextId.Purpose.MESSAGES);
    /** So much of the valid traffic, after the greeting, has few bytes that are payload. */
    private static final int MOSTLY_FIELDS = 250;

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final MessageRank rank = new MessageRank(network, 0);
    private RawPeer peer;
    private TestSend announced;
    private TestSend synchronous;
    private TestReceive filling;
    private int sequence;

    @BeforeEach
    void connect() {
        make(3, 1, 0);
        peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING)));
        network.run();
        announced = rank.send(TAG, LONG);
        synchronous = rank.sendSynchronous(TAG, 10);
        filling = rank.receive(TAG, LONG);
        receive(out -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, sequence++, 0, 1, TAG, PEERS_SEND, LONG));
        assertThat(rank.pending()).hasSize(3);
    }

    @AfterEach
    void nothingIsLeft() {
        rank.abort();
        network.run();
        assertThat(rank.running()).isZero();
        assertThat(announced.signals).isEqualTo(1);
        assertThat(synchronous.signals).isEqualTo(1);
        assertThat(filling.signals).isEqualTo(1);
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    private static ByteBuf bytes(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        return out;
    }

    private void receive(Consumer<ByteBuf> encode) {
        peer.send(bytes(encode));
        network.run();
    }

    private interface Breach {

        void encode(ByteBuf out, int sequence);
    }

    private static void ballot(ByteBuf out, int at, int communicator, long number, int payloadBytes) {
        Ballot.encode(
                out,
                at,
                communicator,
                new Ballot.Head(Ballot.Step.VOTE, number, 0),
                new Ballot.Vote(Ballot.NO_ROUND, 1, 0, 0),
                0,
                payloadBytes);
        out.writeZero(payloadBytes);
    }

    private static Arguments breach(String what, Breach breach) {
        return Arguments.of(what, breach);
    }

    static Stream<Arguments> breaches() {
        return Stream.of(
                breach("MATCHED for an announced send", (out, at) -> SendNumber.encode(out, PacketKind.MATCHED, at, 0)),
                breach("MATCHED for no send", (out, at) -> SendNumber.encode(out, PacketKind.MATCHED, at, 2)),
                breach(
                        "MATCHED for no send, negative",
                        (out, at) -> SendNumber.encode(out, PacketKind.MATCHED, at, -1)),
                breach("MATCHED twice", (out, at) -> {
                    SendNumber.encode(out, PacketKind.MATCHED, at, 1);
                    SendNumber.encode(out, PacketKind.MATCHED, at + 1, 1);
                }),
                breach("CLEAR_TO_SEND for a synchronous send", (out, at) -> ClearToSend.encode(out, at, 1, 0, 10)),
                breach("CLEAR_TO_SEND for no send", (out, at) -> ClearToSend.encode(out, at, 2, 0, 10)),
                breach("CLEAR_TO_SEND twice", (out, at) -> {
                    ClearToSend.encode(out, at, 0, 0, LONG);
                    ClearToSend.encode(out, at + 1, 0, 0, LONG);
                }),
                breach("CLEAR_TO_SEND for a part", (out, at) -> ClearToSend.encode(out, at, 0, 0, LONG - 1)),
                breach("CLEAR_TO_SEND for more", (out, at) -> ClearToSend.encode(out, at, 0, 0, LONG + 1)),
                breach("CLEAR_TO_SEND for less than nothing", (out, at) -> ClearToSend.encode(out, at, 0, 0, -1)),
                breach("DECLINED for no send", (out, at) -> Declined.encode(out, at, 2, Declined.Reason.FREED)),
                breach(
                        "DECLINED as not ready for a synchronous send",
                        (out, at) -> Declined.encode(out, at, 1, Declined.Reason.NOT_READY)),
                breach(
                        "DECLINED as not ready for an announced send",
                        (out, at) -> Declined.encode(out, at, 0, Declined.Reason.NOT_READY)),
                breach("DECLINED twice", (out, at) -> {
                    Declined.encode(out, at, 1, Declined.Reason.FREED);
                    Declined.encode(out, at + 1, 1, Declined.Reason.FREED);
                }),
                breach("DECLINED without a reason", (out, at) -> {
                    Declined.encode(out, at, 1, Declined.Reason.FREED);
                    out.setIntLE(out.writerIndex() - Integer.BYTES, 4);
                }),
                breach("REVOKE of a negative communicator", (out, at) -> Revoke.encode(out, at, -1)),
                breach("STALL_QUESTION with an unknown step", (out, at) -> {
                    int start = out.writerIndex();
                    StallQuestion.encode(out, at, 1, DiagnosisPackets.Step.LOOK);
                    out.setIntLE(start + StallQuestion.LENGTH_BYTES - Integer.BYTES, 3);
                }),
                breach("BALLOT of a negative communicator", (out, at) -> ballot(out, at, -1, 0, 2)),
                breach("BALLOT of a negative agreement", (out, at) -> ballot(out, at, 0, -1, 2)),
                breach("BALLOT without sets", (out, at) -> ballot(out, at, 0, 0, 0)),
                breach("BALLOT with more ranks than the job has", (out, at) -> ballot(out, at, 0, 0, 4)),
                breach("BALLOT with more offers than the communicator has members", (out, at) -> {
                    ballot(out, at, 0, 0, 26);
                    out.setIntLE(out.writerIndex() - 30, 3);
                }),
                breach("BALLOT with a negative number of offers", (out, at) -> {
                    ballot(out, at, 0, 0, 2);
                    out.setIntLE(out.writerIndex() - 6, -1);
                }),
                breach("BALLOT with an unknown step", (out, at) -> {
                    ballot(out, at, 0, 0, 2);
                    out.setIntLE(out.writerIndex() - 42, 6);
                }),
                breach("BALLOT of a word with sets", (out, at) -> {
                    ballot(out, at, 0, 0, 2);
                    out.setIntLE(out.writerIndex() - 42, Ballot.Step.PRESENCE.code());
                }),
                breach(
                        "ROLL_CALL where no rank comes again",
                        (out, at) -> RollCall.encode(out, at, RollCall.Step.CALL, -1, 1, 0)),
                breach("SIGHTINGS where no rank comes again", (out, at) -> Sightings.encode(out, at, 0)),
                breach("EAGER in a context without a purpose", (out, at) -> Eager.encode(out, at, 15, 1, TAG, 0)),
                breach(
                        "EAGER in a context without a purpose of a communicator that isn't here",
                        (out, at) -> Eager.encode(out, at, Integer.MAX_VALUE, 1, TAG, 0)),
                breach("EAGER in a negative context", (out, at) -> Eager.encode(out, at, -16, 1, TAG, 0)),
                breach(
                        "REQUEST_TO_SEND in a context without a purpose",
                        (out, at) -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 15, 1, TAG, 60, LONG)),
                breach(
                        "UNREADABLE in a context without a purpose",
                        (out, at) -> Unreadable.encode(out, at, 15, 1, TAG)),
                breach(
                        "EAGER_READY beyond the credit",
                        (out, at) -> EagerAnswered.encode(
                                out, PacketKind.EAGER_READY, at, 0, 1, TAG, 60, FakeRank.CREDIT_BYTES)),
                breach(
                        "EAGER_READY with a negative number",
                        (out, at) -> EagerAnswered.encode(out, PacketKind.EAGER_READY, at, 0, 1, TAG, -1, 0)),
                breach(
                        "READY_TO_SEND with a negative number",
                        (out, at) -> RequestToSend.encode(out, PacketKind.READY_TO_SEND, at, 0, 1, TAG, -1, LONG)),
                breach(
                        "READY_TO_SEND with a negative length",
                        (out, at) -> RequestToSend.encode(out, PacketKind.READY_TO_SEND, at, 0, 1, TAG, 60, -1)),
                breach("WITHDRAWN for no send", (out, at) -> SendNumber.encode(out, PacketKind.WITHDRAWN, at, 2)),
                breach(
                        "WITHDRAWN that nobody asked for",
                        (out, at) -> SendNumber.encode(out, PacketKind.WITHDRAWN, at, 0)),
                breach("DATA for no receive", (out, at) -> data(out, at, 1, 0, 10)),
                breach("DATA with a gap", (out, at) -> data(out, at, 0, 10, 10)),
                breach("DATA at a negative place", (out, at) -> data(out, at, 0, -10, 10)),
                breach("DATA that is too long", (out, at) -> data(out, at, 0, 0, LONG + 1)),
                breach("DATA that is empty", (out, at) -> data(out, at, 0, 0, 0)),
                breach("DATA twice", (out, at) -> {
                    data(out, at, 0, 0, 10);
                    data(out, at + 1, 0, 0, 10);
                }),
                breach("DATA behind the last", (out, at) -> {
                    data(out, at, 0, 0, LONG);
                    data(out, at + 1, 0, LONG, 1);
                }),
                breach("CREDIT of nothing", (out, at) -> Credit.encode(out, at, 0)),
                breach("CREDIT below nothing", (out, at) -> Credit.encode(out, at, -1)),
                breach("CREDIT beyond counting", (out, at) -> Credit.encode(out, at, Long.MAX_VALUE)),
                breach("EAGER beyond the credit", (out, at) -> Eager.encode(out, at, 0, 1, TAG, FakeRank.CREDIT_BYTES)),
                breach("EAGER of 2 GiB", (out, at) -> Eager.encode(out, at, 0, 1, TAG, Integer.MAX_VALUE)),
                breach("EAGER with a negative source", (out, at) -> Eager.encode(out, at, 0, -1, TAG, 0)),
                breach("EAGER of another rank", (out, at) -> Eager.encode(out, at, 0, 0, TAG, 0)),
                breach("EAGER of a rank outside the job", (out, at) -> Eager.encode(out, at, 0, 2, TAG, 0)),
                breach("EAGER of another member", (out, at) -> Eager.encode(out, at, SWAPPED, 1, TAG, 0)),
                breach("EAGER of no member", (out, at) -> Eager.encode(out, at, SWAPPED, 2, TAG, 0)),
                breach(
                        "EAGER_SYNCHRONOUS of another rank",
                        (out, at) -> EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, at, 0, 0, TAG, 60, 0)),
                breach(
                        "EAGER_READY of another rank",
                        (out, at) -> EagerAnswered.encode(out, PacketKind.EAGER_READY, at, 0, 0, TAG, 60, 0)),
                breach(
                        "REQUEST_TO_SEND of another rank",
                        (out, at) -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 0, 0, TAG, 60, LONG)),
                breach(
                        "READY_TO_SEND of another rank",
                        (out, at) -> RequestToSend.encode(out, PacketKind.READY_TO_SEND, at, 0, 0, TAG, 60, LONG)),
                breach("EAGER with a negative tag", (out, at) -> Eager.encode(out, at, 0, 1, -1, 0)),
                breach(
                        "EAGER_SYNCHRONOUS with a negative number",
                        (out, at) -> EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, at, 0, 1, TAG, -1, 0)),
                breach("EAGER_SYNCHRONOUS with a number in use", (out, at) -> {
                    EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, at, 0, 1, TAG, 60, 0);
                    EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, at + 1, 0, 1, TAG, 60, 0);
                }),
                breach(
                        "REQUEST_TO_SEND with a negative number",
                        (out, at) -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 0, 1, TAG, -1, LONG)),
                breach(
                        "REQUEST_TO_SEND with a negative length",
                        (out, at) -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 0, 1, TAG, 60, -1)),
                breach("REQUEST_TO_SEND with a number in use", (out, at) -> {
                    RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 0, 1, TAG, 60, LONG);
                    RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at + 1, 0, 1, TAG, 60, LONG);
                }),
                breach(
                        "REQUEST_TO_SEND from nowhere",
                        (out, at) -> RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, at, 0, -2, TAG, 60, LONG)));
    }

    private static void data(ByteBuf out, int sequence, long receiveId, long offset, int length) {
        Data.encode(out, sequence, receiveId, offset, length);
        out.writeZero(length);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    @DisplayName("a breach loses the link, with the reason, and ends each operation once")
    void losesTheLink(String what, Breach breach) {
        receive(out -> breach.encode(out, sequence));

        assertThat(peer.isClosed()).isTrue();
        String lost = "failed: rank 1 broke the protocol: ";
        assertThat(announced.outcome).startsWith(what.equals("CLEAR_TO_SEND twice") ? "sent" : lost);
        assertThat(synchronous.outcome)
                .startsWith(
                        switch (what) {
                            case "MATCHED twice" -> "sent";
                            case "DECLINED twice" -> "failed: rank 1 declined the message: FREED";
                            default -> lost;
                        });
        assertThat(filling.outcome).startsWith(what.equals("DATA behind the last") ? "received" : lost);
        assertThat(rank.pending()).isEmpty();
        assertThat(rank.running()).isZero();
    }

    private CommunicatorState make(int number, int... ranks) {
        CommunicatorState[] made = new CommunicatorState[1];
        rank.fake.run(() -> made[0] = rank.messages.communicators().add(number, "made", MemberRanks.of(ranks)));
        return made[0];
    }

    @Test
    @DisplayName("a message that names its sender as the communicator does is no breach")
    void ownSource() {
        receive(out -> Eager.encode(out, sequence++, SWAPPED, 0, TAG, 0));

        assertThat(rank.start(new TestReceive(SWAPPED, 0, TAG, 0)).outcome).isEqualTo("received");
        assertThat(peer.isClosed()).isFalse();
    }

    @ParameterizedTest(name = "while the last one with its number is being freed: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("what comes early for a communicator in the name of another member is dropped when that is made")
    void earlySource(boolean freed) {
        int number = freed ? 3 : 4;
        int context = ContextId.of(number, ContextId.Purpose.MESSAGES);
        if (freed) {
            CommunicatorState last = rank.messages.communicators().of(context);
            assertThat(last).isNotNull();
            rank.fake.run(last::free);
        }
        receive(out -> {
            EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, sequence++, context, 0, TAG, 60, 0);
            RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, sequence++, context, 0, TAG, 61, LONG);
            Eager.encode(out, sequence++, context, 1, TAG, 0);
        });

        make(number, 0, 1);

        assertThat(rank.start(new TestReceive(context, -1, TAG, 0)).outcome).isEqualTo("received");
        TestReceive next = rank.start(new TestReceive(context, -1, TAG, 0));
        assertThat(next.outcome).isEqualTo("pending");
        assertThat(peer.isClosed()).isFalse();
        rank.fake.run(() -> rank.messages.withdraw(next));
    }

    @Test
    @DisplayName("PRB-5 a withdrawal that comes too late, or for nothing, is no breach")
    void lateWithdrawal() {
        receive(out -> {
            SendNumber.encode(out, PacketKind.WITHDRAW, sequence++, PEERS_SEND);
            SendNumber.encode(out, PacketKind.WITHDRAW, sequence++, 999);
        });
        assertThat(peer.isClosed()).isFalse();
        assertThat(filling.outcome).isEqualTo("pending");
    }

    @Test
    @DisplayName("a message that is cut off in its middle fails its receive, also one that claims it before or after")
    void cutInTheMiddle() {
        TestReceive early = rank.receive(1, EAGER_LIMIT);
        receive(out -> {
            Eager.encode(out, sequence++, 0, 1, 1, 100);
            out.writeZero(40);
        });
        peer.close();
        network.run();
        assertThat(early.outcome).isEqualTo("failed: rank 1 ended its connection");
        assertThat(early.signals).isEqualTo(1);
    }

    @Test
    @DisplayName("a message that is claimed while it arrives, and one whose rest never comes")
    void claimedWhileItArrives() {
        receive(out -> {
            Eager.encode(out, sequence++, 0, 1, 1, 100);
            out.writeZero(40);
        });
        TestReceive claimed = rank.receive(1, 100);
        assertThat(claimed.outcome).isEqualTo("pending");
        receive(out -> out.writeZero(60));
        assertThat(claimed.outcome).isEqualTo("received");

        receive(out -> {
            Eager.encode(out, sequence++, 0, 1, 2, 100);
            out.writeZero(40);
        });
        TestReceive claimant = rank.receive(2, 100);
        receive(out -> out.writeZero(1));
        peer.close();
        network.run();
        assertThat(claimant.outcome).isEqualTo("failed: rank 1 ended its connection");
        assertThat(claimant.signals).isEqualTo(1);
    }

    @Test
    @DisplayName("half a message that nobody claimed before its link was lost fails the receive that claims it")
    void claimedAfterTheLoss() {
        receive(out -> {
            Eager.encode(out, sequence++, 0, 1, 1, 100);
            out.writeZero(40);
        });
        peer.close();
        network.run();
        assertThat(rank.receive(1, 100).outcome).isEqualTo("failed: rank 1 ended its connection");
    }

    @Test
    @DisplayName("mutated traffic of a peer: the link may be lost, and nothing else happens")
    void fuzz() {
        for (long seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            FakeNetwork network = new FakeNetwork();
            MessageRank rank = new MessageRank(network, 0);
            RawPeer peer = RawPeer.connectTo(0, 1, network);
            ByteBuf traffic = Unpooled.buffer();
            Hello.encode(traffic, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
            int hello = traffic.readableBytes();
            validTraffic(traffic, random);
            for (int mutations = random.nextInt(4); mutations > 0; mutations--) {
                int at = random.nextInt(8) == 0 ? random.nextInt(hello) : hello + random.nextInt(MOSTLY_FIELDS);
                traffic.setByte(
                        at, random.nextBoolean() ? random.nextInt() : traffic.getByte(at) ^ 1 << random.nextInt(8));
            }
            TestSend[] sends = {rank.send(TAG, LONG), rank.sendSynchronous(TAG, 10), rank.send(TAG, 5)};
            TestSend ready = rank.start(new TestSend(1, TAG, SendMode.READY, new byte[10]));
            TestReceive[] receives = {
                rank.receive(1, 50), rank.receive(2, LONG), rank.start(new TestReceive(-1, -1, 10))
            };
            TestProbe[] probes = {
                rank.start(TestProbe.leaving(-1, 9)),
                rank.start(TestProbe.taking(1, 9)),
                rank.start(TestProbe.leaving(1, 4))
            };
            while (traffic.isReadable()) {
                peer.send(traffic.readRetainedSlice(Math.min(traffic.readableBytes(), 1 + random.nextInt(3000))));
                network.run();
            }
            rank.abort();
            network.run();
            for (TestSend send : sends) {
                assertThat(send.signals).as("seed %d, %s", seed, send).isEqualTo(1);
            }
            assertThat(ready.signals).as("seed %d", seed).isEqualTo(1);
            for (TestProbe probe : probes) {
                assertThat(probe.signals).as("seed %d, %s", seed, probe).isEqualTo(1);
            }
            for (TestReceive receive : receives) {
                assertThat(receive.signals).as("seed %d, %s", seed, receive).isEqualTo(1);
            }
            assertThat(rank.running()).as("seed %d", seed).isZero();
        }
    }

    /** Traffic that answers the sends 0 and 1, fills the receives, leaves something behind and takes it back. */
    private static void validTraffic(ByteBuf out, Random random) {
        int sequence = 0;
        ClearToSend.encode(out, sequence++, 0, 0, LONG);
        SendNumber.encode(out, PacketKind.MATCHED, sequence++, 1);
        Eager.encode(out, sequence++, 0, 1, 1, 40);
        out.writeZero(40);
        RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, sequence++, 0, 1, 2, 70, 5000);
        data(out, sequence++, 0, 0, 2000);
        data(out, sequence++, 0, 2000, 3000);
        EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, sequence++, 0, 1, 3, 71, 8);
        out.writeZero(8);
        for (int i = 0; i < 5; i++) {
            int length = random.nextInt(200);
            EagerAnswered.encode(out, PacketKind.EAGER_SYNCHRONOUS, sequence++, 0, 1, 9, 80 + i, length);
            out.writeZero(length);
        }
        EagerAnswered.encode(out, PacketKind.EAGER_READY, sequence++, 0, 1, 5, 85, 20);
        out.writeZero(20);
        RequestToSend.encode(out, PacketKind.READY_TO_SEND, sequence++, 0, 1, 6, 86, 1L << 20);
        Declined.encode(out, sequence++, 2, Declined.Reason.values()[random.nextInt(2)]);
        RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, sequence++, 0, 1, 9, 90, 1L << 40);
        SendNumber.encode(out, PacketKind.WITHDRAW, sequence++, 82);
        SendNumber.encode(out, PacketKind.WITHDRAW, sequence++, 90);
        Credit.encode(out, sequence, 1000);
    }
}
