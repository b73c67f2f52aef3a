package org.reactivempi.transport.engine.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.engine.packet.AskPackets.QuestionState;
import org.reactivempi.transport.engine.packet.AskPackets.Recall;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallAnswer;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallQuestion;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Extended;
import org.reactivempi.transport.engine.packet.ExtensionPackets.Families;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.MeetingPackets.Meeting;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall;
import org.reactivempi.transport.engine.packet.MembershipPackets.Sightings;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.MessagePackets.Signature;
import org.reactivempi.transport.engine.packet.MessagePackets.TraceContext;
import org.reactivempi.transport.engine.packet.MessagePackets.Unreadable;
import org.reactivempi.transport.engine.packet.MessagePackets.UnreadableData;
import org.reactivempi.transport.engine.packet.Picture.Field;
import org.reactivempi.transport.engine.packet.WindowPackets.Accumulate;
import org.reactivempi.transport.engine.packet.WindowPackets.AccumulateRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.CompareAndSwap;
import org.reactivempi.transport.engine.packet.WindowPackets.Done;
import org.reactivempi.transport.engine.packet.WindowPackets.Get;
import org.reactivempi.transport.engine.packet.WindowPackets.GetRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Got;
import org.reactivempi.transport.engine.packet.WindowPackets.Held;
import org.reactivempi.transport.engine.packet.WindowPackets.Lock;
import org.reactivempi.transport.engine.packet.WindowPackets.Notice;
import org.reactivempi.transport.engine.packet.WindowPackets.Notify;
import org.reactivempi.transport.engine.packet.WindowPackets.Put;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Refused;
import org.reactivempi.transport.engine.packet.WindowPackets.Taken;

/** Each codec writes what its picture shows, and its getters read it back. */
class PacketPicturesTest {

    private static final int SEQUENCE = 0x01020304;
    private static final int CONTEXT = 0x11121314;
    private static final int SOURCE = 0x21222324;
    private static final int TAG = 0x31323334;
    private static final int OFFER = 0x71727374;
    private static final int COORDINATOR = 0x75767778;
    private static final int OFFERS = 0x79707172;
    private static final long SEND_ID = 0x4142434445464748L;
    private static final long RECEIVE_ID = 0x5152535455565758L;
    private static final long BYTES = 0x6162636465666768L;
    private static final int PAYLOAD = 1000;
    private static final Resumption RESUMPTION = new Resumption(
            0x7172737475767778L, 0x8182838485868788L, 0x9192939495969798L, 0x1a2a3a4a, 0x1b2b3b4b, 0x1c2c3c4c);

    /** Writes packets that begin anywhere in a buffer. */
    private static ByteBuf packet(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer().writeZero(5);
        encode.accept(out);
        return out.skipBytes(5);
    }

    private static Map<String, Long> envelope() {
        Map<String, Long> fields = new LinkedHashMap<>();
        fields.put("context", (long) CONTEXT);
        fields.put("source", (long) SOURCE);
        fields.put("tag", (long) TAG);
        return fields;
    }

    private static Map<String, Long> resumption() {
        return fields(
                Map.of(),
                "incarnation",
                RESUMPTION.incarnation(),
                "peer",
                RESUMPTION.peer(),
                "receivedBytes",
                RESUMPTION.receivedBytes(),
                "connections",
                RESUMPTION.connections(),
                "attempt",
                RESUMPTION.attempt(),
                "generation",
                RESUMPTION.generation());
    }

