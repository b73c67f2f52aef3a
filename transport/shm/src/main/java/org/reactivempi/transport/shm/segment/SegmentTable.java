package org.reactivempi.transport.shm.segment;

import io.netty.channel.unix.FileDescriptor;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.SharedSegments.Handle;
import org.reactivempi.transport.shm.file.SharedDirectory;

/** The segments that a rank has, and those of its own among them that others may still ask for. */
public final class SegmentTable {

    private final SharedDirectory directory;
    private final Set<ShmSegment> open = new HashSet<>();
    private final Map<UUID, ShmSegment> offered = new HashMap<>();

    /** None yet, in a directory. */
    public SegmentTable(SharedDirectory directory) {
        this.directory = directory;
    }

    /** A file that this rank has made may be asked for from now on. */
    public ShmSegment offer(Handle handle, FileDescriptor descriptor) {
        ShmSegment segment = add(handle, descriptor);
        offered.put(handle.name(), segment);
        return segment;
    }

    /** A file of another rank, whose descriptor has come. */
    public ShmSegment add(Handle handle, FileDescriptor descriptor) {
        ShmSegment segment = new ShmSegment(this, handle, descriptor);
        open.add(segment);
        return segment;
    }

    SharedDirectory directory() {
        return directory;
    }

    /** What a name stands for; null for nothing, or for one that is sealed. */
    public @Nullable FileDescriptor find(UUID name) {
        ShmSegment segment = offered.get(name);
        return segment == null ? null : segment.descriptor();
    }

    void sealed(ShmSegment segment) {
        offered.remove(segment.handle().name(), segment);
    }

    void closed(ShmSegment segment) {
        open.remove(segment);
    }

    /** The rank ends, and needs none of them. */
    public void close() {
        List.copyOf(open).forEach(ShmSegment::close);
    }

    /** The number that 16 bytes are. */
    public static UUID uuid(byte[] bytes) {
        ByteBuffer whole = ByteBuffer.wrap(bytes);
        return new UUID(whole.getLong(), whole.getLong());
    }
}
