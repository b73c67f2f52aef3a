package org.reactivempi.core.collective;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Task;
import org.reactivempi.core.collective.plan.Memory;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanRun;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One collective operation under way, as one rank takes part in it: it may do one of the things that are offered here, and
 * that {@link #flushed}. Only for the progress thread.
 *
 * <p>Its messages have tags of their own. Between two ranks these don't overtake each other, so that the steps of an
 * operation need no further tags.
 */
public final class Collective {

    private static final int TAGS = 3;
    private static final int BUSY = -1;
    /** As many numbers have tags of their own: a power of two, so that numbers that count down from 0 stay apart from numbers that count up. */
    private static final int MOST_NUMBER = (1 << 29) - 1;

    private final CollectiveContext context;
    private final String inWords;
    private final int firstTag;
    /** How many receives wait while nothing is due, or {@link #BUSY}. */
    private int resting = BUSY;

    /** A number comes again after 500 million operations, when the first one with it is long over. */
    Collective(CollectiveContext context, String name, int number) {
        this.context = context;
        this.inWords = name + ", " + context.numberInWords(number);
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
     * Gives all ranks a number of rank 0. Rank 0 waits for nobody.
     *
     * @param value the number; looked at on rank 0 alone
     * @return cold, on the progress thread; fails on all ranks that the loss of a rank cuts off
     */
    public Mono<Integer> broadcast(int value) {
        int[] told = {value};
        Task task = Task.of(Broadcasts.BCAST, context.member(), 0, Integer.BYTES, false);
        Memory memory = Memory.of(Buffer.empty(), Buffers.of(told));
        return run(Broadcasts.BCAST.plan("binomial", task), memory, null).then(Mono.fromSupplier(() -> told[0]));
    }

    /**
     * Gives all ranks numbers that one of them finds.
     *
     * @param finder the rank that finds them
     * @param found subscribed there alone; must not fail
     * @param width how many they are at most, the same on all ranks
     * @param before what has failed on this rank already, so that it tells of that alone; or null
     * @return cold, on the progress thread; as many numbers as {@code width}; fails as the other one
     */
    public Mono<int[]> broadcast(int finder, Mono<int[]> found, int width, @Nullable MpiException before) {
        int[] told = new int[width];
        Mono<Void> filled = context.at.rank() == finder
                ? found.doOnNext(values -> System.arraycopy(values, 0, told, 0, values.length))
                        .then()
                : Mono.empty();
        Plan plan = Broadcasts.throughRank0(context.member(), finder, (long) width * Integer.BYTES);
        Memory memory = Memory.of(Buffer.empty(), Buffers.of(told));
        return filled.then(Mono.defer(() -> run(plan, memory, before))).thenReturn(told);
    }

    /**
     * Gives all ranks the numbers of all ranks.
     *
     * @param own this rank's numbers, equally many on all ranks
     * @return cold, on the progress thread; the numbers of rank 0, then those of rank 1, and so on; fails on all ranks when
     *     a rank is lost before it has given its numbers
     */
    public Mono<int[]> allGather(int... own) {
        int[] all = new int[context.size * own.length];
        long bytes = (long) own.length * Integer.BYTES;
        Task task = Task.of(Allgathers.ALLGATHER, context.member(), 0, bytes, false);
        Memory memory = Memory.of(Buffers.of(own), Buffers.of(all));
        return run(Allgathers.ALLGATHER.plan("binomial", task), memory, null).thenReturn(all);
    }

    /**
     * Tells one rank what each one has to say. A rank waits for that one alone, so nobody's loss is anything to the others.
     *
     * @param root the rank that hears it
     * @param own what this rank says
     * @return cold, on the progress thread; on the root what each rank has said, and an error when all have spoken or are lost, if any is;
     *     nothing on the others
     */
    public Mono<List<byte[]>> toRoot(int root, byte[] own) {
        if (context.at.rank() != root) {
            return said(root, own).thenReturn(List.of());
        }
        MpiException[] failure = new MpiException[1];
        byte[][] all = new byte[context.size][];
        return Mono.when(others(root)
                        .mapToObj(rank -> heard(rank)
                                .doOnNext(words -> all[rank] = words)
                                .onErrorResume(MpiException.class, lost -> {
                                    failure[0] = lost;
                                    return Mono.empty();
                                }))
                        .toList())
                .then(Mono.defer(() -> {
                    all[root] = own;
                    return failure[0] == null ? Mono.just(List.of(all)) : Mono.error(failure[0]);
                }));
    }

    /**
     * Tells each rank what one of them has to say; as {@link #toRoot} in the other direction.
     *
     * @param told looked at on the root alone
     * @return cold, on the progress thread; what the root says; fails on another rank if the root is lost before
     */
    public Mono<byte[]> fromRoot(int root, byte[] told) {
        if (context.at.rank() != root) {
            return heard(root);
        }
        return Mono.when(others(root)
                        .mapToObj(rank ->
                                said(rank, told).onErrorResume(ProcessFailedException.class, lost -> Mono.empty()))
                        .toList())
                .thenReturn(told);
    }

    private IntStream others(int root) {
        return IntStream.range(0, context.size).filter(rank -> rank != root);
    }

    private Mono<Void> said(int rank, byte[] words) {
        return Mono.when(
                SendMono.part(context.at, Buffers.of(new int[] {words.length}), rank, firstTag, SendMode.STANDARD),
                SendMono.part(context.at, Buffers.of(words), rank, firstTag, SendMode.STANDARD));
    }

    private Mono<byte[]> heard(int rank) {
        int[] length = new int[1];
        return ReceiveMono.partInto(context.at, Buffers.of(length), rank, firstTag)
                .then(Mono.defer(() -> {
                    byte[] words = new byte[length[0]];
                    return ReceiveMono.partInto(context.at, Buffers.of(words), rank, firstTag)
                            .thenReturn(words);
                }));
    }

    /**
     * Does something on each rank in its turn, which comes when all ranks of its branch have had theirs; rank 0 is the last of all.
     *
     * @param own this rank's part, which is left out where a rank of its branch is lost
     * @return cold, on the progress thread; completes when this rank has had its turn, and fails where it knows that a rank is lost
     */
    public Mono<Void> inTurn(Runnable own) {
        Memory nothing = Memory.of(Buffer.empty(), Buffer.empty());
        Plan told = Barriers.told(context.member());
        return run(Barriers.heard(context.member()), nothing, null)
                .then(Mono.<Void>fromRunnable(own))
                .onErrorResume(MpiException.class, failure -> run(told, nothing, failure))
                .then(Mono.defer(() -> run(told, nothing, null)));
    }

    /**
     * Runs a plan as a part of the operation.
     *
     * @param before what has failed already, so that the other ranks hear of that and nothing else; or null
     */
    private Mono<Void> run(Plan plan, Memory memory, @Nullable MpiException before) {
        return Mono.create(sink ->
                new PlanRun(plan, context.at, firstTag, memory, null, new Ended(inWords, sink)).start(before, null));
    }

    /**
     * Something that may never come, and for which a rank waits that serves others: while it does, that is no stall for a listener.
     *
     * @param receives how many receives of the operation wait meanwhile
     * @return cold, on the progress thread; what {@code something} gives
     */
    public <T> Mono<T> resting(Mono<T> something, int receives) {
        return something.doOnSubscribe(begun -> resting = receives).doOnTerminate(() -> resting = BUSY);
    }

    /** Whether all that this rank does in it is such a wait. */
    boolean rests() {
        return resting != BUSY;
    }

    /** How many receives are part of that. */
    int restingReceives() {
        return resting;
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
        return ReceiveMono.partInto(context.at, Buffer.empty(), Mpi.ANY_SOURCE, firstTag + 1)
                .repeat()
                .subscribe(status -> {}, error -> {
                    // The session has ended, and what the messages are received for fails, too.
                });
    }

    private Mono<Void> sendFlushes() {
        return Mono.when(IntStream.range(0, context.size)
                .filter(rank -> rank != context.at.rank() && isConnected(rank))
                .mapToObj(this::sendFlush)
                .toList());
    }

    /** To a rank that is lost, nothing is on its way. */
    private Mono<Void> sendFlush(int rank) {
        return SendMono.part(context.at, Buffer.empty(), rank, firstTag + 1, SendMode.SYNCHRONOUS)
                .then()
                .onErrorResume(ProcessFailedException.class, lost -> Mono.empty());
    }

    /** Whether messages have ever gone to a rank, or come from it. */
    private boolean isConnected(int rank) {
        return context.at.engine().messages().isConnected(context.at.ranks().destination(rank, 0));
    }

    /** Hears of the end of a plan, also where it was cut off before: until then the other ranks count on this one. */
    private record Ended(String inWords, MonoSink<Void> sink) implements PlanRun.Owner {

        @Override
        public void onCutOff(MpiException failure) {
            // The end follows.
        }

        @Override
        public void onEnded(@Nullable MpiException failure) {
            if (failure == null) {
                sink.success();
            } else {
                sink.error(failure);
            }
        }

        @Override
        public boolean tellsProgram() {
            return true;
        }
    }
}
