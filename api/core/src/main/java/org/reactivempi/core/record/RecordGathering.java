package org.reactivempi.core.record;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntFunction;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Mono;

/**
 * The last thing that a rank does before its links close, where it records something and the ranks don't share a host: its parts go to
 * rank 0, or it takes those of others.
 */
public final class RecordGathering implements Conversation {

    /** Its number among those of this rank. */
    private int conversation;

    private static final Log log = Log.of(RecordGathering.class);

    /** More than it can ever have. */
    private static final int ALL = 1 << 30;

    private final Engine engine;
    private final int rank;
    private final Mono<Void> part;

    private RecordGathering(Engine engine, int rank, Mono<Void> part) {
        this.engine = engine;
        this.rank = rank;
        this.part = part;
    }

    /**
     * This rank's part in it.
     *
     * @param size of the job
     * @param severalHosts whether ranks are, or may be, on different hosts; the same on all
     * @param limit how long a rank waits for another one
     * @param recording whether a rank records anything, as far as that is known; true otherwise
     * @return cold, for {@link Engine#close(Mono)}, and does not fail; nothing where there is nothing to do
     */
    public static Optional<Mono<Void>> of(
            Engine engine,
            int rank,
            int size,
            boolean severalHosts,
            Duration limit,
            IntFunction<Mono<Boolean>> recording) {
        List<RankRecord> records = engine.records();
        boolean travels = severalHosts || records.stream().anyMatch(RankRecord::alwaysTravels);
        if (records.isEmpty() || size == 1 || !travels) {
            return Optional.empty();
        }
        RecordLinks links = new RecordLinks(engine, rank);
        Mono<Void> part = rank == 0
                ? Mono.defer(() -> new RecordReceiver(links, records, size, limit, recording, engine.random()).run())
                : recording
                        .apply(0)
                        .onErrorReturn(true)
                        .filter(gathers -> gathers)
                        .flatMap(gathers -> new RecordDelivery(links, records, limit).run());
        return Optional.of(Mono.defer(() -> new RecordGathering(engine, rank, part).run(records)));
    }

    /** On the progress thread. */
    private Mono<Void> run(List<RankRecord> records) {
        conversation = engine.messages().beginLast(this);
        records.forEach(RankRecord::freeze);
        return part.onErrorResume(this::failed).then(Mono.fromRunnable(this::end));
    }

    private Mono<Void> failed(Throwable failure) {
        log.warn("rank {} does not hand over what it has recorded: {}", rank, String.valueOf(failure.getMessage()));
        return Mono.empty();
    }

    private void end() {
        try {
            engine.execute(() -> engine.messages().end(conversation));
        } catch (RejectedExecutionException e) {
            // The engine was ended at once meanwhile.
        }
    }

    /** Nobody's program waits for any of it: it is no part of a deadlock. */
    @Override
    public int idleOperations() {
        return ALL;
    }

    @Override
    public void onAborted(Throwable cause) {
        // Its messages fail, and so it ends.
    }

    @Override
    public String toString() {
        return rank == 0 ? "the gathering of what other ranks have recorded" : "the records' way to rank 0";
    }
}
