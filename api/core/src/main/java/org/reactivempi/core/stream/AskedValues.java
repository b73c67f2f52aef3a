package org.reactivempi.core.stream;

import reactor.core.publisher.Flux;

/**
 * The values of a stream that a question has opened, for one subscriber.
 *
 * @param <T> the values' type
 */
public interface AskedValues<T> {

    /**
     * Begins before anybody has subscribed, on the progress thread; throws where nothing may begin any more.
     *
     * @return the number of the end, by which the other end's messages find it
     */
    int open();

    /** The values; a second subscriber gets an {@link IllegalStateException}. */
    Flux<T> flux();

    /** The values are not wanted any more, whether somebody has subscribed them or not; without effect after their end. */
    void cancel();
}
