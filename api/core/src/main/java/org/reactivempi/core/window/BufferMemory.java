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
        if (Elements.isPair(element)) {
            Datatype type = Elements.type(element);
            Payload pairs = pairs(at, type, operands.remaining() / type.sizeBytes());
            combine(op, element, pairs, 0, operands, before);
        } else {
            combine(op, element, buffer, at, operands, before);
        }
    }

    private Payload pairs(long at, Datatype type, long count) {
        try {
            Payload pairs = buffer.as(at, type, count);
            pairs.check(true);
            return pairs;
        } catch (MpiException wrong) {
            throw new RefusedException(wrong.errorClass().number(), String.valueOf(wrong.getMessage()));
        }
    }

    private void combine(
            int op, int element, Payload memory, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        int first = operands.position();
        int length = operands.remaining();
        if (op == Elements.REPLACE || op == Elements.NO_OP) {
            if (before != null) {
                memory.copyTo(at, before);
            }
            if (op == Elements.REPLACE) {
                memory.copyFrom(at, operands);
            }
            return;
        }
        Op.Reducer reducer = reducer(op, element);
        int elementBytes = (int) Elements.type(element).sizeBytes();
        int tile = Math.min(length, TILE_BYTES - TILE_BYTES % elementBytes);
        ByteBuffer left = ByteBuffer.allocate(tile);
        for (int done = 0; done < length; ) {
            int part = Math.min(tile, length - done);
            memory.copyTo(at + done, left.clear().limit(part));
            left.flip().order(ByteOrder.LITTLE_ENDIAN);
            if (before != null) {
                before.put(left.duplicate());
            }
            ByteBuffer right = operands.slice(first + done, part).order(ByteOrder.LITTLE_ENDIAN);
            reducer.reduce(left, right);
            memory.copyFrom(at + done, right.clear().limit(part));
            done += part;
        }
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
