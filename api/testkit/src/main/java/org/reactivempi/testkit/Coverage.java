package org.reactivempi.testkit;

/**
 * What a simulation has covered, where nothing was wrong.
 *
 * @param runs how many runs there were
 * @param outcomes in how many different ways receives from any source have met their messages, one run each
 * @param isComplete whether these are all ways that there are
 * @param deviations from the first way at so many receives at most the others were different
 * @param orders in how many different orders operations that ran at the same time have ended, and programs have looked what has come, such
 *     as by {@code iprobe}; one run each, and 0 where no run was left for them
 * @param ordersAreComplete whether these are all orders that there are
 * @param infeasible how many ways and orders were tried that no run can go
 * @param seeds how many further runs had times, turns and faults by a seed
 * @since 0.1
 */
public record Coverage(
        int runs,
        int outcomes,
        boolean isComplete,
        int deviations,
        int orders,
        boolean ordersAreComplete,
        int infeasible,
        int seeds) {

    /** In words, such as {@code all 24 outcomes, all 6 orders, and 70 seeds}; orders are not told of where there is one only. */
    @Override
    public String toString() {
        String matches = isComplete
                ? outcomes == 1 ? "the only outcome" : "all " + outcomes + " outcomes"
                : "the first " + outcomes + " outcomes, up to " + deviations + " deviations";
        return matches + inWords() + ", and " + seeds + " seeds";
    }

    private String inWords() {
        if (orders == 0 || orders == 1 && ordersAreComplete) {
            return "";
        }
        return (ordersAreComplete ? ", all " : ", the first ") + orders + " orders";
    }
}
