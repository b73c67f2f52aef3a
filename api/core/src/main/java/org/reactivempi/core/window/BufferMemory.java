package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.Runs;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

/** A buffer without gaps as the memory of a window: byte by byte its payload. */
final class BufferMemory implements Memory {

    /** What is combined at a time: small enough for the nearest cache. */
    static final int TILE_BYTES = 8192;

    private final Payload buffer;
    private final long sizeBytes;
    /** By operation and type; made when they are first needed. */
    private final Op.@Nullable Reducer[] reducers = new Op.Reducer[Elements.MOST_OPS * Elements.MOST_TYPES];

    /** Of a buffer that is {@linkplain #checked right}. */
    BufferMemory(Payload buffer) {
        this.buffer = buffer;
        this.sizeBytes = buffer.lengthBytes();
    }

    /** Throws if a buffer can't be the memory of a window. */
    static Payload checked(@Nullable Buffer given) {
        if (given == null) {
            throw new MpiException(ErrorClass.BASE, "the memory is null; Buffer.empty() is none");
        }
        Payload buffer = Payload.of(given);
        if (!buffer.isMemory()) {
            throw new MpiException(ErrorClass.BASE, "records can't be the memory of a window: " + buffer);
        }
        try {
            buffer.check(true);
        } catch (MpiException wrong) {
            throw new MpiException(ErrorClass.BASE, "can't be the memory of a window: " + wrong.getMessage(), wrong);
        }
        if (!Runs.of(buffer.datatype(), buffer.count()).isDense()) {
            throw new MpiException(ErrorClass.BASE, "the memory of a window has no gaps: " + buffer);
        }
        return buffer;
    }

    Payload buffer() {
        return buffer;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void check(long at, long lengthBytes) {
        if (at < 0 || lengthBytes < 0 || at > sizeBytes - lengthBytes) {
            throw outside(at, lengthBytes, "a window has bytes 0 to " + (sizeBytes - 1) + " there");
        }
    }

    static RefusedException outside(long at, long lengthBytes, String allowed) {
        return new RefusedException(
                ErrorClass.RMA_RANGE.number(), "bytes " + at + " to " + (at + lengthBytes - 1) + ": " + allowed);
    }

    @Override
    public void write(long at, ByteBuffer source) {
        buffer.copyFrom(at, source);
    }

    @Override
    public void read(long at, ByteBuffer target) {
        buffer.copyTo(at, target);
    }

    @Override
    public @Nullable ByteBuffer direct(long at, int most) {
        return buffer.directMemory(at, most);
    }

    @Override
    public long spanBytes(int element, long payloadBytes) {
        return span(element, payloadBytes);
    }

    static long span(int element, long payloadBytes) {
        Datatype type = Elements.type(element);
        long count = payloadBytes / type.sizeBytes();
        if (count == 0 || payloadBytes % type.sizeBytes() != 0) {
            throw new RefusedException(
                    ErrorClass.TYPE.number(), payloadBytes + " bytes are no whole elements of " + type);
        }
        return Elements.isPair(element) ? (count - 1) * type.extentBytes() + type.trueExtentBytes() : payloadBytes;
    }

    @Override
    public void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        Datatype type = Elements.type(element);
        if (op == Elements.REPLACE || op == Elements.NO_OP) {
            if (before != null) {
                read(type, at, before);
            }
            if (op == Elements.REPLACE) {
                write(type, at, operands);
            }
            return;
        }
        combine(reducer(op, element), type, at, operands, before);
    }

    private void combine(Op.Reducer reducer, Datatype type, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        int first = operands.position();
        int length = operands.remaining();
        int elementBytes = (int) type.sizeBytes();
        int tile = Math.min(length, TILE_BYTES - TILE_BYTES % elementBytes);
        ByteBuffer left = ByteBuffer.allocate(tile);
        for (int done = 0; done < length; ) {
            int part = Math.min(tile, length - done);
            long there = at + done / elementBytes * type.extentBytes();
            read(type, there, left.clear().limit(part));
            left.flip().order(ByteOrder.LITTLE_ENDIAN);
            if (before != null) {
                before.put(left.duplicate());
            }
            ByteBuffer right = operands.slice(first + done, part).order(ByteOrder.LITTLE_ENDIAN);
            reducer.reduce(left, right);
            write(type, there, right.clear().limit(part));
            done += part;
        }
    }

    // Whole elements, which travel without gaps, whatever the memory is made of. Where there are gaps they are pairs.

    private void read(Datatype type, long at, ByteBuffer target) {
        if (isDense(type)) {
            buffer.copyTo(at, target);
            return;
        }
        int end = target.limit();
        for (long pair = at; target.position() < end; pair += type.extentBytes()) {
            buffer.copyTo(pair, target.limit(target.position() + valueBytes(type)));
            buffer.copyTo(pair + index(type), target.limit(target.position() + Integer.BYTES));
        }
    }

    private void write(Datatype type, long at, ByteBuffer source) {
        if (isDense(type)) {
            buffer.copyFrom(at, source);
            return;
        }
        int end = source.limit();
        for (long pair = at; source.position() < end; pair += type.extentBytes()) {
            buffer.copyFrom(pair, source.limit(source.position() + valueBytes(type)));
            buffer.copyFrom(pair + index(type), source.limit(source.position() + Integer.BYTES));
        }
    }

    private static boolean isDense(Datatype type) {
        return type.sizeBytes() == type.extentBytes();
    }

    private static int valueBytes(Datatype pair) {
        return (int) pair.sizeBytes() - Integer.BYTES;
    }

    /** Where the index of a pair is. */
    private static long index(Datatype pair) {
        return pair.trueExtentBytes() - Integer.BYTES;
    }

    /** What reduces elements as a packet says. */
    Op.Reducer reducer(int op, int element) {
        if (op < 1 || op >= Elements.MOST_OPS) {
            return Elements.reducer(op, element);
        }
        int index = op * Elements.MOST_TYPES + element;
        Op.Reducer known = reducers[index];
        if (known == null) {
            known = Elements.reducer(op, element);
            reducers[index] = known;
        }
        return known;
    }

    @Override
    public ByteBuffer compareAndSwap(int element, long at, long value, long expected) {
        int bytes = compared(element);
        check(at, bytes);
        ByteBuffer before = ByteBuffer.allocate(bytes);
        buffer.copyTo(at, before);
        before.flip();
        if (Bits.of(before) == Bits.masked(expected, bytes)) {
            buffer.copyFrom(at, Bits.bytes(value, bytes));
        }
        return before;
    }

    /** How long an element is that is compared; throws where such can't be. */
    static int compared(int element) {
        Datatype type = Elements.type(element);
        if (type.sizeBytes() > Long.BYTES || Elements.isPair(element)) {
            throw new RefusedException(ErrorClass.TYPE.number(), "elements of " + type + " can't be compared");
        }
        return (int) type.sizeBytes();
    }
}
