package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
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
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.MessagePackets.Signature;
import org.reactivempi.transport.engine.packet.MessagePackets.TraceContext;
import org.reactivempi.transport.engine.packet.MessagePackets.Unreadable;
import org.reactivempi.transport.engine.packet.MessagePackets.UnreadableData;
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

/** Packets to test with. */
public final class Packets {

    private Packets() {}

    /** A whole packet of a kind, with fields and payload that the random numbers choose. */
    public static ByteBuf random(PacketKind kind, int sequence, Random random) {
        ByteBuf out = Unpooled.buffer();
        int payloadBytes = random.nextInt(4) == 0 ? 0 : random.nextInt(200);
        int context = random.nextInt();
        int source = random.nextInt();
        int tag = random.nextInt();
        long id = random.nextLong();
        long other = random.nextLong();
        switch (kind) {
            case HELLO -> Hello.encode(out, id, source, tag, other, resumption(random));
            case WELCOME -> Welcome.encode(out, other, resumption(random));
            case REFUSAL ->
                Refusal.encode(out, Refusal.Reason.values()[random.nextInt(Refusal.Reason.values().length)]);
            case EAGER -> Eager.encode(out, sequence, context, source, tag, payloadBytes);
            case EAGER_SYNCHRONOUS ->
                EagerAnswered.encode(
                        out, PacketKind.EAGER_SYNCHRONOUS, sequence, context, source, tag, id, payloadBytes);
            case MATCHED -> SendNumber.encode(out, PacketKind.MATCHED, sequence, id);
            case REQUEST_TO_SEND ->
                RequestToSend.encode(out, PacketKind.REQUEST_TO_SEND, sequence, context, source, tag, id, other);
            case CLEAR_TO_SEND -> ClearToSend.encode(out, sequence, id, other, random.nextLong());
            case DATA -> Data.encode(out, sequence, id, other, payloadBytes);
            case CREDIT -> Credit.encode(out, sequence, id);
            case WITHDRAW -> SendNumber.encode(out, PacketKind.WITHDRAW, sequence, id);
            case WITHDRAWN -> SendNumber.encode(out, PacketKind.WITHDRAWN, sequence, id);
            case GOODBYE -> Goodbye.encode(out, PacketKind.GOODBYE, sequence);
            case GOODBYE_SEEN -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, sequence);
            case EAGER_READY ->
                EagerAnswered.encode(out, PacketKind.EAGER_READY, sequence, context, source, tag, id, payloadBytes);
            case READY_TO_SEND ->
                RequestToSend.encode(out, PacketKind.READY_TO_SEND, sequence, context, source, tag, id, other);
            case ABORTED -> Goodbye.encode(out, PacketKind.ABORTED, sequence);
            case GIVEN_UP -> Goodbye.encode(out, PacketKind.GIVEN_UP, sequence);
            case SIGNATURE -> Signature.encode(out, sequence, payloadBytes);
            case TRACE_CONTEXT -> TraceContext.encode(out, sequence, payloadBytes);
            case ACKNOWLEDGE -> Acknowledge.encode(out, sequence, id);
            case DECLINED -> Declined.encode(out, sequence, id, Declined.Reason.values()[random.nextInt(3)]);
            case STALL_QUESTION -> StallQuestion.encode(out, sequence, id, step(random));
            case STALL_ANSWER -> StallAnswer.encode(out, sequence, id, step(random), payloadBytes);
            case REVOKE -> Revoke.encode(out, sequence, context);
            case RECALL -> Recall.encode(out, sequence, context, tag);
            case QUESTION_STATE -> QuestionState.encode(out, sequence, context, tag, random.nextBoolean());
            case FAMILIES -> Families.encode(out, sequence, tag, payloadBytes);
            case EXTENDED -> Extended.encode(out, sequence, source, tag, payloadBytes);
            case UNREADABLE -> Unreadable.encode(out, sequence, context, source, tag);
            case UNREADABLE_DATA -> UnreadableData.encode(out, sequence, id);
            case ROLL_CALL -> RollCall.encode(out, sequence, RollCall.Step.PROPOSAL, context, id, payloadBytes);
            case SIGHTINGS -> Sightings.encode(out, sequence, payloadBytes);
            case MEETING -> Meeting.encode(out, sequence, payloadBytes);
            case PUT -> Put.encode(out, sequence, context, id, payloadBytes);
            case PUT_RUNS -> PutRuns.encode(out, sequence, context, id, tag, other, payloadBytes);
            case GET -> Get.encode(out, sequence, context, tag, id, other);
            case GET_RUNS -> GetRuns.encode(out, sequence, context, tag, id, other, source, ~other);
            case GOT -> Got.encode(out, sequence, tag, id, payloadBytes);
            case ACCUMULATE -> Accumulate.encode(out, sequence, context, tag, id, 3, 5, payloadBytes);
            case ACCUMULATE_RUNS ->
                AccumulateRuns.encode(out, sequence, context, tag, id, 3, 5, source, other, payloadBytes);
            case COMPARE_AND_SWAP -> CompareAndSwap.encode(out, sequence, context, tag, id, 5, other, ~other);
            case FLUSH, UNLOCK -> WindowPackets.Request.encode(out, kind, sequence, context, tag);
            case LOCK -> Lock.encode(out, sequence, context, tag, random.nextBoolean());
            case POST, COMPLETE, FENCE, OPEN -> Notice.encode(out, kind, sequence, context);
            case DONE -> Done.encode(out, sequence, tag);
            case NOTIFY -> Notify.encode(out, sequence, context, tag, source, 3, id, payloadBytes);
            case TAKEN -> Taken.encode(out, sequence, context, tag, source, 3, id, other);
            case HELD -> Held.encode(out, sequence, tag, source, context);
            case REFUSED -> Refused.encode(out, sequence, context, tag, source, payloadBytes);
            case BALLOT ->
                Ballot.encode(
                        out,
                        sequence,
                        context,
                        new Ballot.Head(Ballot.Step.PROPOSAL, id, random.nextInt()),
                        new Ballot.Vote(source, tag, random.nextInt(), other),
                        random.nextInt(),
                        payloadBytes);
        }
        if (kind.maxPayloadBytes() > 0) {
            byte[] payload = new byte[payloadBytes];
            random.nextBytes(payload);
            out.writeBytes(payload);
        }
        return out;
    }

    private static DiagnosisPackets.Step step(Random random) {
        return DiagnosisPackets.Step.values()[random.nextInt(3)];
    }

    private static Resumption resumption(Random random) {
        return new Resumption(
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextInt(),
                random.nextInt(),
                random.nextInt());
    }

    /** A stream of so many packets as a peer might send it: a greeting, then everything else. */
    static ByteBuf stream(int packets, Random random) {
        ByteBuf stream = Unpooled.buffer();
        stream.writeBytes(random(PacketKind.HELLO, 0, random));
        PacketKind[] kinds = PacketKind.values();
        int firstOfLink = PacketKind.EAGER.ordinal();
        for (int sequence = 0; sequence < packets; sequence++) {
            PacketKind kind = kinds[firstOfLink + random.nextInt(kinds.length - firstOfLink)];
            stream.writeBytes(random(kind, sequence, random));
        }
        return stream;
    }
}
