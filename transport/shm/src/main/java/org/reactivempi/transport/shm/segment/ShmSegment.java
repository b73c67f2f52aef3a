package org.reactivempi.transport.shm.segment;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.shm.file.Mapping;

/** A file of a host, as one of its ranks has it. */
public final class ShmSegment implements SharedSegments.Segment {

    private static final Log log = Log.of(ShmSegment.class);

    private final SegmentTable table;
    private final SharedSegments.Handle handle;
    private final List<Mapping> mappings = new ArrayList<>();
    private @Nullable FileDescriptor descriptor;

    /** One of which nothing is mapped; the descriptor is closed when it is sealed. */
    ShmSegment(SegmentTable table, SharedSegments.Handle handle, FileDescriptor descriptor) {
        this.table = table;
        this.handle = handle;
        this.descriptor = descriptor;
    }

    @Override
    public SharedSegments.Handle handle() {
        return handle;
    }

    /** What another process gets it by; null when it is sealed. */
    @Nullable
    FileDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public ByteBuffer map(long at, int lengthBytes) throws IOException {
        Mapping mapping = table.directory().map(file(), at, lengthBytes);
        mappings.add(mapping);
        return mapping.memory();
    }

    @Override
    public @Nullable Object mapWhole(long at, long lengthBytes) throws IOException {
        Optional<Mapping> whole = table.directory().mapWhole(file(), at, lengthBytes);
        whole.ifPresent(mappings::add);
        return whole.map(Mapping::segment).orElse(null);
    }

    private FileDescriptor file() throws IOException {
        FileDescriptor file = descriptor;
        if (file == null) {
            throw new IOException("the segment is sealed");
        }
        return file;
    }

    @Override
    public void seal() {
        FileDescriptor file = descriptor;
        if (file != null) {
            descriptor = null;
            try {
                file.close();
            } catch (IOException e) {
                log.debug("a descriptor cannot be closed: {}", e.getMessage());
            }
            table.sealed(this);
        }
    }

    @Override
    public void close() {
        seal();
        mappings.forEach(Mapping::leave);
        mappings.clear();
        table.closed(this);
    }
}
