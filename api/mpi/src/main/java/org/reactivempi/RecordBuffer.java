package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records as a region of memory. Records can't be changed: what arrives of one is kept until it is whole, and then takes its place.
 * What a constructor throws must not end the engine that has given the bytes, so it waits until {@link #received}.
 */
final class RecordBuffer extends Payload {

    /** Component by component, so many records at a time. */
    private static final int CHUNK = 64;

    private final RecordType<?> type;
    private final List<@Nullable Object> records;
    /** Whether one operation has it for itself; others may share it as long as they only send. */
    private final boolean isOwn;

    private final @Nullable Object[] chunk;
    /** The payload of one record that is sent in part; made when it is needed. */
    private @Nullable ByteBuffer whole;
    /** The payload of the record that comes in parts, and its number; or none. */
    private @Nullable ByteBuffer arriving;

    private int arrivingIndex = -1;

    private @Nullable MpiException failure;

    RecordBuffer(RecordType<?> type, List<?> records) {
        this(type, records, false);
    }

    @SuppressWarnings("unchecked") // only records that its own type has made are set
    private RecordBuffer(RecordType<?> type, List<?> records, boolean isOwn) {
        this.isOwn = isOwn;
        this.type = type;
        this.records = (List<@Nullable Object>) records;
        this.chunk = new Object[Math.min(CHUNK, records.size())];
    }

    @Override
    void footprint(Footprint found) {
        found.add(records, 0, records.size());
    }

    @Override
    public Payload as(long originBytes, Datatype other, long count) {
        throw new MpiException(
                ErrorClass.TYPE,
                "records of " + type + " are no memory of " + other + ": they are elements of their own type");
    }

    @Override
    public Datatype datatype() {
        return type.datatype();
    }

    @Override
    public long count() {
        return records.size();
    }

    /** Keeps what belongs to one operation apart from that of others. */
    @Override
    public Payload sequential() {
        return new RecordBuffer(type, records, true);
    }

    /** Only a whole record becomes one. */
    @Override
    public boolean isMemory() {
        return false;
    }

    @Override
    public void check(boolean forReceive) {
        if (forReceive) {
            return;
        }
        RecordBuffer own = type.isFlat() ? this : new RecordBuffer(type, records, true);
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) == null) {
                throw wrong(i, "is null", null);
            }
            if (!type.isFlat()) {
                own.checkInside(i);
            }
        }
    }

    private void checkInside(int index) {
        try {
            packed(index);
        } catch (MpiException | NullPointerException incomplete) {
            throw wrong(
                    index,
                    incomplete instanceof MpiException
                            ? "is wrong: " + incomplete.getMessage()
                            : "has a component that is null",
                    incomplete);
        }
    }

    private MpiException wrong(int index, String what, @Nullable Throwable cause) {
        return new MpiException(
                ErrorClass.CONVERSION, "record " + index + " of " + records.size() + " of " + type + " " + what, cause);
    }

    private void load(int first, int count) {
        for (int i = 0; i < count; i++) {
            chunk[i] = records.get(first + i);
        }
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        if (!isOwn) {
            sequential().copyTo(position, target);
            return;
        }
        Objects.checkFromIndexSize(position, target.remaining(), lengthBytes());
        target.order(ByteOrder.LITTLE_ENDIAN);
        int size = type.sizeBytes();
        int index = (int) (position / size);
        int into = (int) (position % size);
        while (target.hasRemaining()) {
            int count = Math.min(chunk.length, target.remaining() / size);
            if (into > 0 || count == 0 || !isHere(index, count)) {
                int length = Math.min(size - into, target.remaining());
                target.put(target.position(), payloadOf(index++), into, length);
                target.position(target.position() + length);
                into = 0;
            } else {
                load(index, count);
                type.put(chunk, count, target, target.position());
                target.position(target.position() + count * size);
                index += count;
            }
        }
        Arrays.fill(chunk, null);
    }

    /** Whether there are records; what has not been received yet is missing where a message is given back. */
    private boolean isHere(int first, int count) {
        for (int i = first; i < first + count; i++) {
            if (records.get(i) == null || i == arrivingIndex) {
                return false;
            }
        }
        return true;
    }

    /** The payload of a record; as far as it has come, and zeros for one that has not. */
    private ByteBuffer payloadOf(int index) {
        if (index == arrivingIndex && arriving != null) {
            return arriving;
        }
        if (records.get(index) == null) {
            return newPayload();
        }
        return packed(index);
    }

    private ByteBuffer packed(int index) {
        ByteBuffer payload = whole;
        if (payload == null) {
            payload = newPayload();
            whole = payload;
        }
        load(index, 1);
        type.put(chunk, 1, payload, 0);
        return payload;
    }

    private ByteBuffer newPayload() {
        return ByteBuffer.allocate(type.sizeBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), lengthBytes());
        source.order(ByteOrder.LITTLE_ENDIAN);
        int size = type.sizeBytes();
        int index = (int) (position / size);
        int into = (int) (position % size);
        while (source.hasRemaining()) {
            if (into > 0 || source.remaining() < size) {
                int length = Math.min(size - into, source.remaining());
                ByteBuffer part = arriving(index);
                part.put(into, source, source.position(), length);
                source.position(source.position() + length);
                into += length;
                if (into == size) {
                    arrivingIndex = -1;
                    store(index++, 1, part, 0);
                    into = 0;
                }
            } else {
                int count = Math.min(chunk.length, source.remaining() / size);
                store(index, count, source, source.position());
                source.position(source.position() + count * size);
                index += count;
            }
        }
        Arrays.fill(chunk, null);
    }

    private ByteBuffer arriving(int index) {
        ByteBuffer part = arriving;
        if (part == null) {
            part = newPayload();
            arriving = part;
        }
        arrivingIndex = index;
        return part;
    }

    private void store(int first, int count, ByteBuffer payload, int at) {
        try {
            type.get(chunk, count, payload, at);
            for (int i = 0; i < count; i++) {
                records.set(first + i, chunk[i]);
            }
        } catch (MpiException refused) {
            note(refused);
        } catch (Throwable refused) {
            note(wrong(first, "can't be set: " + refused, refused));
        }
    }

    private void note(MpiException refused) {
        if (failure == null) {
            failure = refused;
        }
    }

    @Override
    public void received() {
        MpiException refused = failure;
        failure = null;
        if (refused != null) {
            throw refused;
        }
    }

    /** Copies all of its payload in the format external32, or out of it. */
    void external(boolean out, ByteBuffer part) {
        ByteBuffer payload = ByteBuffer.allocate(part.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        if (out) {
            copyTo(0, payload.duplicate());
        }
        ((DerivedBuffer) new ByteBufferRegion(payload).as(0, type.packed(), count())).moveAll(out, part);
        if (!out) {
            copyFrom(0, payload.duplicate());
            received();
        }
    }
}
