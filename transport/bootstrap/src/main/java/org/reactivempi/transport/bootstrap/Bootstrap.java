package org.reactivempi.transport.bootstrap;

import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a rank starts: who it is, through what it finds the others, and how it ends.
 *
 * @param place who the rank is
 * @param exchange through what the ranks of a job find each other; empty where nothing launched the process, and so nobody
 *     carries anything between ranks
 * @param life how the rank ends
 */
public record Bootstrap(JobPlace place, Optional<Exchange> exchange, Life life) {

    /**
     * A process that nothing launched.
     *
     * @param place who the rank is, by its settings
     * @return a rank without an exchange, whose exit ends the process
     */
    public static Bootstrap unlaunched(JobPlace place) {
        return new Bootstrap(place, Optional.empty(), new ProcessLife());
    }

    /**
     * A process that nothing launched, and that is its whole job.
     *
     * @param environment what the rank reads its settings from
     * @param random tells its job from others
     * @return rank 0 of a job of its own
     */
    public static Bootstrap alone(Map<String, String> environment, RandomGenerator random) {
        return unlaunched(new JobPlace(JobPlace.newJobId(random), 0, 1, 1, new JobJvm(1, environment)));
    }
}
