package org.reactivempi.core.collective;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.publisher.Mono;

/**
 * One collective operation under way, as one rank takes part in it: it may do one of the things that are offered here, and
 * that {@link #flushed}. Only for the progress thread.
 *
 * <p>Its messages have tags of their own. Between two ranks these don't overtake each other, so that the steps of an
 * operation need no further tags.
 */
public final class Collective {

    private static final int TAGS = 2;

    private final Collectives communicator;
    private final int firstTag;

    /** A number comes again after a thousand million operations, when the first one with it is long over. */
    Collective(Collectives communicator, int number) {
        this.communicator = communicator;
        this.firstTag = (number * TAGS) & Integer.MAX_VALUE;
    }

    /**
     * This rank in the communicator.
     *
     * @return 0 to {@code size() - 1}
     */
    public int rank() {
        return communicator.at.rank();
    }

    /**
     * How many ranks the communicator has.
     *
     * @return 1 or more
     */
    public int size() {
        return communicator.size;
    }

    /**
     * Completes when all ranks have come here.
     *
     * @return cold, on the progress thread
     */
    public Mono<Void> barrier() {
        return Barrier.of(this);
    }

    /**
     * Gives all ranks a number of rank 0. Rank 0 waits for nobody.
     *
     * @param value the number; looked at on rank 0 alone
     * @return cold, on the progress thread; fails on all ranks that the loss of a rank cuts off
     */
    public Mono<Integer> broadcast(int value) {
        return new Tree(this).broadcast(value);
    }

    /**
     * Gives all ranks the numbers of all ranks.
     *
     * @param own this rank's numbers, equally many on all ranks
     * @return cold, on the progress thread; the numbers of rank 0, then those of rank 1, and so on; fails on all ranks when
     *     a rank is lost before it has given its numbers
     */
    public Mono<int[]> allGather(int... own) {
        return new Tree(this).allGather(own);
    }

    /**
     * Does something together once all messages have arrived that this rank has sent in any context of the communicator.
     *
     * @param together must complete on no rank before it has been subscribed on all ranks; then all messages of all ranks
     *     have arrived
     * @param <T> the type of the result
     * @return cold, on the progress thread; what {@code together} gives
     */
    public <T> Mono<T> flushed(Mono<T> together) {
        return Flush.before(this, together);
    }

    /** Whether messages have ever gone to a rank, or come from it. */
    boolean isConnected(int rank) {
        return communicator
                .at
                .engine()
                .messages()
                .isConnected(communicator.at.ranks().destination(rank, 0));
    }

    /** Which member a rank of the world is. */
    int rankOf(int worldRank) {
        return communicator.at.ranks().rankOf(worldRank);
    }

    Mono<Status> send(Buffer data, int destination) {
        return send(data, destination, firstTag, SendMode.STANDARD);
    }

    Mono<Status> receive(Buffer room, int source) {
        return receive(room, source, firstTag);
    }

    Mono<Status> sendFlush(int destination) {
        return send(Buffer.empty(), destination, firstTag + 1, SendMode.SYNCHRONOUS);
    }

    Mono<Status> receiveFlush(int source) {
        return receive(Buffer.empty(), source, firstTag + 1);
    }

    private Mono<Status> send(Buffer data, int destination, int tag, SendMode mode) {
        return new SendMono(communicator.at, data, destination, tag, mode).asPart();
    }

    private Mono<Status> receive(Buffer room, int source, int tag) {
        return new ReceiveMono(communicator.at, room, source, tag).asPart();
    }
}