    private static Map<String, Long> fields(Map<String, Long> fields, Object... more) {
        Map<String, Long> all = new LinkedHashMap<>(fields);
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], ((Number) more[i + 1]).longValue());
        }
        return all;
    }

    static Stream<Arguments> packets() {
        Map<String, Long> none = Map.of();
        return Stream.of(
                Arguments.of(
                        PacketKind.HELLO,
                        Hello.class,
                        packet(out -> Hello.encode(out, SEND_ID, SOURCE, TAG, BYTES, RESUMPTION)),
                        fields(
                                resumption(),
                                "magic",
                                Hello.MAGIC,
                                "version",
                                Hello.VERSION,
                                "job",
                                SEND_ID,
                                "from",
                                SOURCE,
                                "to",
                                TAG,
                                "credit",
                                BYTES)),
                Arguments.of(
                        PacketKind.WELCOME,
                        Welcome.class,
                        packet(out -> Welcome.encode(out, BYTES, RESUMPTION)),
                        fields(resumption(), "credit", BYTES)),
                Arguments.of(
                        PacketKind.REFUSAL,
                        Refusal.class,
                        packet(out -> Refusal.encode(out, Refusal.Reason.RANK)),
                        fields(none, "reason", 3)),
                Arguments.of(
                        PacketKind.EAGER,
                        Eager.class,
                        packet(out -> Eager.encode(out, SEQUENCE, CONTEXT, SOURCE, TAG, PAYLOAD)),
                        envelope()),
                Arguments.of(
                        PacketKind.EAGER_SYNCHRONOUS,
                        EagerAnswered.class,
                        packet(out -> EagerAnswered.encode(
                                out, PacketKind.EAGER_SYNCHRONOUS, SEQUENCE, CONTEXT, SOURCE, TAG, SEND_ID, PAYLOAD)),
                        fields(envelope(), "sendId", SEND_ID)),
                Arguments.of(
                        PacketKind.MATCHED,
                        SendNumber.class,
                        packet(out -> SendNumber.encode(out, PacketKind.MATCHED, SEQUENCE, SEND_ID)),
                        fields(none, "sendId", SEND_ID)),
                Arguments.of(
                        PacketKind.REQUEST_TO_SEND,
                        RequestToSend.class,
                        packet(out -> RequestToSend.encode(
                                out, PacketKind.REQUEST_TO_SEND, SEQUENCE, CONTEXT, SOURCE, TAG, SEND_ID, BYTES)),
                        fields(envelope(), "sendId", SEND_ID, "lengthBytes", BYTES)),
                Arguments.of(
                        PacketKind.CLEAR_TO_SEND,
                        ClearToSend.class,
                        packet(out -> ClearToSend.encode(out, SEQUENCE, SEND_ID, RECEIVE_ID, BYTES)),
                        fields(none, "sendId", SEND_ID, "receiveId", RECEIVE_ID, "acceptBytes", BYTES)),
                Arguments.of(
                        PacketKind.DATA,
                        Data.class,
                        packet(out -> Data.encode(out, SEQUENCE, RECEIVE_ID, BYTES, PAYLOAD)),
                        fields(none, "receiveId", RECEIVE_ID, "offset", BYTES)),
                Arguments.of(
                        PacketKind.UNREADABLE,
                        Unreadable.class,
                        packet(out -> Unreadable.encode(out, SEQUENCE, CONTEXT, SOURCE, TAG)),
                        envelope()),
                Arguments.of(
                        PacketKind.UNREADABLE_DATA,
                        UnreadableData.class,
                        packet(out -> UnreadableData.encode(out, SEQUENCE, RECEIVE_ID)),
                        fields(none, "receiveId", RECEIVE_ID)),
                Arguments.of(
                        PacketKind.CREDIT,
                        Credit.class,
                        packet(out -> Credit.encode(out, SEQUENCE, BYTES)),
                        fields(none, "bytes", BYTES)),
                Arguments.of(
                        PacketKind.WITHDRAW,
                        SendNumber.class,
                        packet(out -> SendNumber.encode(out, PacketKind.WITHDRAW, SEQUENCE, SEND_ID)),
                        fields(none, "sendId", SEND_ID)),
                Arguments.of(
                        PacketKind.WITHDRAWN,
                        SendNumber.class,
                        packet(out -> SendNumber.encode(out, PacketKind.WITHDRAWN, SEQUENCE, SEND_ID)),
                        fields(none, "sendId", SEND_ID)),
                Arguments.of(
                        PacketKind.GOODBYE,
                        Goodbye.class,
                        packet(out -> Goodbye.encode(out, PacketKind.GOODBYE, SEQUENCE)),
                        none),
                Arguments.of(
                        PacketKind.GOODBYE_SEEN,
                        Goodbye.class,
                        packet(out -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, SEQUENCE)),
                        none),
                Arguments.of(
                        PacketKind.EAGER_READY,
                        EagerAnswered.class,
                        packet(out -> EagerAnswered.encode(
                                out, PacketKind.EAGER_READY, SEQUENCE, CONTEXT, SOURCE, TAG, SEND_ID, PAYLOAD)),
                        fields(envelope(), "sendId", SEND_ID)),
                Arguments.of(
                        PacketKind.READY_TO_SEND,
                        RequestToSend.class,
                        packet(out -> RequestToSend.encode(
                                out, PacketKind.READY_TO_SEND, SEQUENCE, CONTEXT, SOURCE, TAG, SEND_ID, BYTES)),
                        fields(envelope(), "sendId", SEND_ID, "lengthBytes", BYTES)),
                Arguments.of(
                        PacketKind.DECLINED,
                        Declined.class,
                        packet(out -> Declined.encode(out, SEQUENCE, SEND_ID, Declined.Reason.FREED)),
                        fields(none, "sendId", SEND_ID, "reason", 1)),
                Arguments.of(
                        PacketKind.ABORTED,
                        Goodbye.class,
                        packet(out -> Goodbye.encode(out, PacketKind.ABORTED, SEQUENCE)),
                        none),
                Arguments.of(
                        PacketKind.TRACE_CONTEXT,
                        TraceContext.class,
                        packet(out -> TraceContext.encode(out, SEQUENCE, PAYLOAD)),
                        none),
                Arguments.of(
                        PacketKind.SIGNATURE,
                        Signature.class,
                        packet(out -> Signature.encode(out, SEQUENCE, PAYLOAD)),
                        none),
                Arguments.of(
                        PacketKind.ACKNOWLEDGE,
                        Acknowledge.class,
                        packet(out -> Acknowledge.encode(out, SEQUENCE, BYTES)),
                        fields(none, "receivedBytes", BYTES)),
                Arguments.of(
                        PacketKind.REVOKE,
                        Revoke.class,
                        packet(out -> Revoke.encode(out, SEQUENCE, CONTEXT)),
                        fields(none, "communicator", CONTEXT)),
                Arguments.of(
                        PacketKind.RECALL,
                        Recall.class,
                        packet(out -> Recall.encode(out, SEQUENCE, CONTEXT, TAG)),
                        fields(none, "communicator", CONTEXT, "question", TAG)),
                Arguments.of(
                        PacketKind.QUESTION_STATE,
                        QuestionState.class,
                        packet(out -> QuestionState.encode(out, SEQUENCE, CONTEXT, TAG, true)),
                        fields(none, "communicator", CONTEXT, "question", TAG, "state", 1)),
                Arguments.of(
                        PacketKind.STALL_QUESTION,
                        StallQuestion.class,
                        packet(out -> StallQuestion.encode(out, SEQUENCE, SEND_ID, DiagnosisPackets.Step.CONFIRM)),
                        fields(none, "inquiry", SEND_ID, "step", 1)),
                Arguments.of(
                        PacketKind.STALL_ANSWER,
                        StallAnswer.class,
                        packet(out ->
                                StallAnswer.encode(out, SEQUENCE, SEND_ID, DiagnosisPackets.Step.DESCRIBE, PAYLOAD)),
                        fields(none, "inquiry", SEND_ID, "step", 2)),
                Arguments.of(
                        PacketKind.FAMILIES,
                        Families.class,
                        packet(out -> Families.encode(out, SEQUENCE, TAG, PAYLOAD)),
                        fields(none, "count", TAG)),
                Arguments.of(
                        PacketKind.EXTENDED,
                        Extended.class,
                        packet(out -> Extended.encode(out, SEQUENCE, SOURCE, TAG, PAYLOAD)),
                        fields(none, "family", SOURCE, "extended", TAG)),
                Arguments.of(
                        PacketKind.MEETING, Meeting.class, packet(out -> Meeting.encode(out, SEQUENCE, PAYLOAD)), none),
                Arguments.of(
                        PacketKind.ROLL_CALL,
                        RollCall.class,
                        packet(out -> RollCall.encode(out, SEQUENCE, RollCall.Step.DECISION, OFFER, SEND_ID, PAYLOAD)),
                        fields(none, "step", 3, "offer", OFFER, "number", SEND_ID)),
                Arguments.of(
                        PacketKind.PUT,
                        Put.class,
                        packet(out -> Put.encode(out, SEQUENCE, CONTEXT, SEND_ID, PAYLOAD)),
                        fields(none, "window", CONTEXT, "at", SEND_ID)),
                Arguments.of(
                        PacketKind.GET,
                        Get.class,
                        packet(out -> Get.encode(out, SEQUENCE, CONTEXT, TAG, SEND_ID, BYTES)),
                        fields(none, "window", CONTEXT, "request", TAG, "at", SEND_ID, "length", BYTES)),
                Arguments.of(
                        PacketKind.GOT,
                        Got.class,
                        packet(out -> Got.encode(out, SEQUENCE, TAG, SEND_ID, PAYLOAD)),
                        fields(none, "request", TAG, "offset", SEND_ID)),
                Arguments.of(
                        PacketKind.ACCUMULATE,
                        Accumulate.class,
                        packet(out -> Accumulate.encode(out, SEQUENCE, CONTEXT, TAG, SEND_ID, SOURCE, OFFER, PAYLOAD)),
                        fields(
                                none,
                                "window",
                                CONTEXT,
                                "request",
                                TAG,
                                "at",
                                SEND_ID,
                                "operation",
                                SOURCE,
                                "element",
                                OFFER)),
                Arguments.of(
                        PacketKind.COMPARE_AND_SWAP,
                        CompareAndSwap.class,
                        packet(out ->
                                CompareAndSwap.encode(out, SEQUENCE, CONTEXT, TAG, SEND_ID, OFFER, BYTES, ~BYTES)),
                        fields(
                                none,
                                "window",
                                CONTEXT,
                                "request",
                                TAG,
                                "at",
                                SEND_ID,
                                "element",
                                OFFER,
                                "value",
                                BYTES,
                                "expected",
                                ~BYTES)),
                Arguments.of(
                        PacketKind.FLUSH,
                        WindowPackets.Request.class,
                        packet(out -> WindowPackets.Request.encode(out, PacketKind.FLUSH, SEQUENCE, CONTEXT, TAG)),
                        fields(none, "window", CONTEXT, "request", TAG)),
                Arguments.of(
                        PacketKind.UNLOCK,
                        WindowPackets.Request.class,
                        packet(out -> WindowPackets.Request.encode(out, PacketKind.UNLOCK, SEQUENCE, CONTEXT, TAG)),
                        fields(none, "window", CONTEXT, "request", TAG)),
                Arguments.of(
                        PacketKind.LOCK,
                        Lock.class,
                        packet(out -> Lock.encode(out, SEQUENCE, CONTEXT, TAG, true)),
                        fields(none, "window", CONTEXT, "request", TAG, "exclusive", 1)),
                Arguments.of(
                        PacketKind.POST,
                        Notice.class,
                        packet(out -> Notice.encode(out, PacketKind.POST, SEQUENCE, CONTEXT)),
                        fields(none, "window", CONTEXT)),
                Arguments.of(
                        PacketKind.COMPLETE,
                        Notice.class,
                        packet(out -> Notice.encode(out, PacketKind.COMPLETE, SEQUENCE, CONTEXT)),
                        fields(none, "window", CONTEXT)),
                Arguments.of(
                        PacketKind.FENCE,
                        Notice.class,
                        packet(out -> Notice.encode(out, PacketKind.FENCE, SEQUENCE, CONTEXT)),
                        fields(none, "window", CONTEXT)),
                Arguments.of(
                        PacketKind.OPEN,
                        Notice.class,
                        packet(out -> Notice.encode(out, PacketKind.OPEN, SEQUENCE, CONTEXT)),
                        fields(none, "window", CONTEXT)),
                Arguments.of(
                        PacketKind.PUT_RUNS,
                        PutRuns.class,
                        packet(out -> PutRuns.encode(out, SEQUENCE, CONTEXT, SEND_ID, TAG, BYTES, PAYLOAD)),
                        fields(none, "window", CONTEXT, "at", SEND_ID, "run", TAG, "stride", BYTES)),
                Arguments.of(
                        PacketKind.GET_RUNS,
                        GetRuns.class,
                        packet(out -> GetRuns.encode(out, SEQUENCE, CONTEXT, TAG, SEND_ID, BYTES, SOURCE, ~BYTES)),
                        fields(
                                none, "window", CONTEXT, "request", TAG, "at", SEND_ID, "length", BYTES, "run", SOURCE,
                                "stride", ~BYTES)),
                Arguments.of(
                        PacketKind.ACCUMULATE_RUNS,
                        AccumulateRuns.class,
                        packet(out -> AccumulateRuns.encode(
                                out, SEQUENCE, CONTEXT, TAG, SEND_ID, SOURCE, OFFER, COORDINATOR, BYTES, PAYLOAD)),
                        fields(
                                none,
                                "window",
                                CONTEXT,
                                "request",
                                TAG,
                                "at",
                                SEND_ID,
                                "operation",
                                SOURCE,
                                "element",
                                OFFER,
                                "run",
                                COORDINATOR,
                                "stride",
                                BYTES)),
                Arguments.of(
                        PacketKind.DONE,
                        Done.class,
                        packet(out -> Done.encode(out, SEQUENCE, TAG)),
                        fields(none, "request", TAG)),
                Arguments.of(
                        PacketKind.HELD,
                        Held.class,
                        packet(out -> Held.encode(out, SEQUENCE, TAG, SOURCE, OFFER)),
                        fields(none, "request", TAG, "count", SOURCE, "lowest", OFFER)),
                Arguments.of(
                        PacketKind.NOTIFY,
                        Notify.class,
                        packet(out -> Notify.encode(out, SEQUENCE, CONTEXT, TAG, SOURCE, OFFER, SEND_ID, PAYLOAD)),
                        fields(none, "window", CONTEXT, "tag", TAG, "what", SOURCE, "stream", OFFER, "value", SEND_ID)),
                Arguments.of(
                        PacketKind.TAKEN,
                        Taken.class,
                        packet(out -> Taken.encode(out, SEQUENCE, CONTEXT, TAG, SOURCE, OFFER, SEND_ID, BYTES)),
                        fields(
                                none, "window", CONTEXT, "tag", TAG, "what", SOURCE, "stream", OFFER, "value", SEND_ID,
                                "more", BYTES)),
                Arguments.of(
                        PacketKind.REFUSED,
                        Refused.class,
                        packet(out -> Refused.encode(out, SEQUENCE, CONTEXT, TAG, SOURCE, PAYLOAD)),
                        fields(none, "window", CONTEXT, "request", TAG, "code", SOURCE)),
                Arguments.of(
                        PacketKind.SIGHTINGS,
                        Sightings.class,
                        packet(out -> Sightings.encode(out, SEQUENCE, PAYLOAD)),
                        none),
                Arguments.of(
                        PacketKind.BALLOT,
                        Ballot.class,
                        packet(out -> Ballot.encode(
                                out,
                                SEQUENCE,
                                CONTEXT,
                                new Ballot.Head(Ballot.Step.DECISION, SEND_ID, COORDINATOR),
                                new Ballot.Vote(SOURCE, TAG, OFFER, BYTES),
                                OFFERS,
                                PAYLOAD)),
                        fields(
                                none,
                                "communicator",
                                CONTEXT,
                                "step",
                                3,
                                "number",
                                SEND_ID,
                                "settled",
                                BYTES,
                                "round",
                                SOURCE,
                                "flag",
                                TAG,
                                "offer",
                                OFFER,
                                "coordinator",
                                COORDINATOR,
                                "offers",
                                OFFERS)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packets")
    @DisplayName("each field is where the picture shows it, little-endian")
    void fieldsAreWhereThePictureShowsThem(
            PacketKind kind, Class<?> codec, ByteBuf packet, Map<String, Long> expected) {
        Map<String, Field> pictured = new LinkedHashMap<>(Picture.of(codec).fields());
        Field before = pictured.remove("Envelope");
        if (before != null) {
            Map<String, Field> envelope = Picture.of(Envelope.class).fields();
            assertThat(envelope.get("context").start()).isEqualTo(before.start());
            assertThat(envelope.get("tag").end()).isEqualTo(before.end());
            pictured.putAll(envelope);
        }
        assertThat(pictured.remove("header")).isEqualTo(new Field(0, PacketKind.HEADER_BYTES));
        assertThat(pictured.remove("payload") != null).isEqualTo(kind.maxPayloadBytes() > 0);

        assertThat(pictured.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        pictured.forEach(
                (name, place) -> assertThat(valueAt(packet, place)).as(name).isEqualTo(expected.get(name)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packets")
    @DisplayName("the packet is as long as the picture and its header say")
    void lengths(PacketKind kind, Class<?> codec, ByteBuf packet, Map<String, Long> expected) {
        int end = Picture.of(codec).fields().values().stream()
                .mapToInt(Field::end)
                .max()
                .orElseThrow();
        long payload = kind.maxPayloadBytes() > 0 ? PAYLOAD : 0;

        assertThat(packet.readableBytes()).isEqualTo(end).isEqualTo(kind.fixedBytes());
        assertThat(PacketKind.bodyBytes(packet, packet.readerIndex()))
                .isEqualTo(end - PacketKind.HEADER_BYTES + payload);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packets")
    @DisplayName("the header says kind and sequence, and is where its picture shows it")
    void header(PacketKind kind, Class<?> codec, ByteBuf packet, Map<String, Long> expected) {
        boolean handshake = kind.ordinal() < PacketKind.EAGER.ordinal();
        Map<String, Field> header = Picture.of(PacketKind.class).fields();

        assertThat(PacketKind.at(packet, packet.readerIndex())).isEqualTo(kind);
        assertThat(valueAt(packet, header.get("kind"))).isEqualTo(kind.code());
        assertThat(valueAt(packet, header.get("zero"))).isZero();
        assertThat(valueAt(packet, header.get("sequence"))).isEqualTo(handshake ? 0 : SEQUENCE);
        assertThat(header.get("bodyBytes")).isEqualTo(new Field(8, PacketKind.HEADER_BYTES));
    }

    @Test
    @DisplayName("getters read what encode wrote, and move no index")
    void getters() {
        Map<PacketKind, ByteBuf> packets = new LinkedHashMap<>();
        packets().map(Arguments::get).forEach(row -> packets.put((PacketKind) row[0], (ByteBuf) row[2]));

        ByteBuf hello = packets.get(PacketKind.HELLO);
        assertThat(Hello.magic(hello)).isEqualTo(Hello.MAGIC);
        assertThat(Hello.version(hello)).isEqualTo(Hello.VERSION);
        assertThat(Hello.job(hello)).isEqualTo(SEND_ID);
        assertThat(Hello.from(hello)).isEqualTo(SOURCE);
        assertThat(Hello.to(hello)).isEqualTo(TAG);
        assertThat(Hello.credit(hello)).isEqualTo(BYTES);
        assertThat(Hello.resumption(hello)).isEqualTo(RESUMPTION);
        assertThat(Welcome.credit(packets.get(PacketKind.WELCOME))).isEqualTo(BYTES);
        assertThat(Welcome.resumption(packets.get(PacketKind.WELCOME))).isEqualTo(RESUMPTION);
        assertThat(Acknowledge.receivedBytes(packets.get(PacketKind.ACKNOWLEDGE)))
                .isEqualTo(BYTES);
        assertThat(Refusal.reason(packets.get(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.RANK);
        for (PacketKind kind :
                new PacketKind[] {PacketKind.EAGER, PacketKind.EAGER_SYNCHRONOUS, PacketKind.REQUEST_TO_SEND}) {
            assertThat(Envelope.context(packets.get(kind))).isEqualTo(CONTEXT);
            assertThat(Envelope.source(packets.get(kind))).isEqualTo(SOURCE);
            assertThat(Envelope.tag(packets.get(kind))).isEqualTo(TAG);
        }
        assertThat(Envelope.sendId(packets.get(PacketKind.EAGER_SYNCHRONOUS))).isEqualTo(SEND_ID);
        assertThat(SendNumber.sendId(packets.get(PacketKind.MATCHED))).isEqualTo(SEND_ID);
        assertThat(Envelope.sendId(packets.get(PacketKind.REQUEST_TO_SEND))).isEqualTo(SEND_ID);
        assertThat(RequestToSend.lengthBytes(packets.get(PacketKind.REQUEST_TO_SEND)))
                .isEqualTo(BYTES);
        assertThat(SendNumber.sendId(packets.get(PacketKind.CLEAR_TO_SEND))).isEqualTo(SEND_ID);
        assertThat(ClearToSend.receiveId(packets.get(PacketKind.CLEAR_TO_SEND))).isEqualTo(RECEIVE_ID);
        assertThat(ClearToSend.acceptBytes(packets.get(PacketKind.CLEAR_TO_SEND)))
                .isEqualTo(BYTES);
        assertThat(Data.receiveId(packets.get(PacketKind.DATA))).isEqualTo(RECEIVE_ID);
        assertThat(UnreadableData.receiveId(packets.get(PacketKind.UNREADABLE_DATA)))
                .isEqualTo(RECEIVE_ID);
        assertThat(Data.offset(packets.get(PacketKind.DATA))).isEqualTo(BYTES);
        assertThat(Credit.bytes(packets.get(PacketKind.CREDIT))).isEqualTo(BYTES);
        assertThat(SendNumber.sendId(packets.get(PacketKind.WITHDRAW))).isEqualTo(SEND_ID);
        assertThat(SendNumber.sendId(packets.get(PacketKind.WITHDRAWN))).isEqualTo(SEND_ID);
        assertThat(Envelope.sendId(packets.get(PacketKind.EAGER_READY))).isEqualTo(SEND_ID);
        assertThat(Envelope.sendId(packets.get(PacketKind.READY_TO_SEND))).isEqualTo(SEND_ID);
        assertThat(RequestToSend.lengthBytes(packets.get(PacketKind.READY_TO_SEND)))
                .isEqualTo(BYTES);
        assertThat(SendNumber.sendId(packets.get(PacketKind.DECLINED))).isEqualTo(SEND_ID);
        assertThat(Declined.reason(packets.get(PacketKind.DECLINED))).isEqualTo(Declined.Reason.FREED);
        assertThat(FailurePackets.communicator(packets.get(PacketKind.REVOKE))).isEqualTo(CONTEXT);
        assertThat(Recall.communicator(packets.get(PacketKind.RECALL))).isEqualTo(CONTEXT);
        assertThat(Recall.question(packets.get(PacketKind.RECALL))).isEqualTo(TAG);
        assertThat(QuestionState.communicator(packets.get(PacketKind.QUESTION_STATE)))
                .isEqualTo(CONTEXT);
        assertThat(QuestionState.question(packets.get(PacketKind.QUESTION_STATE)))
                .isEqualTo(TAG);
        assertThat(QuestionState.taken(packets.get(PacketKind.QUESTION_STATE))).isTrue();
        assertThat(DiagnosisPackets.inquiry(packets.get(PacketKind.STALL_QUESTION)))
                .isEqualTo(SEND_ID);
        assertThat(DiagnosisPackets.step(packets.get(PacketKind.STALL_QUESTION)))
                .isEqualTo(DiagnosisPackets.Step.CONFIRM);
        assertThat(DiagnosisPackets.inquiry(packets.get(PacketKind.STALL_ANSWER)))
                .isEqualTo(SEND_ID);
        assertThat(DiagnosisPackets.step(packets.get(PacketKind.STALL_ANSWER)))
                .isEqualTo(DiagnosisPackets.Step.DESCRIBE);
        ByteBuf ballot = packets.get(PacketKind.BALLOT);
        assertThat(FailurePackets.communicator(ballot)).isEqualTo(CONTEXT);
        assertThat(Ballot.head(ballot)).isEqualTo(new Ballot.Head(Ballot.Step.DECISION, SEND_ID, COORDINATOR));
        assertThat(Ballot.vote(ballot)).isEqualTo(new Ballot.Vote(SOURCE, TAG, OFFER, BYTES));
        assertThat(Ballot.offers(ballot)).isEqualTo(OFFERS);
        assertThat(Families.count(packets.get(PacketKind.FAMILIES))).isEqualTo(TAG);
        assertThat(WindowPackets.window(packets.get(PacketKind.GET))).isEqualTo(CONTEXT);
        assertThat(WindowPackets.request(packets.get(PacketKind.GET))).isEqualTo(TAG);
        assertThat(WindowPackets.at(packets.get(PacketKind.GET))).isEqualTo(SEND_ID);
        assertThat(Get.length(packets.get(PacketKind.GET))).isEqualTo(BYTES);
        assertThat(Put.at(packets.get(PacketKind.PUT))).isEqualTo(SEND_ID);
        assertThat(Put.at(packets.get(PacketKind.PUT_RUNS))).isEqualTo(SEND_ID);
        assertThat(PutRuns.run(packets.get(PacketKind.PUT_RUNS))).isEqualTo(TAG);
        assertThat(PutRuns.stride(packets.get(PacketKind.PUT_RUNS))).isEqualTo(BYTES);
        assertThat(WindowPackets.request(packets.get(PacketKind.GET_RUNS))).isEqualTo(TAG);
        assertThat(WindowPackets.at(packets.get(PacketKind.GET_RUNS))).isEqualTo(SEND_ID);
        assertThat(Get.length(packets.get(PacketKind.GET_RUNS))).isEqualTo(BYTES);
        assertThat(GetRuns.run(packets.get(PacketKind.GET_RUNS))).isEqualTo(SOURCE);
        assertThat(GetRuns.stride(packets.get(PacketKind.GET_RUNS))).isEqualTo(~BYTES);
        assertThat(Got.request(packets.get(PacketKind.GOT))).isEqualTo(TAG);
        assertThat(Got.offset(packets.get(PacketKind.GOT))).isEqualTo(SEND_ID);
        assertThat(Accumulate.operation(packets.get(PacketKind.ACCUMULATE))).isEqualTo(SOURCE);
        assertThat(Accumulate.element(packets.get(PacketKind.ACCUMULATE))).isEqualTo(OFFER);
        assertThat(Accumulate.element(packets.get(PacketKind.ACCUMULATE_RUNS))).isEqualTo(OFFER);
        assertThat(AccumulateRuns.run(packets.get(PacketKind.ACCUMULATE_RUNS))).isEqualTo(COORDINATOR);
        assertThat(AccumulateRuns.stride(packets.get(PacketKind.ACCUMULATE_RUNS)))
                .isEqualTo(BYTES);
        assertThat(CompareAndSwap.element(packets.get(PacketKind.COMPARE_AND_SWAP)))
                .isEqualTo(OFFER);
        assertThat(CompareAndSwap.value(packets.get(PacketKind.COMPARE_AND_SWAP)))
                .isEqualTo(BYTES);
        assertThat(CompareAndSwap.expected(packets.get(PacketKind.COMPARE_AND_SWAP)))
                .isEqualTo(~BYTES);
        assertThat(Lock.exclusive(packets.get(PacketKind.LOCK))).isTrue();
        assertThat(Done.request(packets.get(PacketKind.DONE))).isEqualTo(TAG);
        assertThat(Held.count(packets.get(PacketKind.HELD))).isEqualTo(SOURCE);
        assertThat(Held.lowest(packets.get(PacketKind.HELD))).isEqualTo(OFFER);
        for (PacketKind kind : List.of(PacketKind.NOTIFY, PacketKind.TAKEN)) {
            assertThat(WindowPackets.tag(packets.get(kind))).isEqualTo(TAG);
            assertThat(WindowPackets.what(packets.get(kind))).isEqualTo(SOURCE);
            assertThat(WindowPackets.stream(packets.get(kind))).isEqualTo(OFFER);
            assertThat(WindowPackets.value(packets.get(kind))).isEqualTo(SEND_ID);
        }
        assertThat(Taken.more(packets.get(PacketKind.TAKEN))).isEqualTo(BYTES);
        assertThat(Refused.code(packets.get(PacketKind.REFUSED))).isEqualTo(SOURCE);
        assertThat(Extended.family(packets.get(PacketKind.EXTENDED))).isEqualTo(SOURCE);
        assertThat(Extended.extended(packets.get(PacketKind.EXTENDED))).isEqualTo(TAG);
        ByteBuf rollCall = packets.get(PacketKind.ROLL_CALL);
        assertThat(RollCall.step(rollCall)).isEqualTo(RollCall.Step.DECISION);
        assertThat(RollCall.offer(rollCall)).isEqualTo(OFFER);
        assertThat(RollCall.number(rollCall)).isEqualTo(SEND_ID);
        packets.values().forEach(packet -> assertThat(packet.readerIndex()).isEqualTo(5));
    }

    private static long valueAt(ByteBuf packet, Field place) {
        long value = 0;
        for (int i = place.end() - 1; i >= place.start(); i--) {
            value = value << 8 | packet.getUnsignedByte(packet.readerIndex() + i);
        }
        return value;
    }
}
