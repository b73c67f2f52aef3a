package org.reactivempi.spring;

import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/**
 * Takes what an {@link MpiListener} has failed on for good, in place of the {@link ListenerErrorHandler}: keeps it, or sends it to where such
 * messages are looked at.
 *
 * <pre>{@code
 * @Bean
 * DeadLetterHandler deadLetters(Communicator world) {
 *     return DeadLetterHandler.sendingTo(world, 0, Tags.of("dead"));
 * }
 * }</pre>
 *
 * <p>The only bean of this type serves all listeners; {@link MpiListener#deadLetters} gives a listener one of several. The listener goes on when
 * the handler's {@code Mono} has ended. The asker of a question gets its error besides. Streams are no letters: their errors go to the {@link
 * ListenerErrorHandler}.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface DeadLetterHandler {

    /**
     * Takes a letter; must not block.
     *
     * @param letter what has failed, and how
     * @return completes when the listener may go on; with an error of its own, the letter goes to the {@link ListenerErrorHandler}
     */
    Mono<Void> handle(DeadLetter letter);

    /**
     * Sends each letter's message on, as it has come.
     *
     * @param communicator where it is sent
     * @param rank who gets it
     * @param tag under which it comes there
     * @return a handler that completes when the message is sent
     */
    static DeadLetterHandler sendingTo(Communicator communicator, int rank, int tag) {
        return letter -> communicator
                .isend(Buffers.of(letter.message().toByteArray()), rank, tag)
                .then();
    }
}
