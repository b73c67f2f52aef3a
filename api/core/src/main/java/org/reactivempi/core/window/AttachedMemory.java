package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;

/**
 * The memory of a dynamic window: what is attached, by addresses that are given out once each. Between two regions there are addresses of
 * none, so that nothing reaches from one into the next.
 */
final class AttachedMemory implements Memory {

    /** Addresses begin at multiples of this, so that elements are as aligned as in their region. */
    private static final long PAGE_BYTES = 4096;

    private final TreeMap<Long, BufferMemory> regions = new TreeMap<>();
    private long next = PAGE_BYTES;

    long attach(Payload buffer) {
        for (BufferMemory attached : regions.values()) {
            if (attached.buffer().overlaps(buffer)) {
                throw new MpiException(
                        ErrorClass.RMA_ATTACH,
                        buffer + " has bytes in common with " + attached.buffer() + ", which is attached");
            }
        }
        buffer.retain();
        long address = next;
        regions.put(address, new BufferMemory(buffer));
        long pages = (buffer.lengthBytes() + PAGE_BYTES - 1) / PAGE_BYTES;
        next += (pages + 1) * PAGE_BYTES;
        return address;
    }

    void detach(long address) {
        BufferMemory detached = regions.remove(address);
        if (detached == null) {
            throw new MpiException(ErrorClass.RMA_ATTACH, "no memory is attached at " + address);
        }
        detached.buffer().release();
    }

    void detachAll() {
        regions.values().forEach(region -> region.buffer().release());
        regions.clear();
    }

    private Map.@Nullable Entry<Long, BufferMemory> region(long at) {
        return regions.floorEntry(at);
    }

    @Override
    public void check(long at, long lengthBytes) {
        Map.Entry<Long, BufferMemory> region = region(at);
        long inside = region == null ? 0 : at - region.getKey();
        if (region == null || lengthBytes < 0 || inside > region.getValue().sizeBytes() - lengthBytes) {
            throw BufferMemory.outside(at, lengthBytes, "they are in no memory that is attached there");
        }
    }

    /** Of an address that is inside. */
    private BufferMemory at(long at) {
        return regions.floorEntry(at).getValue();
    }

    private long inside(long at) {
        return at - regions.floorKey(at);
    }

    @Override
    public void write(long at, ByteBuffer source) {
        check(at, source.remaining());
        at(at).write(inside(at), source);
    }

    @Override
    public void read(long at, ByteBuffer target) {
        check(at, target.remaining());
        at(at).read(inside(at), target);
    }

    @Override
    public @Nullable ByteBuffer direct(long at, int most) {
        // It may be detached at any time, and is its owner's then.
        return null;
    }

    @Override
    public long spanBytes(int element, long payloadBytes) {
        return BufferMemory.span(element, payloadBytes);
    }

    @Override
    public void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        check(at, spanBytes(element, operands.remaining()));
        at(at).accumulate(op, element, inside(at), operands, before);
    }

    @Override
    public ByteBuffer compareAndSwap(int element, long at, long value, long expected) {
        check(at, 1);
        return at(at).compareAndSwap(element, inside(at), value, expected);
    }
}
