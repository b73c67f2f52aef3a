package org.reactivempi;

/**
 * What becomes of values that were given to a rank which failed or cancelled before its subscriber had taken them.
 *
 * @see CollectiveStreams#scatterStream
 * @since 0.1
 */
public enum Delivery {
    /** They are reported: no value is taken twice. */
    AT_MOST_ONCE,
    /** They go to another rank: no value is lost, but one whose rank failed just after it took it is taken twice. */
    AT_LEAST_ONCE
}
