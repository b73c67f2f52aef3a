package org.reactivempi.transport.observe.parts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;

/**
 * Where a rank writes its part: beside the file where that is possible, else in a file without a name, which goes with the process.
 *
 * <pre>
 *  NEW --create--&gt; WRITING --isWhole--&gt; WHOLE --handedOver--&gt; GONE
 *                                         |                     |
 *                                         +---------end---------+--&gt; ENDED
 * </pre>
 * Any thread.
 */
public final class OwnPart {

    private static final Log log = Log.of(OwnPart.class);

    private enum State {
        NEW,
        WRITING,
        WHOLE,
        GONE,
        ENDED
    }

    private final Parts parts;
    private final int rank;
    private final boolean travels;
    private final boolean mayBeFar;
    private State state = State.NEW;
    private boolean named;
    /** Reads the part; that of one without a name is there from the beginning. */
    private @Nullable FileChannel reader;

    private OwnPart(Parts parts, int rank, boolean travels, boolean mayBeFar) {
        this.parts = parts;
        this.rank = rank;
        this.travels = travels;
        this.mayBeFar = mayBeFar;
    }

    /**
     * One beside a file.
     *
     * @param mayBeFar whether rank 0 may be on another host, where the folder of the file is
     */
    public static OwnPart beside(Parts parts, int rank, boolean mayBeFar) {
        return new OwnPart(parts, rank, false, mayBeFar);
    }

    /**
     * One of a file that rank 0 alone has.
     *
     * @param parts where rank 0 puts those of all ranks
     */
    public static OwnPart travelling(Parts parts, int rank) {
        return new OwnPart(parts, rank, true, true);
    }

    /** Whose it is. */
    public int rank() {
        return rank;
    }

    boolean travels() {
        return travels;
    }

    Parts parts() {
        return parts;
    }

    /** Its name, for warnings. */
    public Path file() {
        return parts.part(rank);
    }

    /** Begins it; the caller closes the file. */
    public synchronized FileChannel create() throws IOException {
        state = State.WRITING;
        if (travels && rank != 0) {
            return createUnnamed();
        }
        try {
            FileChannel created = Parts.create(file());
            named = true;
            return created;
        } catch (IOException e) {
            if (rank == 0 || !mayBeFar) {
                throw e;
            }
            return createUnnamed();
        }
    }

    /** Only its owner may open it as long as it has a name. */
    private FileChannel createUnnamed() throws IOException {
        Path named = Files.createTempFile("reactive-mpi-", ".part");
        try {
            reader = FileChannel.open(named, StandardOpenOption.READ);
            return FileChannel.open(named, StandardOpenOption.WRITE);
        } finally {
            Files.delete(named);
        }
    }

    /** It has been written to its end. */
    public synchronized void isWhole() {
        if (state == State.WRITING) {
            state = State.WHOLE;
        }
    }

    synchronized long lengthBytes() throws IOException {
        return reader().size();
    }

    synchronized void read(long position, ByteBuffer into) throws IOException {
        FileChannel open = reader();
        long at = position;
        for (int length = 0; length >= 0 && into.hasRemaining(); at += length) {
            length = open.read(into, at);
        }
    }

    private FileChannel reader() throws IOException {
        FileChannel open = reader;
        if (open == null) {
            open = FileChannel.open(file(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            reader = open;
        }
        return open;
    }

    /** Rank 0 has it. */
    synchronized void handedOver() {
        if (state == State.WHOLE) {
            state = State.GONE;
        }
    }

    /**
     * This rank ends: its part is put together with the others if it is the last one.
     *
     * @return true the first time; false afterwards, and if the part is not whole
     */
    public synchronized boolean end(Parts.Merge merge) throws IOException {
        State before = state;
        if (before != State.WHOLE && before != State.GONE) {
            return false;
        }
        state = State.ENDED;
        close();
        if (before == State.GONE) {
            if (named) {
                Files.deleteIfExists(file());
            }
        } else if (named) {
            parts.done(rank, merge);
        } else {
            log.warn("rank {} could not hand over to rank 0 what it has recorded for {}", rank, parts);
        }
        return true;
    }

    private void close() throws IOException {
        FileChannel open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
