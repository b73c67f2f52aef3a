package org.reactivempi.transport.observe.parts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.RankRecord;

/**
 * Hands a rank's part over to rank 0, and on rank 0 takes those of others, into files beside its own.
 *
 * <pre>
 *  rank 0   receive(3) --&gt; FILE.3.part --keep--&gt; FILE.3.done
 *                              |
 *                              +--drop--&gt; removed
 * </pre>
 */
public final class Handover implements RankRecord {

    /** What writes the part. */
    @FunctionalInterface
    public interface Completion {

        /** Writes it to its end; without effect if it has been. */
        void complete() throws IOException;
    }

    private static final Log log = Log.of(Handover.class);

    private static final int NOBODY = -1;

    private final String name;
    private final OwnPart own;
    private final Parts parts;
    private final Runnable freezing;
    private final Completion completion;
    private int sender = NOBODY;
    private @Nullable FileChannel receiving;

    /**
     * The end of one part.
     *
     * @param name of what it is a part
     * @param freezing notes nothing any more
     */
    public Handover(String name, OwnPart own, Runnable freezing, Completion completion) {
        this.name = name;
        this.own = own;
        this.parts = own.parts();
        this.freezing = freezing;
        this.completion = completion;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean alwaysTravels() {
        return own.travels();
    }

    @Override
    public void freeze() {
        freezing.run();
    }

    @Override
    public void complete() throws IOException {
        completion.complete();
    }

    @Override
    public void leave(String word) throws IOException {
        parts.expectAll();
        Parts.write(parts.word(), List.of(word));
    }

    @Override
    public void removeWord() {
        try {
            Files.deleteIfExists(parts.word());
        } catch (IOException e) {
            log.debug("{} stays: {}", parts.word(), e.toString());
        }
    }

    @Override
    public boolean finds(String word) {
        try {
            return !own.travels()
                    && Files.isRegularFile(parts.word(), LinkOption.NOFOLLOW_LINKS)
                    && Files.size(parts.word()) <= 2L * word.length()
                    && Files.readString(parts.word()).strip().equals(word);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public long lengthBytes() throws IOException {
        return own.lengthBytes();
    }

    @Override
    public void read(long position, ByteBuffer into) throws IOException {
        own.read(position, into);
    }

    @Override
    public synchronized void receive(int rank) throws IOException {
        drop();
        receiving = Parts.create(parts.part(rank));
        sender = rank;
    }

    @Override
    public synchronized void write(ByteBuffer bytes) throws IOException {
        FileChannel out = receiving;
        while (out != null && bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    @Override
    public synchronized void keep() throws IOException {
        int rank = sender;
        if (close()) {
            parts.keep(rank);
        }
    }

    @Override
    public synchronized void drop() {
        int rank = sender;
        try {
            if (close() && Files.isRegularFile(parts.part(rank), LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(parts.part(rank));
            }
        } catch (IOException e) {
            log.debug("{} stays: {}", parts.part(rank), e.toString());
        }
    }

    private boolean close() throws IOException {
        FileChannel out = receiving;
        receiving = null;
        sender = NOBODY;
        if (out != null) {
            out.close();
        }
        return out != null;
    }

    @Override
    public void missing(int rank) {
        try {
            parts.missing(rank);
        } catch (IOException e) {
            log.debug("the part of rank {} of {} is awaited for ever: {}", rank, parts, e.toString());
        }
    }

    @Override
    public void handedOver() {
        own.handedOver();
    }
}
