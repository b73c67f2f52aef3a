package org.reactivempi.transport.engine.event;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One rank's part of a file that all ranks of a job make together, such as a trace. At an orderly end the parts of ranks that don't
 * see the folder of rank 0 go to rank 0 over the job's own links. Part of the SPI of {@link EngineListener}.
 *
 * <pre>
 *  rank 3   freeze, complete, finds(word)? --no--&gt; lengthBytes, read ... read, handedOver
 *                                ^                               |
 *  rank 0   freeze, complete, leave(word)      receive(3), write ... write, keep, or missing(3)
 * </pre>
 * The methods but {@link #freeze} may block, and are called one after the other, on threads that may. What is not handed over is
 * dealt with at {@link EngineListener#closed}, as on a single host.
 */
public interface RankRecord {

    /**
     * What it is a part of.
     *
     * @return 1 to 32 characters of ASCII, the same on all ranks that have it, such as {@code trace}
     */
    String name();

    /**
     * Whether its parts go to rank 0 wherever the ranks are.
     *
     * @return false where ranks that see the same folder bring their parts together by themselves
     */
    boolean alwaysTravels();

    /** Notes nothing from now on. On the progress thread. */
    void freeze();

    /**
     * Writes the part to its end.
     *
     * @throws IOException if the part is not whole
     */
    void complete() throws IOException;

    /**
     * On rank 0: leaves a word for the ranks that see its folder.
     *
     * @param word letters and digits that nobody else knows
     */
    void leave(String word) throws IOException;

    /** On rank 0: removes the word. */
    void removeWord();

    /**
     * On another rank: whether it finds the word that rank 0 has left.
     *
     * @param word as rank 0 has told it
     */
    boolean finds(String word);

    /** How long the part is, in bytes, once it is complete. */
    long lengthBytes() throws IOException;

    /**
     * Reads from the part, once it is complete.
     *
     * @param position in the part, in bytes
     * @param into where to put it; filled as far as the part goes
     */
    void read(long position, ByteBuffer into) throws IOException;

    /**
     * On rank 0: begins the part of another rank. One at a time is being received.
     *
     * @param rank 1 to the number of ranks - 1
     */
    void receive(int rank) throws IOException;

    /** On rank 0: writes what comes next of the part that is being received. */
    void write(ByteBuffer bytes) throws IOException;

    /** On rank 0: the part that is being received is whole. */
    void keep() throws IOException;

    /** On rank 0: nothing more comes of the part that is being received; without effect if none is. */
    void drop();

    /** On rank 0: the part of a rank does not come any more. */
    void missing(int rank);

    /** On another rank: rank 0 has all of the part. */
    void handedOver();
}
