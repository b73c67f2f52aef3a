package org.reactivempi.core.partition;

import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * A partitioned send.
 *
 * <pre>
 *  start --the receiver has posted all--&gt; WANTED: each partition leaves when it is ready --all have left--&gt; end
 *    |                                      |
 *    +---------- a failure -----------------+--&gt; what is ready goes nowhere, what has begun ends --&gt; end
 *    +---------- given up ------------------+--&gt; the same; and the receiver is told so, as soon as it has posted all
 * </pre>
 */
final class PartitionedSending extends PartitionedEnd {

    /** Neighbours that are ready travel as one message up to this length, so that the receiver has the first ones before the last ones. */
    private static final long MOST_JOINED_BYTES = 4 << 20;

    private final Pairing pairing;
    private final Runnable onOver;
    /** What the receiver says: how long its buffer is. */
    private final long[] wanted = new long[1];

    private final PersistentOperation wanting;
    private final PersistentOperation.Owner onWanted = new Wanting();

    /** By the number of the first partition. */
    private final @Nullable Run[] runs;

    private final int longestRun;
    private final Marks ready;
    /** What has begun to leave, by bits as in {@link #ready}. */
    private final long[] begun;

    private int left;

    private final Runnable turn = this::turn;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private volatile boolean isWanted;
    /** Until the next start what becomes ready goes nowhere: the start has failed, or there is no process. */
    private volatile boolean ignores;

    private boolean hasGivenUp;
    private boolean isWanting;

    /**
     * One that has not begun to {@link #meet}.
     *
     * @param onOver run when nothing of it runs any more
     */
    PartitionedSending(PartitionContext of, Payload data, int destination, int tag, Pairing pairing, Runnable onOver) {
        super(of, data, pairing.partitions(), destination, tag);
        this.pairing = pairing;
        this.onOver = onOver;
        this.runs = new @Nullable Run[partitions];
        this.longestRun = pairing.longestRun(MOST_JOINED_BYTES);
        this.ready = new Marks(partitions);
        this.begun = new long[ready.words()];
        this.wanting = ReceiveMono.partInto(at, Buffers.of(wanted), destination, pairing.tagBack())
                .persistent();
    }

    @Override
    PersistentOperation meeting(OperationContext meetings) {
        return SendMono.part(meetings, Buffers.of(pairing.told()), peer, tag, SendMode.SYNCHRONOUS)
                .persistent();
    }

    @Override
    boolean isWritten() {
        return false;
    }

    @Override
    void reset() {
        ready.clear();
        isWanted = false;
        ignores = peer == Mpi.PROC_NULL;
    }

    /** Any thread. */
    void ready(int partition) {
        check(partition);
        if (ignores) {
            return;
        }
        if (!isActive()) {
            throw new MpiException(
                    ErrorClass.ARG, "partition " + partition + " can't be made ready: the send has not been started");
        }
        if (!ready.set(partition)) {
            throw new MpiException(ErrorClass.ARG, "partition " + partition + " has been made ready since the start");
        }
        // Before the receiver wants it, nobody need hear of it.
        if (isWanted && !isDue.get() && isDue.compareAndSet(false, true)) {
            execute(turn);
        }
    }

    private void execute(Runnable step) {
        try {
            engine().execute(step);
        } catch (RejectedExecutionException ended) {
            // And with the engine the start.
        }
    }

    private void turn() {
        isDue.set(false);
        messages().step(this::send);
    }

    @Override
    void begin() {
        left = partitions;
        Arrays.fill(begun, 0);
        isWanting = true;
        expect(1);
        wanting.start(onWanted);
    }

    /** Sends what has become ready, neighbours as one message. */
    private void send() {
        if (!runs() || !isWanted || failure() != null) {
            return;
        }
        for (int first = nextReady(0); first < partitions; first = nextReady(first)) {
            int end = first;
            do {
                begun[end / Long.SIZE] |= 1L << end;
                end++;
            } while (end - first < longestRun && nextReady(end) == end && end < partitions);
            left -= end - first;
            expect(1);
            run(first, end).start();
        }
    }

