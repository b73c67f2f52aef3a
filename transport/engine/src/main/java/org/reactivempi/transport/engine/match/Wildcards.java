package org.reactivempi.transport.engine.match;

/**
 * Which wildcards the receives and probes of a context use.
 *
 * @param anySource whether there are some from any source
 * @param anyTag whether there are some with any tag
 */
public record Wildcards(boolean anySource, boolean anyTag) {

    /** All that there are. */
    public static final Wildcards ALL = new Wildcards(true, true);

    boolean allow(int source, int tag) {
        return (anySource || source != Posted.ANY) && (anyTag || tag != Posted.ANY);
    }
}
