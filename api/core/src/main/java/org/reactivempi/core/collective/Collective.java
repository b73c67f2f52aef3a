package org.reactivempi.core.collective;

import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Status;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One collective operation under way, as one rank takes part in it: it may do one of the things that are offered here, and
 * that {@link #flushed}. Only for the progress thread.
 *
 * <p>Its messages have tags of their own. Between two ranks these don't overtake each other, so that the steps of an
 * operation need no further tags.
 */
public final class Collective {

    private static final int TAGS = 3;
    /** As many numbers have tags of their own: a power of two, so that those that count down from 0 stay apart from those that count up. */
    private static final int MOST_NUMBER = (1 << 29) - 1;

    private final CollectiveContext context;
    private final int firstTag;

    /** A number comes again after 500 million operations, when the first one with it is long over. */
    Collective(CollectiveContext context, int number) {
        this.context = context;
        this.firstTag = tag(number);
    }

    /** The tag of the messages by which ranks compare what they do under a number. */
    static int checkTag(int number) {
        return tag(number) + 2;
    }

    /** The tag of the messages of an operation. */
    static int tag(int number) {
        return (number & MOST_NUMBER) * TAGS;
    }

    /**
     * This rank in the communicator.
     *
     * @return 0 to {@code size() - 1}
     */
    public int rank() {
        return context.at.rank();
    }

    /**
     * How many ranks the communicator has.
     *
     * @return 1 or more
     */
    public int size() {
        return context.size;
    }

    /**
     * Completes when all ranks have come here. By dissemination: in round k each rank tells the one 2^k after it, and hears from
     * the one 2^k before it; after log2(size) rounds, each has heard, directly or not, from all.
     *
     * @return cold, on the progress thread
     */
    public Mono<Void> barrier() {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size() - 1);
        return Flux.range(0, rounds).concatMap(this::round).then();
    }

    private Mono<Void> round(int round) {
        int distance = 1 << round;
        int after = (rank() + distance) % size();
        int before = (rank() + size() - distance) % size();
        return Mono.when(send(Buffer.empty(), after), receive(Buffer.empty(), before));
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
     * Does something on each rank in its turn, which comes when all ranks of its branch have had theirs; rank 0 is the last of all.
     *
     * @param own this rank's part, which is left out where a rank of its branch is lost
     * @return cold, on the progress thread; completes when this rank has had its turn, and fails where it knows that a rank is lost
     */
    public Mono<Void> inTurn(Runnable own) {
        return new Tree(this).upwards(own);
    }

    /**
     * Does something together once all messages have arrived that this rank has sent in any context of the communicator.
     *
     * <p>Links keep order, so a synchronous message that has been received has pushed all others before it. A rank sends one
     * to each rank that it is connected to; to no other can it have sent anything. No rank knows how many will come, so each
     * receives them until all ranks are known to have sent theirs.
     *
     * @param together must complete on no rank before it has been subscribed on all ranks; then all messages of all ranks
     *     have arrived
     * @return cold, on the progress thread; what {@code together} gives
     */
    public <T> Mono<T> flushed(Mono<T> together) {
        return Mono.using(this::receiveFlushes, unused -> sendFlushes().then(together), Disposable::dispose);
    }

    private Disposable receiveFlushes() {
        return receive(Buffer.empty(), Mpi.ANY_SOURCE, firstTag + 1).repeat().subscribe(status -> {}, error -> {
            // The session has ended, and what the messages are received for fails, too.
        });
    }

    private Mono<Void> sendFlushes() {
        return Mono.when(IntStream.range(0, size())
                .filter(rank -> rank != rank() && isConnected(rank))
                .mapToObj(this::sendFlush)
                .toList());
    }

    /** To a rank that is lost, nothing is on its way. */
    private Mono<Void> sendFlush(int rank) {
        return send(Buffer.empty(), rank, firstTag + 1, SendMode.SYNCHRONOUS)
                .then()
                .onErrorResume(ProcessFailedException.class, lost -> Mono.empty());
    }

    /** Whether messages have ever gone to a rank, or come from it. */
    private boolean isConnected(int rank) {
        return context.at.engine().messages().isConnected(context.at.ranks().destination(rank, 0));
    }

    /** Which member a rank of the world is. */
    int rankOf(int worldRank) {
        return context.at.ranks().rankOf(worldRank);
    }

    Mono<Status> send(Buffer data, int destination) {
        return send(data, destination, firstTag, SendMode.STANDARD);
    }

    Mono<Status> receive(Buffer room, int source) {
        return receive(room, source, firstTag);
    }

    private Mono<Status> send(Buffer data, int destination, int tag, SendMode mode) {
        return SendMono.part(context.at, data, destination, tag, mode);
    }

    private Mono<Status> receive(Buffer room, int source, int tag) {
        return ReceiveMono.partInto(context.at, room, source, tag);
    }
}
