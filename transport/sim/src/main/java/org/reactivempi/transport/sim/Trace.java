package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What has happened in a run, in its order: a number for all of it, by which runs are told apart, and lines where they are wanted. */
public final class Trace {

    /** What happens. */
    enum Event {
        CONNECT,
        SENT,
        CAME,
        BROKEN,
        MATCH,
        FAULT,
        LOOK
    }

    private final boolean keepsLines;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1;
    private long events;

    /** Nothing has happened yet; {@code keepsLines} costs time and memory. */
    public Trace(boolean keepsLines) {
        this.keepsLines = keepsLines;
    }

    /**
     * Something has happened.
     *
     * @param nanos when
     * @param from which rank does it
     * @param to which rank it is for
     * @param what a length, a number or a hash of what came
     */
    void add(long nanos, Event event, int from, int to, long what, long more) {
        events++;
        long here = Choice.mix(nanos ^ Long.rotateLeft(event.ordinal() + 1, 56))
                ^ Choice.mix(((long) from << Integer.SIZE | (to & 0xffffffffL)) + 1)
                ^ Choice.mix(what * 31 + more + 2);
        hash = Choice.mix(hash * 0x9e3779b97f4a7c15L ^ here);
        if (keepsLines) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d ns %s %d -> %d: %d, %x",
                    nanos,
                    event.name().toLowerCase(Locale.ROOT),
                    from,
                    to,
                    what,
                    more));
        }
    }

    /** A number for all that has happened. */
    public long hash() {
        return hash;
    }

    /** How much has happened. */
    public long events() {
        return events;
    }

    /** A line for each; none where they were not wanted. */
    public List<String> lines() {
        return lines;
    }
}
