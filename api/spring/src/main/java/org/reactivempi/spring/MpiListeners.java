package org.reactivempi.spring;

import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The listeners of an application, by their {@linkplain MpiListener#id ids}: a bean. Any thread.
 *
 * @since 0.1
 */
public interface MpiListeners {

    /**
     * Which there are.
     *
     * @return their ids, in the order in which they were found
     */
    List<String> ids();

    /**
     * Whether a listener is paused.
     *
     * @param id the listener's
     * @return false for one that listens, or will when the application has started
     * @throws IllegalArgumentException if there is none with this id
     */
    boolean isPaused(String id);

    /**
     * Has a listener take nothing new: what comes waits, as messages do that no receive has met, and questions that no handler has taken.
     * Questions with the same tag that other listeners answer for other ranks wait as well. Also the next start of the application's
     * context leaves it paused.
     *
     * @param id the listener's
     * @return hot; completes when all has ended that it has taken, on any thread
     * @throws IllegalArgumentException if there is none with this id
     */
    Mono<Void> pause(String id);

    /**
     * Has a paused listener go on; without effect on one that is not paused.
     *
     * @param id the listener's
     * @throws IllegalArgumentException if there is none with this id
     */
    void resume(String id);
}
