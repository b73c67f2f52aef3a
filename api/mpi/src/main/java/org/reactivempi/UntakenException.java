package org.reactivempi;

import java.util.List;

/**
 * Values of a scattered stream have been given to ranks that failed or cancelled, and it is not known that these have taken them.
 *
 * @see CollectiveStreams#scatterStream
 * @since 0.1
 */
public final class UntakenException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final transient List<Object> values;
    private final transient List<Integer> ranks;

    /**
     * For the implementation.
     *
     * @param values the values that were not taken, or perhaps not
     * @param ranks which had been given them
     */
    public UntakenException(List<?> values, List<Integer> ranks) {
        super(
                ErrorClass.OTHER,
                "it is not known that " + values.size()
                        + " values were taken, which were given to ranks that have gone: " + ranks);
        this.values = List.copyOf(values);
        this.ranks = List.copyOf(ranks);
    }

    /**
     * What was not taken, or perhaps not.
     *
     * @return the values, in the order in which their ranks have gone; a {@code byte[]} for what the codec can't read
     */
    public List<Object> values() {
        return values;
    }

    /**
     * The ranks that had been given them.
     *
     * @return the ranks in the communicator, ascending
     */
    public List<Integer> ranks() {
        return ranks;
    }
}
