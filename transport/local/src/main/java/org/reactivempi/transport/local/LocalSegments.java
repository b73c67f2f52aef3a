package org.reactivempi.transport.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.transport.channel.SharedSegments;
import reactor.core.publisher.Mono;

/** Memory of this JVM that its ranks have in common: the memory itself. For any thread. */
final class LocalSegments implements SharedSegments {

    private final UUID domain = UUID.randomUUID();
    private final AtomicLong names = new AtomicLong();
    private final ConcurrentMap<UUID, Parts> offered = new ConcurrentHashMap<>();

    @Override
    public UUID domain() {
        return domain;
    }

    @Override
    public Mono<Segment> make(long lengthBytes) {
        return Mono.fromSupplier(() -> {
            Handle handle = new Handle(domain, new UUID(0, names.incrementAndGet()));
            Parts parts = new Parts(lengthBytes);
            offered.put(handle.name(), parts);
            return new LocalSegment(handle, parts, () -> offered.remove(handle.name()));
        });
    }

    @Override
    public Mono<Segment> open(Handle handle, long lengthBytes) {
        return Mono.fromCallable(() -> {
            Parts parts = offered.get(handle.name());
            if (parts == null) {
                throw new IOException("no rank of this JVM has a segment " + handle.name());
            }
            return new LocalSegment(handle, parts, () -> {});
        });
    }

    /** The memory, by the parts that ranks have: all of them map the same ones. */
    private static final class Parts {

        private record Part(long at, int lengthBytes) {}

        private final long lengthBytes;
        private final Map<Part, ByteBuffer> memory = new ConcurrentHashMap<>();

        Parts(long lengthBytes) {
            this.lengthBytes = lengthBytes;
        }

        ByteBuffer map(long at, int length) throws IOException {
            if (at < 0 || at % PAGE_BYTES != 0 || length < 1 || at + length > lengthBytes) {
                throw new IOException(
                        "bytes " + at + " to " + (at + length - 1) + " are not in a segment of " + lengthBytes);
            }
            return memory.computeIfAbsent(new Part(at, length), part -> pages(part.lengthBytes()))
                    .duplicate();
        }

        private static ByteBuffer pages(int length) {
            return ByteBuffer.allocateDirect(length + 2 * PAGE_BYTES)
                    .alignedSlice(PAGE_BYTES)
                    .slice(0, length);
        }
    }

    /** The segment, as one rank has it. */
    private record LocalSegment(Handle handle, Parts parts, Runnable onSealed) implements Segment {

        @Override
        public ByteBuffer map(long at, int lengthBytes) throws IOException {
            return parts.map(at, lengthBytes);
        }

        @Override
        public void seal() {
            onSealed.run();
        }

        @Override
        public void close() {
            seal();
        }
    }
}