    /** The first partition from {@code from} on that is ready and has not begun to leave; or the number of partitions. */
    private int nextReady(int from) {
        for (int i = from / Long.SIZE; i < begun.length; i++) {
            long later = i == from / Long.SIZE ? -1L << from : -1L;
            long found = ready.word(i) & ~begun[i] & later;
            if (found != 0) {
                return i * Long.SIZE + Long.numberOfTrailingZeros(found);
            }
        }
        return partitions;
    }

    /** The message of some partitions in a row; that of the start before, if it had as many. */
    private Run run(int first, int end) {
        Run known = runs[first];
        if (known == null || known.end != end) {
            known = new Run(first, end);
            runs[first] = known;
        }
        return known;
    }

    private SendMono message(SendBuffer data, int number) {
        return SendMono.part(at, data, peer, pairing.tag(number), SendMode.STANDARD);
    }

    @Override
    boolean isWhole() {
        return left == 0;
    }

    @Override
    void onFailure() {
        ignores = true;
    }

    /** No more partitions become ready: both sides fail, if all have not been sent by then. Any thread. */
    void giveUp(Throwable why) {
        execute(() -> messages().step(() -> {
            send();
            if (runs() && failure() == null && left > 0) {
                hasGivenUp = true;
                fail(why);
                if (isWanting) {
                    ended(null);
                } else {
                    endIfDone();
                }
            }
        }));
    }

    @Override
    void abandon() {
        if (isWanted) {
            tellOfEnd();
        }
    }

    /** In place of all that has not begun to leave. */
    private void tellOfEnd() {
        for (int number = 0; number < partitions; number++) {
            if ((begun[number / Long.SIZE] & 1L << number) == 0) {
                tellOfEnd(number);
            }
        }
    }

    /** In place of a partition, a message of another length: nobody takes it for that. */
    private void tellOfEnd(int number) {
        SendBuffer wrong = Buffers.of(new byte[pairing.lengthBytes() == 0 ? 1 : 0]);
        message(wrong, number).subscribe(sent -> {}, lost -> {});
    }

    @Override
    Status status() {
        return Status.of(at.rank(), tag, memory.lengthBytes());
    }

    @Override
    void onOver() {
        onOver.run();
    }

    @Override
    boolean owesWord() {
        return hasGivenUp && isWanting;
    }

    @Override
    void quit() {
        super.quit();
        if (isWanting) {
            wanting.cancel();
        }
    }

    @Override
    protected String inWords() {
        return at.ranks().inWords("psend", "destination", peer, tag);
    }

    @Override
    String progress() {
        return isWanted
                ? ", " + (partitions - left) + " of " + partitions + " partitions were ready"
                : ", its receiver has not started";
    }

    /** Partitions in a row, as one message. */
    private final class Run extends Part {

        private final int first;
        private final int end;
        private final PersistentOperation operation;

        Run(int first, int end) {
            this.first = first;
            this.end = end;
            long length = pairing.partBytes();
            this.operation = message(memory.part(first * length, (end - first) * length), first)
                    .persistent();
        }

        void start() {
            operation.start(this);
        }

        /** So does the receive of the first one, and nothing comes for the others. */
        @Override
        public void onFailed(Throwable error) {
            for (int number = first + 1; number < end; number++) {
                tellOfEnd(number);
            }
            super.onFailed(error);
        }
    }

    /** The receive of the receiver's word that it has posted all. */
    private final class Wanting extends Part {

        @Override
        public void onCompleted(Status status) {
            isWanting = false;
            if (hasGivenUp) {
                tellOfEnd();
                leaveIfOver();
                return;
            }
            if (wanted[0] == pairing.lengthBytes()) {
                isWanted = true;
                send();
            } else {
                fail(new MpiException(
                        ErrorClass.COUNT,
                        "the partitions have " + pairing.lengthBytes() + " bytes in all, those of the receiver "
                                + wanted[0]));
            }
            ended(null);
        }

        @Override
        public void onFailed(Throwable error) {
            isWanting = false;
            if (hasGivenUp) {
                leaveIfOver();
            } else {
                ended(error);
            }
        }

        @Override
        public void onCancelled() {
            isWanting = false;
            leaveIfOver();
        }
    }
}
