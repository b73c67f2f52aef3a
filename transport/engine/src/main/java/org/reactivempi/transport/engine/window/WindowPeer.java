package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.BulkSends;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.packet.WindowPackets;
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
import org.reactivempi.transport.engine.packet.WindowPackets.Put;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Refused;
import org.reactivempi.transport.engine.packet.WindowPackets.Taken;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import org.reactivempi.transport.engine.port.EngineWindows.Word;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The windows of this rank over the link with one peer: what this rank asks of it, and what it asks of this rank.
 *
 * <p>What a peer could make this rank keep is bounded by what it may ask before it is answered: {@value #MOST_REQUESTS} requests, which
 * both sides count, and {@value #MOST_KEPT_BYTES} bytes of what was in memory before accumulates.
 */
final class WindowPeer implements PeerListener, Outlet, Replies {

    static final int MOST_REQUESTS = 256;
    static final int MOST_KEPT_BYTES = 1024 * 1024;

    /** The code of a refusal by this rank itself: there is no such window. */
    static final int NO_WINDOW = 0;

    /** The code of a refusal where memory has thrown. */
    private static final int UNUSABLE = -1;

    private final Windows rank;
    private final PeerLink link;
    private final Flow flow;
    private final Lane requests = new Lane(this);
    private final Lane answers = new Lane(this);
    private final IntObjectMap<Awaited> awaited = new IntObjectHashMap<>();
    private int nextRequest;
    /** How much of what this rank has asked is not answered. */
    private int outstanding;

    private int outstandingBytes;
    /** How much of what the peer has asked is not answered. */
    private int unanswered;

    private final Runnable takesWhole = this::takeWhole;
    /** The request whose answer is whole. */
    private int whole;

    private @Nullable GotSink gotSink;
    private @Nullable PutSink putSink;
    private @Nullable AccumulateSink accumulateSink;

    WindowPeer(Windows rank, PeerLink link, Flow flow) {
        this.rank = rank;
        this.link = link;
        this.flow = flow;
    }

    @Override
    public PeerLink link() {
        return link;
    }

    @Override
    public Flow flow() {
        return flow;
    }

    Lane requests() {
        return requests;
    }

    @Nullable
    Throwable loss() {
        return link.loss();
    }

    @Override
    public void later(Runnable work) {
        rank.later(work);
    }

    @Override
    public boolean hasRoom(boolean isRequest) {
        if (link.loss() != null) {
            return false;
        }
        if (!link.isWritable()) {
            link.open();
            return false;
        }
        return !isRequest || outstanding < MOST_REQUESTS && outstandingBytes < MOST_KEPT_BYTES;
    }

    @Override
    public void pieceLeft() {
        requests.goOn();
    }

    @Override
    public int await(Awaited answer) {
        // A lock may wait while all numbers have their turn.
        while (awaited.containsKey(nextRequest)) {
            nextRequest = nextRequest + 1 & Integer.MAX_VALUE;
        }
        int number = nextRequest;
        nextRequest = nextRequest + 1 & Integer.MAX_VALUE;
        awaited.put(number, answer);
        outstanding += answer.isCounted() ? 1 : 0;
        outstandingBytes += answer.keptBytes();
        return number;
    }

    /** The answer of a lock that was withdrawn will not come any more. */
    void forget(@Nullable Awaited answer) {
        for (IntObjectMap.PrimitiveEntry<Awaited> entry : awaited.entries()) {
            if (entry.value() == answer) {
                awaited.remove(entry.key());
                return;
            }
        }
    }

    private Awaited answered(int request) {
        Awaited answer = awaited.remove(request);
        if (answer == null) {
            throw new ProtocolException("an answer to request " + request + " of a window, which is not there");
        }
        outstanding -= answer.isCounted() ? 1 : 0;
        outstandingBytes -= answer.keptBytes();
        return answer;
    }

    /** Answers the peer in its turn. */
    void answer(Step answer) {
        answers.add(answer);
    }

    /** Tells the peer, in its turn among answers, that it may access a window's memory here: by POST, or by OPEN after a fence. */
    void admit(PacketKind kind, int window) {
        answers.add(new Answer(false, () -> {
            Notice.encode(link.room(Notice.LENGTH_BYTES), kind, link.nextSequence(), window);
            link.pass();
        }));
    }

    // What comes.

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (kind) {
            case GOT -> {
                return onGot(packet, payloadBytes);
            }
            case REFUSED -> {
                return onRefused(packet, payloadBytes);
            }
            case DONE -> {
                whole(Done.request(packet));
                return PayloadSink.NOWHERE;
            }
            case HELD -> {
                if (!(awaited.get(Done.request(packet)) instanceof Synchronization lock)) {
                    throw new ProtocolException("a lock that nobody wants is held");
                }
                lock.heldBy(Held.count(packet), Held.lowest(packet));
                return PayloadSink.NOWHERE;
            }
            default -> {
                return onAsked(kind, packet, payloadBytes);
            }
        }
    }

    private PayloadSink onAsked(PacketKind kind, ByteBuf packet, long payloadBytes) {
        int number = WindowPackets.window(packet);
        boolean isNotice = isNotice(kind);
        boolean mayBeAnswered = kind != PacketKind.PUT && kind != PacketKind.PUT_RUNS && !isNotice;
        int request = mayBeAnswered ? WindowPackets.request(packet) : WindowPackets.NO_REQUEST;
        if (request != WindowPackets.NO_REQUEST && kind != PacketKind.LOCK) {
            unanswered++;
            if (unanswered > MOST_REQUESTS) {
                throw new ProtocolException("more than " + MOST_REQUESTS + " requests that are not answered");
            }
        }
        OwnedWindow window = rank.window(number);
        int member = window == null ? MemberRanks.NONE : window.member(link.rank());
        if (window == null || member == MemberRanks.NONE) {
            if (!isNotice) {
                refuse(number, request, kind != PacketKind.LOCK, noWindow());
            }
            return PayloadSink.NOWHERE;
        }
        ConflictCheck check = window.check();
        if (check != null) {
            RefusedException met = check.look(
                    window.memory(), member, kind, request != WindowPackets.NO_REQUEST, packet, payloadBytes);
            if (met != null) {
                refuse(number, request, met);
                return PayloadSink.NOWHERE;
            }
        }
        switch (kind) {
            case PUT, PUT_RUNS -> {
                return onPut(window, part(window, kind, packet, payloadBytes));
            }
            case ACCUMULATE, ACCUMULATE_RUNS -> {
                return onAccumulate(window, packet, request, part(window, kind, packet, payloadBytes));
            }
            case GET, GET_RUNS -> onGet(window, request, part(window, kind, packet, payloadBytes));
            case COMPARE_AND_SWAP -> onCompareAndSwap(window, request, packet);
            case FLUSH -> answers.add(done(request, true, () -> {}));
            case UNLOCK -> answers.add(done(request, true, () -> window.locks().release(member)));
            case LOCK -> onLock(window, member, request, Lock.exclusive(packet));
            case NOTIFY -> {
                return onNotify(window, member, packet, (int) payloadBytes);
            }
            case TAKEN -> {
                Word word = word(packet, Taken.more(packet));
                rank.step(() -> window.notices().answered(member, word));
            }
            case POST -> rank.step(() -> window.access(member).posted());
            case COMPLETE ->
                answers.add(new Answer(
                        false, () -> rank.step(() -> window.exposure().complete(member))));
            case FENCE -> {
                Fences fences = window.fences();
                answers.add(new Answer(false, () -> rank.step(() -> fences.come(member))));
            }
            case OPEN -> rank.step(() -> window.fences().opened(member));
            default -> throw new IllegalStateException(kind + " is no packet of a window");
        }
        return PayloadSink.NOWHERE;
    }

    /** Whether it only tells something of a window, and has no answer. */
    private static boolean isNotice(PacketKind kind) {
        return switch (kind) {
            case POST, COMPLETE, FENCE, OPEN, NOTIFY, TAKEN -> true;
            default -> false;
        };
    }

    private static Word word(ByteBuf packet, long more) {
        return new Word(
                WindowPackets.what(packet),
                WindowPackets.tag(packet),
                WindowPackets.stream(packet),
                WindowPackets.value(packet),
                more);
    }

    private PayloadSink onNotify(OwnedWindow window, int member, ByteBuf packet, int payloadBytes) {
        Word word = word(packet, 0);
        if (payloadBytes == 0) {
            told(window, member, word);
            return PayloadSink.NOWHERE;
        }
        return new WholePayload(payloadBytes, text -> told(window, member, word.saying(text)));
    }

    /** In its turn among the answers: what the peer has read before, it has read before that. */
    private void told(OwnedWindow window, int member, Word word) {
        window.notices().arrived(member, word);
        if (word.isNotification()) {
            answers.add(new Answer(false, () -> rank.step(() -> window.notices().told(member, word))));
        } else {
            rank.step(() -> window.notices().told(member, word));
        }
    }

    private void onLock(OwnedWindow window, int member, int request, boolean exclusive) {
        // In its turn, since one that was given back before may still stand among the answers.
        answers.add(new Answer(false, () -> {
            if (window.locks().has(member)) {
                refuse(
                        window.number(),
                        request,
                        false,
                        new RefusedException(UNUSABLE, "a lock is there, or wanted, already"));
            } else {
                window.locks().request(member, exclusive, new Wanting(window.number(), request));
            }
        }));
    }

    /** The peer wants a lock. */
    private final class Wanting implements LockQueue.Wanting {

        private final int window;
        private final int request;

        Wanting(int window, int request) {
            this.window = window;
            this.request = request;
        }

        @Override
        public void granted() {
            answers.add(done(request, false, () -> {}));
        }

        @Override
        public void abandonedBy(int lost) {
            heldBy(Held.NOBODY, lost);
        }

        @Override
        public void heldBy(int count, int lowest) {
            answers.add(new Answer(
                    false,
                    () -> Held.encode(link.room(Held.LENGTH_BYTES), link.nextSequence(), request, count, lowest)));
        }

        @Override
        public void refused() {
            refuse(window, request, false, noWindow());
        }
    }

    private static RefusedException noWindow() {
        return new RefusedException(NO_WINDOW, "the window is freed there");
    }

    private Answer done(int request, boolean isAnswer, Runnable before) {
        return new Answer(isAnswer, () -> {
            rank.step(before);
            Done.encode(link.room(Done.LENGTH_BYTES), link.nextSequence(), request);
            link.pass();
        });
    }

    /** The part of the memory that a packet is about; throws where what it says is a breach. */
    private static MemoryRuns part(OwnedWindow window, PacketKind kind, ByteBuf packet, long payloadBytes) {
        return switch (kind) {
            case PUT -> one(window, Put.at(packet), payloadBytes);
            case PUT_RUNS -> runs(window, Put.at(packet), PutRuns.run(packet), PutRuns.stride(packet), payloadBytes);
            case ACCUMULATE -> one(window, WindowPackets.at(packet), payloadBytes);
            case ACCUMULATE_RUNS ->
                runs(
                        window,
                        WindowPackets.at(packet),
                        AccumulateRuns.run(packet),
                        AccumulateRuns.stride(packet),
                        payloadBytes);
            case GET -> {
                long length = Get.length(packet);
                if (length < 1) {
                    throw new ProtocolException("a get of " + length + " bytes");
                }
                yield one(window, WindowPackets.at(packet), length);
            }
            case GET_RUNS ->
                runs(window, WindowPackets.at(packet), GetRuns.run(packet), GetRuns.stride(packet), Get.length(packet));
            default -> throw new IllegalStateException(kind + " is about no part of a window's memory");
        };
    }

    private static MemoryRuns one(OwnedWindow window, long at, long lengthBytes) {
        return new MemoryRuns(window.memory(), at, lengthBytes, 0, lengthBytes);
    }

    private static MemoryRuns runs(OwnedWindow window, long at, int run, long stride, long lengthBytes) {
        if (run < 1 || lengthBytes < 1 || lengthBytes % run != 0 || lengthBytes > EngineWindows.MOST_RUNS_BYTES) {
            throw new ProtocolException(lengthBytes + " bytes in runs of " + run + " bytes");
        }
        return new MemoryRuns(window.memory(), at, run, stride, lengthBytes);
    }

    private PayloadSink onPut(OwnedWindow window, MemoryRuns room) {
        try {
            room.check();
        } catch (RefusedException refused) {
            refuse(window.number(), WindowPackets.NO_REQUEST, refused);
            return PayloadSink.NOWHERE;
        }
        PutSink sink = putSink == null ? new PutSink(this) : putSink;
        putSink = sink;
        return sink.begin(room, window.number());
    }

    private void onGet(OwnedWindow window, int request, MemoryRuns wanted) {
        try {
            wanted.check();
            answers.add(new GetAnswer(wanted, request, answers, thrown -> {
                if (thrown == null) {
                    unanswered--;
                } else {
                    refuse(window.number(), request, thrown);
                }
            }));
        } catch (RefusedException refused) {
            refuse(window.number(), request, refused);
        }
    }

    private void onCompareAndSwap(OwnedWindow window, int request, ByteBuf packet) {
        int element = CompareAndSwap.element(packet);
        long at = WindowPackets.at(packet);
        long value = CompareAndSwap.value(packet);
        long expected = CompareAndSwap.expected(packet);
        try {
            old(request, window.memory().compareAndSwap(element, at, value, expected));
        } catch (Throwable thrown) {
            refuse(window.number(), request, thrown);
        }
    }

    private static RefusedException refusal(Throwable thrown) {
        return thrown instanceof RefusedException known
                ? known
                : new RefusedException(UNUSABLE, "the memory of the target has thrown " + thrown);
    }

    private PayloadSink onAccumulate(OwnedWindow window, ByteBuf packet, int request, MemoryRuns room) {
        try {
            room.check(Accumulate.element(packet));
        } catch (RefusedException refused) {
            refuse(window.number(), request, refused);
            return PayloadSink.NOWHERE;
        }
        AccumulateSink sink = accumulateSink == null ? new AccumulateSink(this) : accumulateSink;
        accumulateSink = sink;
        return sink.begin(room, request, packet);
    }

    @Override
    public void old(int request, ByteBuffer before) {
        answers.add(new Answer(true, () -> {
            int length = before.remaining();
            ByteBuf packet = link.room(Got.LENGTH_BYTES + length);
            Got.encode(packet, link.nextSequence(), request, 0, length);
            packet.writeBytes(before);
            link.pass();
        }));
    }

    @Override
    public void refuse(int window, int request, Throwable thrown) {
        refuse(window, request, true, refusal(thrown));
    }

    private void refuse(int window, int request, boolean isCounted, RefusedException refused) {
        int there = numberThere(window);
        answers.add(new Answer(isCounted && request != WindowPackets.NO_REQUEST, () -> {
            byte[] text = Refused.text(String.valueOf(refused.getMessage()));
            ByteBuf packet = link.room(Refused.LENGTH_BYTES + text.length);
            Refused.encode(packet, link.nextSequence(), there, request, refused.code(), text.length);
            packet.writeBytes(text);
        }));
    }

    /** What the peer calls a window, if that has it. */
    private int numberThere(int number) {
        OwnedWindow window = rank.window(number);
        int member = window == null ? MemberRanks.NONE : window.member(link.rank());
        return window == null || member == MemberRanks.NONE ? number : window.numberAt(member);
    }

    private PayloadSink onGot(ByteBuf packet, long payloadBytes) {
        int request = Got.request(packet);
        Awaited answer = awaited.get(request);
        if (answer == null) {
            throw new ProtocolException("bytes for request " + request + " of a window, which is not there");
        }
        answer.check(Got.offset(packet), payloadBytes);
        GotSink sink = gotSink == null ? new GotSink(this::whole) : gotSink;
        gotSink = sink;
        return sink.begin(answer, request);
    }

    /** The answer to a request is here. The step is over when this returns: it needs no object of its own. */
    private void whole(int request) {
        whole = request;
        rank.step(takesWhole);
    }

    private void takeWhole() {
        answered(whole).done();
        requests.pump();
    }

    private PayloadSink onRefused(ByteBuf packet, long payloadBytes) {
        int number = WindowPackets.window(packet);
        int request = WindowPackets.request(packet);
        int code = Refused.code(packet);
        Consumer<byte[]> told = text -> rank.step(() -> {
            RefusedException refusal = new RefusedException(code, new String(text, StandardCharsets.UTF_8));
            if (request != WindowPackets.NO_REQUEST) {
                answered(request).refused(refusal);
                requests.pump();
                return;
            }
            OwnedWindow window = rank.window(number);
            int member = window == null ? MemberRanks.NONE : window.member(link.rank());
            if (window != null && member != MemberRanks.NONE) {
                window.access(member).refused(refusal);
            }
        });
        if (payloadBytes == 0) {
            told.accept(new byte[0]);
            return PayloadSink.NOWHERE;
        }
        return new WholePayload(payloadBytes, told);
    }

    // How the link stands.

    @Override
    public void onConnected(String channel, boolean again) {
        pump();
    }

    @Override
    public void onWritable() {
        pump();
    }

    private void pump() {
        rank.later(() -> {
            answers.pump();
            requests.pump();
        });
    }

    @Override
    public void onLost(PeerLostException cause) {
        rank.step(() -> {
            BulkSends bulk = flow.begunBulk();
            if (bulk != null) {
                bulk.cut(BulkRun.class, cause);
            }
            requests.cut(cause);
            answers.cut(cause);
            List<Awaited> open = List.copyOf(awaited.values());
            awaited.clear();
            open.forEach(answer -> answer.lost(cause));
            rank.lose(link.rank(), cause);
        });
    }

    /** A short answer, or what is done in its turn among answers. */
    private final class Answer extends Step {

        private final boolean isAnswer;
        private final Runnable sending;
        private boolean sent;

        Answer(boolean isAnswer, Runnable sending) {
            this.isAnswer = isAnswer;
            this.sending = sending;
        }

        @Override
        int send(Outlet to) {
            sent = true;
            unanswered -= isAnswer ? 1 : 0;
            sending.run();
            return Refused.LENGTH_BYTES;
        }

        @Override
        boolean isSent() {
            return sent;
        }

        @Override
        void cut(Throwable cause) {}
    }
}
