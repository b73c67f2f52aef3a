package org.reactivempi.transport.engine.diagnosis;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.PendingOperation;

/** What a rank tells of itself. */
@OnProgressThread
public interface Evidence {

    /** Gets the counts of each link. */
    @FunctionalInterface
    interface LinkVisitor {

        /** To this peer so many packets have gone, and so many have come from it, those of detectors not counted. */
        void accept(int peer, long told, long heard);
    }

    /** This rank. */
    int rank();

    /** How many ranks the job has. */
    int size();

    /** Time has passed. */
    void onTick();

    /** A number that changes whenever anything has happened: an operation, or a packet. */
    long epoch();

    /** Why something may happen by itself, such as a message that is half here; null if nothing will. */
    @Nullable
    String unrest();

    /** Whether any operation waits. */
    boolean waits();

    /** Whether this rank finalizes, and only waits for what it has started. */
    boolean isClosing();

    /** The ranks of the job that may, each by itself, let an operation go on; this one too if it waits for itself. */
    BitSet awaited();

    /** Shows all links with ranks of the job that there are or were. */
    void forEachLink(LinkVisitor visitor);

    /** All operations that have not ended, and all messages that wait. */
    List<PendingOperation> pending();

    /** What some ranks have not called though others wait for it, in words, as far as this rank counts such calls. */
    List<String> absences();
}
