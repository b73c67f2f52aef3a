package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.WindowPackets;
import org.reactivempi.transport.engine.packet.WindowPackets.Accumulate;
import org.reactivempi.transport.engine.packet.WindowPackets.AccumulateRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.CompareAndSwap;
import org.reactivempi.transport.engine.packet.WindowPackets.Get;
import org.reactivempi.transport.engine.packet.WindowPackets.GetRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Put;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * An operation on its way: how much of it has left, and how much of what it reads has come.
 *
 * <pre>
 *  PUT, ACCUMULATE       left --------------------------&gt; ended
 *  GET and those that fetch   left --&gt; all has come -----&gt; ended
 *  any                   refused, its memory has thrown, the peer is lost --&gt; ended
 * </pre>
 * Each run of bytes that lie next to each other at the target is a packet, or several. Runs of one length at equal distances are a packet
 * together, but for pairs.
 */
final class Sending extends Step {

    /** What one turn does at most to memory that this process reaches. */
    private static final long MOST_APPLIED_BYTES = 1 << 20;
    /** How long what is combined may be, so that the next operation finds the memory for it. */
    private static final int MOST_KEPT_BYTES = 16;

    private final Access access;
    private Transfer transfer;
    private boolean fetches;
    /** Its place among the operations for the target, from 1 on. */
    private long number;

    /** Whether anything of it has left, or is with the link's turns, which read its memory when they like. */
    private boolean begun;

    private long sentBytes;
    private long cameBytes;
    /** Whether a long piece is with the link's turns, which read its memory when they like. */
    private boolean isRead;
    /** How it ends when that is over; null if it goes on. */
    private @Nullable Throwable stopped;

    private boolean ended;
    private boolean failed;
    /** What a short one combines, and what was there before; null as long as none has. */
    private @Nullable ByteBuffer operands;

    private @Nullable ByteBuffer before;
    /** What the answer to a single packet comes to; null as long as there has been none. */
    private @Nullable Part only;

    Sending(Access access, Transfer transfer, long number) {
        this.access = access;
        this.transfer = transfer;
        this.number = number;
        this.fetches = fetches(transfer);
    }

    private static boolean fetches(Transfer transfer) {
        return transfer.kind() != Kind.PUT && transfer.kind() != Kind.ACCUMULATE;
    }

    /** Whether it has ended so that nobody knows it any more, and another operation may have the object. */
    boolean isSpare() {
        return ended && !failed && !isRead;
    }

    /** Another operation has it. */
    void reuse(Transfer another, long itsNumber) {
        transfer = another;
        number = itsNumber;
        fetches = fetches(another);
        begun = false;
        sentBytes = 0;
        cameBytes = 0;
        ended = false;
    }

    Transfer transfer() {
        return transfer;
    }

