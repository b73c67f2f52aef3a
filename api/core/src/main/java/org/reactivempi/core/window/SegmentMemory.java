package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Payload;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;

/**
 * The memory of a rank that others of its host reach as well. Each rank combines elements there by the processor's atomic instructions,
 * also for those who reach it by packets alone, so that all of them are atomic to each other; but for elements that there are no such
 * instructions for, pairs and those that are not aligned: these are combined by the rank whose memory it is, and by nobody else.
 *
 * <p>Parts begin at pages, so that no aligned element is in two of them.
 */
final class SegmentMemory implements Memory {

    private final AtomicElements[] parts;
    private final int base;
    private final int partBytes;
    private final boolean alone;
    private final Views views;
    private final BufferMemory plain;

    /**
     * A part of some pages.
     *
     * @param pages whole ones
     * @param base where it begins in them
     * @param size how long it is, in bytes
     * @param alone whether accumulates are more than their elements, so that only the rank whose memory it is can do them
     */
    SegmentMemory(ByteBuffer pages, int base, int size, boolean alone) {
        this(new ByteBuffer[] {pages}, base, Integer.MAX_VALUE, Views.of(pages.slice(base, size)), alone);
    }

    private SegmentMemory(ByteBuffer[] pages, int base, int partBytes, Views views, boolean alone) {
        this.parts = new AtomicElements[pages.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new AtomicElements(pages[i]);
        }
        this.base = base;
        this.partBytes = partBytes;
        this.alone = alone;
        this.views = views;
        this.plain = new BufferMemory(Payload.of(views.buffer()));
    }

    /**
     * Memory in parts, each of which {@code from} gives as whole pages.
     *
     * @param whole the same as one {@code MemorySegment}; null if there is none
     */
    static <E extends Exception> SegmentMemory inParts(
            long sizeBytes, Views.Lengths lengths, boolean alone, @Nullable Object whole, Views.Taking<E> from)
            throws E {
        List<ByteBuffer> pages = new ArrayList<>();
        Views views = Views.take(sizeBytes, lengths, (at, length) -> {
            ByteBuffer taken = from.take(at, length);
            pages.add(taken);
            return taken;
        });
        return new SegmentMemory(pages.toArray(ByteBuffer[]::new), 0, lengths.part(), views.with(whole), alone);
    }

    /** The memory, for loads and stores. */
    Views views() {
        return views;
    }

    @Override
    public void check(long at, long lengthBytes) {
        plain.check(at, lengthBytes);
    }

    @Override
    public void write(long at, ByteBuffer source) {
        plain.write(at, source);
    }

    @Override
    public void read(long at, ByteBuffer target) {
        plain.read(at, target);
    }

    /** Columns of numbers of eight bytes are what most programs have of this. */
    @Override
    public void writeRuns(long at, int run, long stride, ByteBuffer source) {
        if (run == Long.BYTES && views.isOne()) {
            views.writeEights(at, stride, source);
        } else {
            plain.writeRuns(at, run, stride, source);
        }
    }

    @Override
    public void readRuns(long at, int run, long stride, ByteBuffer target) {
        if (run == Long.BYTES && views.isOne()) {
            views.readEights(at, stride, target);
        } else {
            plain.readRuns(at, run, stride, target);
        }
    }

    @Override
    public @Nullable ByteBuffer direct(long at, int most) {
        return plain.direct(at, most);
    }

    @Override
    public ByteBuffer glance(long at, int most) {
        return views.glance(at, most);
    }

    @Override
    public long spanBytes(int element, long payloadBytes) {
        return plain.spanBytes(element, payloadBytes);
    }

    @Override
    public boolean isAtomic(int element, long at, long payloadBytes) {
        return !alone && isAligned(element, at);
    }

    private AtomicElements part(long at) {
        return parts[(int) ((base + at) / partBytes)];
    }

    /** Where a byte is in its part. */
    private int index(long at) {
        return (int) ((base + at) % partBytes);
    }

    private boolean isAligned(int element, long at) {
        int width = (int) Elements.type(element).sizeBytes();
        return !Elements.isPair(element) && part(at).isAligned(index(at), width);
    }

    @Override
    public void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        plain.check(at, spanBytes(element, operands.remaining()));
        if (!isAligned(element, at)) {
            plain.accumulate(op, element, at, operands, before);
            return;
        }
        for (long place = at; operands.hasRemaining(); ) {
            int index = index(place);
            int length = Math.min(operands.remaining(), partBytes - index);
            ByteBuffer values = fromFirst(operands, length);
            ByteBuffer old = before == null ? null : fromFirst(before, length);
            part(place).combine(op, element, index, values, old, plain);
            operands.position(operands.position() + length);
            if (before != null) {
                before.position(before.position() + length);
            }
            place += length;
        }
    }

    /** The next bytes of a buffer, of which byte 0 is the first. */
    private static ByteBuffer fromFirst(ByteBuffer rest, int lengthBytes) {
        boolean isSo = rest.position() == 0 && rest.limit() == lengthBytes && rest.order() == ByteOrder.LITTLE_ENDIAN;
        return isSo ? rest : rest.slice(rest.position(), lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public ByteBuffer compareAndSwap(int element, long at, long value, long expected) {
        int width = BufferMemory.compared(element);
        plain.check(at, width);
        if (!isAligned(element, at)) {
            return plain.compareAndSwap(element, at, value, expected);
        }
        long found = part(at).swap(index(at), width, Bits.masked(expected, width), Bits.masked(value, width));
        return Bits.bytes(found, width);
    }
}
