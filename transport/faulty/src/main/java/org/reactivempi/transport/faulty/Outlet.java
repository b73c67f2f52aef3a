package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The sending direction of a link: what was written waits here for its flush, and then for as long as its fate says.
 *
 * <pre>
 *           delay, merge                       freeze
 *  OPEN &lt;------------------&gt; HOLDING    OPEN ----------&gt; FROZEN: bytes vanish
 *           time is up; what merges: the next flush
 * </pre>
 * On the progress thread.
 */
final class Outlet {

    private enum State {
        OPEN,
        HOLDING,
        FROZEN
    }

    private static final int MOST_BYTES = 1024 * 1024;
    private static final int FEW_BYTES = 256 * 1024;
    private static final int MOST_PARTS = 8;
    private static final int MERGE_MILLIS = 2;

    private final FaultyLink link;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private Fate fate = Fate.none();
    private State state = State.OPEN;
    private boolean merging;
    private long queuedBytes;
    /** How many of them were flushed. */
    private long flushedBytes;

    private long vanishedBytes;
    /** After how many more bytes somebody wants the connection to be cut. */
    private long bytesUntilCut = Long.MAX_VALUE;

    private boolean corruptsNext;
    /** Bytes are being passed on: the carrier may call back meanwhile. */
    private boolean passing;

    private boolean full;
    /** Grows when callers' memory is not used any more, so that nobody is told later. */
    private int generation;

    Outlet(FaultyLink link) {
        this.link = link;
    }

    void meets(Fate fate) {
        this.fate = fate;
    }

    /** Queues bytes, which it then owns; {@code written} runs when they are not needed any more. */
    void write(ByteBuf bytes, @Nullable Runnable written) {
        int length = bytes.readableBytes();
        if (state == State.FROZEN || length == 0) {
            vanishedBytes += length;
            bytes.release();
        } else {
            pieces.add(new Piece(bytes, written));
            queuedBytes += length;
        }
    }

    /** What waits in the memory of callers waits in memory of its own from now on. */
    void keepCopies() {
        generation++;
        for (int i = pieces.size(); i > 0; i--) {
            pieces.add(pieces.remove().kept());
        }
    }

    void flush() {
        flushedBytes = queuedBytes;
        if (state == State.OPEN) {
            meetFate();
        } else if (merging) {
            goOn();
        }
    }

    private void meetFate() {
        if (flushedBytes == 0 || passing) {
            return;
        }
        Fault fault = fate.next();
        if (fault == null) {
            pass(flushedBytes);
        } else {
            suffer(fault);
        }
        lookForRoom();
    }

    private void suffer(Fault fault) {
        switch (fault) {
            case CUT -> cut();
            case DELAY -> hold(fate.delayMillis());
            case MERGE -> {
                merging = true;
                hold(MERGE_MILLIS);
            }
            case SPLIT -> split();
            case FREEZE -> freeze();
            case CORRUPT -> {
                link.faults().count(fault);
                corruptsNext = true;
                pass(flushedBytes);
            }
        }
    }

    private void cut() {
        pass(anyPart() - 1);
        link.cut();
    }

    private void hold(int millis) {
        state = State.HOLDING;
        link.after(millis, this::goOn);
    }

    private void goOn() {
        if (state == State.HOLDING) {
            state = State.OPEN;
            merging = false;
            pass(flushedBytes);
            lookForRoom();
        }
    }

    private void split() {
        for (int part = 1; part < MOST_PARTS && flushedBytes > 0; part++) {
            pass(anyPart());
        }
        pass(flushedBytes);
    }

    /** A length from 1 to that of all that may leave. */
    private int anyPart() {
        return 1 + fate.lessThan((int) Math.min(Integer.MAX_VALUE, flushedBytes));
    }

    /** Nothing of what is here, or comes later, arrives. */
    void freeze() {
        link.faults().count(Fault.FREEZE);
        vanishedBytes += queuedBytes;
        drop();
        state = State.FROZEN;
    }

    /** Wants the connection to be cut when so many more bytes have left. */
    void cutAfter(long bytes) {
        bytesUntilCut = bytes;
    }

    /** All that was written leaves, flushed or not. */
    void passAll() {
        flushedBytes = queuedBytes;
        pass(flushedBytes);
    }

    /** Hands the next bytes to the carrier, which sends them. */
    private void pass(long bytes) {
        long most = Math.min(bytes, bytesUntilCut);
        passing = true;
        for (long left = most; left > 0 && !pieces.isEmpty(); ) {
            left -= passSome((int) Math.min(left, pieces.element().length()));
        }
        if (most > 0) {
            link.carrier().flush();
        }
        passing = false;
        if (bytesUntilCut == 0 && !link.isEnding()) {
            link.cut();
        }
    }

    private int passSome(int length) {
        Piece first = pieces.element();
        ByteBuf taken = first.take(length);
        if (first.length() == 0) {
            giveBack(pieces.remove());
        }
        queuedBytes -= length;
        flushedBytes -= length;
        bytesUntilCut -= bytesUntilCut == Long.MAX_VALUE ? 0 : length;
        link.carrier().write(corruptsNext ? corrupted(taken) : taken);
        return length;
    }

    private void giveBack(Piece passed) {
        Runnable written = passed.written();
        passed.release();
        if (written != null) {
            int now = generation;
            link.later(() -> {
                if (now == generation) {
                    written.run();
                }
            });
        }
    }

    private ByteBuf corrupted(ByteBuf bytes) {
        corruptsNext = false;
        ByteBuf changed = PooledByteBufAllocator.DEFAULT
                .directBuffer(bytes.readableBytes())
                .writeBytes(bytes);
        bytes.release();
        fate.corrupt(changed);
        return changed;
    }

    boolean isWritable() {
        // The carrier is always asked: it says that it is free again only to a writer that has heard that it was full.
        boolean free = link.carrier().isWritable() && queuedBytes + vanishedBytes < MOST_BYTES;
        full |= !free;
        return !full;
    }

    /** Not at once: a handler that writes when it is told would be told again, deeper and deeper. */
    private void lookForRoom() {
        if (full) {
            link.later(this::freed);
        }
    }

    /** Tells the handler if there is room again. */
    void freed() {
        if (full && !passing && queuedBytes + vanishedBytes < FEW_BYTES && !link.isEnding() && carrierIsFree()) {
            full = false;
            link.tellWritable();
        }
    }

    private boolean carrierIsFree() {
        return link.carrier().isWritable();
    }

    /** Forgets all that has not left. */
    void drop() {
        generation++;
        pieces.forEach(Piece::release);
        pieces.clear();
        queuedBytes = 0;
        flushedBytes = 0;
    }
}
