package org.reactivempi.testkit;

/**
 * What a simulation has covered, where nothing was wrong.
 *
 * @param runs how many runs there were
 * @param outcomes in how many different ways receives from any source have met their messages, one run each
 * @param isComplete whether these are all ways that there are
 * @param deviations from the first way at so many receives at most the others were different
 * @param infeasible how many ways were tried that no run can go
 * @param seeds how many further runs had times, turns and faults by a seed
 * @since 0.1
 */
public record Coverage(int runs, int outcomes, boolean isComplete, int deviations, int infeasible, int seeds) {

    /** In words, such as {@code all 24 outcomes, and 76 seeds}. */
    @Override
    public String toString() {
        String matches = isComplete
                ? outcomes == 1 ? "the only outcome" : "all " + outcomes + " outcomes"
                : "the first " + outcomes + " outcomes, up to " + deviations + " deviations";
        return matches + ", and " + seeds + " seeds";
    }
}
