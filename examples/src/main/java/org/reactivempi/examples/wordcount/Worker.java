package org.reactivempi.examples.wordcount;

import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A rank that counts: takes batches while there are any, then sends its counts. */
final class Worker {

    /** How many batches may wait here, so that the next one is there when one is done. */
    private static final int BATCHES_AHEAD = 4;

    private final Communicator world;
    private final WordCounts counts = new WordCounts();

    Worker(Communicator world) {
        this.world = world;
    }

    Mono<Void> count() {
        return batches()
                // Counting takes long: the progress thread goes on receiving meanwhile.
                .publishOn(Schedulers.parallel(), BATCHES_AHEAD)
                .doOnNext(batch -> counts.addText(batch.as(Codecs.string())))
                .thenMany(sendCounts())
                .then();
    }

    /**
     * The root's text. Each batch is asked for when there is demand for it, so the root sends as much as this rank
     * can count.
     *
     * <pre>
     *  subscriber  --request(1)-----------------batch
     *  root                 "more" ~~~ batch ~~~
     * </pre>
     */
    private Flux<Message> batches() {
        return world.isend(Buffer.empty(), Tags.ROOT, Tags.MORE)
                .then(world.receive(Tags.ROOT, Tags.BATCH))
                .repeat()
                .takeWhile(batch -> batch.lengthBytes() > 0);
    }

    /** In parts of bounded size, each when the one before has gone. */
    private Flux<?> sendCounts() {
        return counts.parts()
                .map(Codecs.string()::encode)
                .concatWithValues(Buffer.empty())
                .concatMap(part -> world.isend(part, Tags.ROOT, Tags.COUNTS));
    }
}