    long number() {
        return number;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether nothing of it has left. */
    boolean isWhole() {
        return !begun;
    }

    @Override
    boolean isRequest() {
        return fetches;
    }

    @Override
    boolean isSent() {
        return ended || sentBytes == transfer.lengthBytes();
    }

    @Override
    int send(Outlet to) {
        begun = true;
        try {
            return switch (transfer.kind()) {
                case PUT -> put(to);
                case GET -> get(to);
                case ACCUMULATE, GET_ACCUMULATE -> accumulate(to);
                case COMPARE_AND_SWAP -> compareAndSwap(to);
            };
        } catch (Throwable thrown) {
            end(UnreadableException.here(thrown));
            return 1;
        }
    }

    private int put(Outlet to) {
        long run = transfer.run(sentBytes);
        if (run > BulkSend.PIECE_BYTES) {
            // It may begin and end there at once.
            isRead = true;
            to.flow().bulk().add(new BulkRun(to.flow(), run, new Run(sentBytes), thrown -> ranLeft(to, run, thrown)));
            return 0;
        }
        int length = (int) transfer.equalRuns(sentBytes, EngineWindows.MOST_RUNS_BYTES);
        boolean isOne = length == run;
        int headerBytes = isOne ? Put.LENGTH_BYTES : PutRuns.LENGTH_BYTES;
        PeerLink link = to.link();
        ByteBuf packet = link.room(headerBytes + length);
        copyTo(packet, headerBytes, length);
        long at = transfer.place(sentBytes);
        if (isOne) {
            Put.encode(packet, link.nextSequence(), access.window(), at, length);
        } else {
            PutRuns.encode(packet, link.nextSequence(), access.window(), at, (int) run, stride(at, run), length);
        }
        packet.writerIndex(packet.writerIndex() + length);
        sent(length);
        return headerBytes + length;
    }

    /** How far the next run is from this one. */
    private long stride(long at, long run) {
        return transfer.place(sentBytes + run) - at;
    }

    /** Before anything of the packet is written: where the memory throws, nothing has been. */
    private void copyTo(ByteBuf packet, int headerBytes, int length) {
        transfer.copyTo(sentBytes, packet.internalNioBuffer(packet.writerIndex() + headerBytes, length));
    }

    private void ranLeft(Outlet to, long run, @Nullable Throwable thrown) {
        isRead = false;
        if (stopped != null) {
            end(stopped);
        } else if (thrown == null) {
            sent(run);
        } else {
            end(UnreadableException.here(thrown));
        }
        to.pieceLeft();
    }

    private void sent(long length) {
        sentBytes += length;
        if (sentBytes == transfer.lengthBytes() && !fetches) {
            end(null);
        }
    }

    /** The next part of what it reads. */
    private Part part(long length, int keptBytes) {
        boolean isOnly = length == transfer.lengthBytes();
        Part part = isOnly && only != null ? only : new Part(sentBytes);
        part.begin(length, keptBytes);
        only = isOnly ? part : only;
        return part;
    }

    private int get(Outlet to) {
        long run = transfer.run(sentBytes);
        long length = transfer.equalRuns(sentBytes, EngineWindows.MOST_RUNS_BYTES);
        boolean isOne = length == run;
        int bytes = isOne ? Get.LENGTH_BYTES : GetRuns.LENGTH_BYTES;
        PeerLink link = to.link();
        int request = to.await(part(length, 0));
        ByteBuf packet = link.room(bytes);
        long at = transfer.place(sentBytes);
        if (isOne) {
            Get.encode(packet, link.nextSequence(), access.window(), request, at, length);
        } else {
            long stride = stride(at, run);
            GetRuns.encode(packet, link.nextSequence(), access.window(), request, at, length, (int) run, stride);
        }
        sent(length);
        return bytes;
    }

    private int accumulate(Outlet to) {
        int run = accumulated();
        long all = transfer.equalRuns(sentBytes, EngineWindows.MOST_ACCUMULATED_BYTES);
        boolean isOne = all <= run || all > EngineWindows.MOST_ACCUMULATED_BYTES;
        int length = isOne ? run : (int) all;
        int headerBytes = isOne ? Accumulate.LENGTH_BYTES : AccumulateRuns.LENGTH_BYTES;
        int op = transfer.op();
        int element = transfer.element();
        PeerLink link = to.link();
        ByteBuf packet = link.room(headerBytes + length);
        copyTo(packet, headerBytes, length);
        int request = fetches ? to.await(part(length, length)) : WindowPackets.NO_REQUEST;
        int sequence = link.nextSequence();
        long at = transfer.place(sentBytes);
        if (isOne) {
            Accumulate.encode(packet, sequence, access.window(), request, at, op, element, length);
        } else {
            long stride = stride(at, run);
            AccumulateRuns.encode(packet, sequence, access.window(), request, at, op, element, run, stride, length);
        }
        packet.writerIndex(packet.writerIndex() + length);
        sent(length);
        return headerBytes + length;
    }

    /** How much of it is applied at once. */
    private int accumulated() {
        int most = EngineWindows.MOST_ACCUMULATED_BYTES;
        long run = transfer.run(sentBytes);
        return run <= most ? (int) run : most - most % transfer.elementBytes();
    }

    private int compareAndSwap(Outlet to) {
        PeerLink link = to.link();
        int request = to.await(part(transfer.lengthBytes(), 0));
        CompareAndSwap.encode(
                link.room(CompareAndSwap.LENGTH_BYTES),
                link.nextSequence(),
                access.window(),
                request,
                transfer.place(0),
                transfer.element(),
                transfer.value(),
                transfer.expected());
        sent(transfer.lengthBytes());
        return CompareAndSwap.LENGTH_BYTES;
    }

    /** How far an operation has come on memory that this process reaches. */
    enum Applied {
        /** It is over. */
        WHOLE,
        /** It goes on in another turn. */
        IN_PART,
        /** What is left of it can't be done from here: its target has to do that. */
        NOT_HERE
    }

    /**
     * Does a turn's worth of it.
     *
     * @param isShared whether other ranks may do the same at the same time
     */
    Applied apply(Memory memory, boolean isShared) {
        begun = true;
        long until = sentBytes + MOST_APPLIED_BYTES;
        try {
            while (!ended && sentBytes < transfer.lengthBytes()) {
                if (sentBytes >= until) {
                    return Applied.IN_PART;
                }
                long at = transfer.place(sentBytes);
                if (combines()) {
                    int length = accumulated();
                    if (isShared && !memory.isAtomic(transfer.element(), at, length)) {
                        return Applied.NOT_HERE;
                    }
                    memory.check(at, memory.spanBytes(transfer.element(), length));
                    combine(memory, at, length);
                    sentBytes += length;
                } else {
                    sentBytes += copyNext(memory, at);
                }
                cameBytes = sentBytes;
            }
            end(null);
        } catch (EngineWindows.RefusedException refused) {
            end(refused);
        } catch (Throwable thrown) {
            end(UnreadableException.here(thrown));
        }
        return Applied.WHOLE;
    }

    private boolean combines() {
        return transfer.kind() != Kind.PUT && transfer.kind() != Kind.GET;
    }

    private int copyNext(Memory memory, long at) {
        long run = transfer.run(sentBytes);
        long all = transfer.equalRuns(sentBytes, EngineWindows.MOST_RUNS_BYTES);
        if (all > run) {
            return copyRuns(memory, at, (int) run, (int) all);
        }
        int length = (int) Math.min(run, BulkSend.PIECE_BYTES);
        memory.check(at, length);
        ByteBuffer there = memory.glance(at, length);
        return there == null ? copy(memory, at, length) : copy(there);
    }

    private int copyRuns(Memory memory, long at, int run, int length) {
        long stride = stride(at, run);
        memory.checkRuns(at, run, stride, length);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        if (transfer.kind() == Kind.PUT) {
            transfer.copyTo(sentBytes, bytes);
            memory.writeRuns(at, run, stride, bytes.flip());
        } else {
            memory.readRuns(at, run, stride, bytes);
            transfer.copyFrom(sentBytes, bytes.flip());
        }
        return length;
    }

    private void combine(Memory memory, long at, int length) {
        if (transfer.kind() == Kind.COMPARE_AND_SWAP) {
            transfer.copyFrom(0, memory.compareAndSwap(transfer.element(), at, transfer.value(), transfer.expected()));
            return;
        }
        ByteBuffer bytes = room(operands, length);
        ByteBuffer old = fetches ? room(before, length) : null;
        transfer.copyTo(sentBytes, bytes);
        memory.accumulate(transfer.op(), transfer.element(), at, bytes.flip(), old);
        if (old != null) {
            transfer.copyFrom(sentBytes, old.flip());
        }
        if (length <= MOST_KEPT_BYTES) {
            operands = bytes;
            before = old == null ? before : old;
        }
    }

    private static ByteBuffer room(@Nullable ByteBuffer last, int length) {
        return last != null && last.capacity() == length
                ? last.clear()
                : ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private int copy(ByteBuffer there) {
        int length = there.remaining();
        if (transfer.kind() == Kind.PUT) {
            transfer.copyTo(sentBytes, there);
        } else {
            transfer.copyFrom(sentBytes, there);
        }
        return length;
    }

    private int copy(Memory memory, long at, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        if (transfer.kind() == Kind.PUT) {
            transfer.copyTo(sentBytes, bytes);
            memory.write(at, bytes.flip());
        } else {
            memory.read(at, bytes);
            transfer.copyFrom(sentBytes, bytes.flip());
        }
        return length;
    }

    /** The target has not done it, or not all of it. */
    void refused(Throwable refusal) {
        if (ended) {
            access.refused(refusal);
        } else {
            end(refusal);
        }
    }

    @Override
    void cut(Throwable cause) {
        end(cause);
    }

    /** It ends so, as soon as nobody reads its memory. */
    void stop(Throwable cause) {
        if (isRead) {
            stopped = cause;
        } else {
            end(cause);
        }
    }

    /** Once; further reasons don't matter. */
    void end(@Nullable Throwable failure) {
        if (!ended) {
            ended = true;
            failed = failure != null;
            transfer.ended(failure);
            access.ended();
        }
    }

    /** A part of what it reads, which one packet has asked for. */
    private final class Part implements Outlet.Awaited {

        private final long from;
        private long length;
        private int keptBytes;
        private long came;

        Part(long from) {
            this.from = from;
        }

        void begin(long itsLength, int kept) {
            length = itsLength;
            keptBytes = kept;
            came = 0;
        }

        @Override
        public boolean isCounted() {
            return true;
        }

        @Override
        public int keptBytes() {
            return keptBytes;
        }

        @Override
        public void check(long offset, long bytes) {
            if (offset != came || bytes > length - came) {
                throw new ProtocolException("bytes " + offset + " to "
                        + (offset + bytes - 1) + " of an answer of " + length + " bytes, of which " + came
                        + " have come");
            }
        }

        @Override
        public void take(ByteBuffer bytes) {
            int more = bytes.remaining();
            if (!ended) {
                try {
                    transfer.copyFrom(from + came, bytes);
                } catch (Throwable thrown) {
                    end(UnreadableException.here(thrown));
                }
            }
            came += more;
            cameBytes += more;
        }

        @Override
        public boolean isWhole() {
            return came == length;
        }

        @Override
        public void done() {
            if (!isWhole()) {
                throw new ProtocolException("an answer of " + length + " bytes ends without them");
            }
            if (cameBytes == transfer.lengthBytes()) {
                end(null);
            }
        }

        @Override
        public void refused(Throwable refusal) {
            Sending.this.refused(refusal);
        }

        @Override
        public void lost(Throwable cause) {
            end(cause);
        }
    }

    /** A long run, in pieces. */
    private final class Run implements BulkRun.Source {

        private final long from;

        Run(long from) {
            this.from = from;
        }

        @Override
        public int headerBytes() {
            return Put.LENGTH_BYTES;
        }

        @Override
        public void encode(ByteBuf packet, int sequence, long offset, int length) {
            Put.encode(packet, sequence, access.window(), transfer.place(from) + offset, length);
        }

        @Override
        public void copyTo(long offset, ByteBuffer target) {
            transfer.copyTo(from + offset, target);
        }

        @Override
        public @Nullable ByteBuffer direct(long offset, int most) {
            return transfer.directMemory(from + offset, most);
        }
    }
}
