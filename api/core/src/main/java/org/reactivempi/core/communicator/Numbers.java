package org.reactivempi.core.communicator;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What a new communicator is called: each job that has members in it calls it by a number of its own, which the first of them has taken.
 * What is sent to a member goes by the number of that member's job.
 *
 * @param own that of this job
 * @param at that of each member's job
 */
record Numbers(int own, IntUnaryOperator at) {

    /** That of a communicator whose members are all of this job. */
    static Numbers of(int number) {
        return new Numbers(number, member -> number);
    }

    /**
     * Those of a communicator of some members, this process among them.
     *
     * @param offered what a member has taken; asked for the first one of each job
     */
    static Numbers of(Members members, IntUnaryOperator offered) {
        if (members.areOfOneJob()) {
            return of(offered.applyAsInt(0));
        }
        int[] at = IntStream.range(0, members.size())
                .map(member -> offered.applyAsInt(members.firstOfJob(member)))
                .toArray();
        return new Numbers(at[members.rank()], member -> at[member]);
    }
}
