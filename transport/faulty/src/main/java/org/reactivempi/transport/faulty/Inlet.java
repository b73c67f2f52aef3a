package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * The receiving direction of a link: what has come waits here for as long as its fate says.
 *
 * <pre>
 *           delay, merge                       freeze
 *  OPEN &lt;------------------&gt; HOLDING    OPEN ----------&gt; FROZEN: bytes vanish, and so does the end
 *           time is up, or the end has come
 * </pre>
 * On the progress thread.
 */
final class Inlet {

    private enum State {
        OPEN,
        HOLDING,
        FROZEN
    }

    private static final int MOST_PARTS = 8;
    private static final int MERGE_MILLIS = 2;

    private final FaultyLink link;
    private final LinkHandler handler;
    private final DirectMemory.@Nullable Input input;
    /** On the heap: where the rank ends, they go by themselves. */
    private final Deque<ByteBuf> held = new ArrayDeque<>();

    private Fate fate = Fate.none();
    private State state = State.OPEN;
    /** Whether bytes are put where the handler wants them, rather than passed to it. */
    private boolean places;

    Inlet(FaultyLink link, LinkHandler handler) {
        this.link = link;
        this.handler = handler;
        this.input = handler instanceof DirectMemory.Input direct ? direct : null;
    }

    void meets(Fate fate) {
        this.fate = fate;
        this.places = fate.coin();
    }

    /** Takes all of them. */
    void take(ByteBuf bytes) {
        switch (state) {
            case OPEN -> meetFate(bytes);
            case HOLDING -> hold(bytes);
            case FROZEN -> bytes.skipBytes(bytes.readableBytes());
        }
    }

    private void meetFate(ByteBuf bytes) {
        Fault fault = bytes.isReadable() ? fate.next() : null;
        if (fault == null) {
            deliver(bytes);
        } else {
            suffer(fault, bytes);
        }
    }

    private void suffer(Fault fault, ByteBuf bytes) {
        switch (fault) {
            case CUT -> {
                deliver(bytes.readSlice(fate.lessThan(bytes.readableBytes())));
                link.cut();
            }
            case DELAY -> hold(bytes, fate.delayMillis());
            case MERGE -> hold(bytes, MERGE_MILLIS);
            case SPLIT -> split(bytes);
            case FREEZE -> freeze();
            case CORRUPT -> {
                link.faults().count(fault);
                ByteBuf changed = Unpooled.copiedBuffer(bytes);
                fate.corrupt(changed);
                deliver(changed);
                changed.release();
            }
        }
        bytes.skipBytes(bytes.readableBytes());
    }

    private void hold(ByteBuf bytes, int millis) {
        state = State.HOLDING;
        hold(bytes);
        link.after(millis, this::goOn);
    }

    private void hold(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        held.add(Unpooled.wrappedBuffer(copy));
    }

    /** Delivers what was held back. */
    void goOn() {
        if (state == State.HOLDING) {
            state = State.OPEN;
            link.call(() -> {
                for (ByteBuf next = held.poll(); next != null; next = held.poll()) {
                    deliver(next);
                }
            });
        }
    }

    private void split(ByteBuf bytes) {
        for (int part = 1; part < MOST_PARTS && bytes.isReadable(); part++) {
            deliver(bytes.readSlice(1 + fate.lessThan(bytes.readableBytes())));
        }
        deliver(bytes);
    }

    /** Nothing that comes from now on is delivered. */
    void freeze() {
        link.faults().count(Fault.FREEZE);
        drop();
        state = State.FROZEN;
    }

    boolean isFrozen() {
        return state == State.FROZEN;
    }

    private void deliver(ByteBuf bytes) {
        while (bytes.isReadable() && !link.isEnding()) {
            DirectMemory.Input direct = input;
            ByteBuffer place = direct != null && places ? direct.place() : null;
            if (direct != null && place != null && place.hasRemaining()) {
                put(bytes, direct, place);
            } else {
                int most = direct == null ? Integer.MAX_VALUE : Math.max(1, direct.mostBytes());
                handler.onBytes(bytes.readSlice(Math.min(most, bytes.readableBytes())));
            }
        }
        bytes.skipBytes(bytes.readableBytes());
    }

    private static void put(ByteBuf bytes, DirectMemory.Input direct, ByteBuffer place) {
        int length = Math.min(place.remaining(), bytes.readableBytes());
        bytes.readBytes(place.duplicate().limit(place.position() + length));
        direct.onPlaced(length);
    }

    /** Forgets what was held back. */
    void drop() {
        held.clear();
    }
}
