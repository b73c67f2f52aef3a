package org.reactivempi.core.record;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.reactivempi.Buffers;
import org.reactivempi.Status;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/** Messages about records: plain sends and receives in a context of their own, which may start while the engine closes. */
final class RecordLinks {

    private final Engine engine;
    private final OperationContext at;

    RecordLinks(Engine engine, int rank) {
        this.engine = engine;
        at = new OperationContext(engine, new World(), ContextId.of(ContextId.WORLD, ContextId.Purpose.RECORDS), rank);
    }

    Mono<Void> send(byte[] message, int rank, int tag) {
        return SendMono.part(at, Buffers.of(message), rank, tag, SendMode.STANDARD)
                .then();
    }

    /**
     * Receives.
     *
     * @param room where to put it; a longer message is an error
     * @return how long the message is, in bytes
     */
    Mono<Integer> receive(byte[] room, int rank, int tag) {
        return ReceiveMono.partInto(at, Buffers.of(room), rank, tag).map(RecordLinks::lengthBytes);
    }

    /** As {@link #receive(byte[], int, int)}, and fails with a {@link java.util.concurrent.TimeoutException} where nothing comes in time. */
    Mono<Integer> receive(byte[] room, int rank, int tag, Duration limit) {
        return receive(room, rank, tag).timeout(limit, engine.scheduler());
    }

    /** As {@link #send(byte[], int, int)}, within the limit. */
    Mono<Void> send(byte[] message, int rank, int tag, Duration limit) {
        return send(message, rank, tag).timeout(limit, engine.scheduler());
    }

    private static int lengthBytes(Status status) {
        return (int) status.lengthBytes();
    }

    /** Does something with files, on a thread that may block. */
    <T> Mono<T> onDisk(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(engine.platform().worker());
    }

    /** Ranks are those of the job; the library's own messages have the right arguments. */
    private static final class World implements RankMap {

        @Override
        public int destination(int destination, int tag) {
            return destination;
        }

        @Override
        public int source(int source, int tag) {
            return source;
        }

        @Override
        public int worldRank(int rank) {
            return rank;
        }
    }
}
