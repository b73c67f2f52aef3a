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
import org.reactivempi.Status;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * The starts of a partitioned send, one after the other.
 *
 * <pre>
 *  RESTING --start--&gt; STARTED --each partition that is ready, once the receiver has posted all--&gt; sent --all sent--&gt; RESTING
 *                        |
 *                        +--a failure, or given up: what has begun ends--&gt; FAILED --start--&gt; ...
 * </pre>
 */
final class PartitionedSending implements LocalMono.Work<Status> {

    private enum State {
        RESTING,
        STARTED,
        /** Until the next start nothing is sent. */
        FAILED
    }

    private final OperationContext at;
    private final Payload data;
    private final int destination;
    private final int tag;
    private final Pairing pairing;
    private final PersistentOperation wanting;
    /** What the receiver says: how long its buffer is. */
    private final long[] wanted = new long[1];

    private final @Nullable PersistentOperation[] parts;
    private final Marks ready;
    private final PersistentOperation.Owner onPart = new Ends(this::onPartEnded);
    private final PersistentOperation.Owner onWanted = new Ends(this::onWanted);
    private final AtomicBoolean isDue = new AtomicBoolean();

    private volatile State state = State.RESTING;
    private volatile boolean wasStarted;
    // Of the start that runs, on the progress thread.
    private @Nullable Owner<Status> owner;
    private @Nullable Throwable failure;
    private final long[] begun;
    private boolean isWanted;
    private boolean waits;
    private int begunParts;
    private int endedParts;

    PartitionedSending(OperationContext at, Payload data, int destination, int tag, Pairing pairing) {
        this.at = at;
        this.data = data;
        this.destination = destination;
        this.tag = tag;
        this.pairing = pairing;
        this.parts = new @Nullable PersistentOperation[pairing.partitions()];
        this.ready = new Marks(pairing.partitions());
        this.begun = new long[ready.words()];
        this.wanting = ReceiveMono.into(at, Buffers.of(wanted), destination, pairing.tagBack())
                .persistent();
    }

    int partitions() {
        return pairing.partitions();
    }

    /** Before a start: from now on partitions may become ready. */
    void reset() {
        wasStarted = true;
        ready.clear();
        state = State.STARTED;
    }

    boolean wasStarted() {
        return wasStarted;
    }

    /** Any thread. */
    void ready(int partition) {
        if (partition < 0 || partition >= partitions()) {
            throw new MpiException(ErrorClass.ARG, "partition " + partition + " is outside 0.." + (partitions() - 1));
        }
        switch (state) {
            case RESTING ->
                throw new MpiException(
                        ErrorClass.ARG,
                        "partition " + partition + " can't be made ready: the send has not been started");
            case STARTED -> {
                if (!ready.set(partition)) {
                    throw new MpiException(
                            ErrorClass.ARG, "partition " + partition + " has been made ready since the start");
                }
                sendSoon();
            }
            case FAILED -> {}
        }
    }

    private void sendSoon() {
        if (isDue.compareAndSet(false, true)) {
            later(() -> {
                isDue.set(false);
                send();
            });
        }
    }

    private void later(Runnable step) {
        try {
            at.engine().scheduler().schedule(step);
        } catch (RejectedExecutionException ended) {
            // So has the start.
        }
    }

    @Override
    public void start(Owner<Status> owner) {
        if (destination == Mpi.PROC_NULL) {
            // Whatever becomes ready goes nowhere.
            state = State.FAILED;
            owner.complete(Status.noProcess());
            return;
        }
        this.owner = owner;
        failure = null;
        isWanted = false;
        waits = true;
        begunParts = 0;
        endedParts = 0;
        Arrays.fill(begun, 0);
        wanting.start(onWanted);
    }

    private void onWanted(@Nullable Throwable failed) {
        waits = false;
        if (failure != null) {
            // It was given up meanwhile.
        } else if (failed == null && wanted[0] != pairing.lengthBytes()) {
            fail(new MpiException(
                    ErrorClass.COUNT,
                    "the partitions have " + pairing.lengthBytes() + " bytes in all, those of the receiver "
                            + wanted[0]));
        } else if (failed != null) {
            fail(failed);
        } else {
            isWanted = true;
            send();
        }
        endIfDone();
    }

    /** Sends what has become ready. */
    private void send() {
        if (owner == null || !isWanted || failure != null) {
            return;
        }
        for (int i = 0; i < begun.length; i++) {
            for (long left = ready.word(i) & ~begun[i]; left != 0; left &= left - 1) {
                begun[i] |= Long.lowestOneBit(left);
                begunParts++;
                part(i * Long.SIZE + Long.numberOfTrailingZeros(left)).start(onPart);
            }
        }
    }

    private PersistentOperation part(int number) {
        PersistentOperation known = parts[number];
        if (known == null) {
            long length = pairing.partBytes();
            known = new SendMono(
                            at, data.part(number * length, length), destination, pairing.tag(number), SendMode.STANDARD)
                    .persistent();
            parts[number] = known;
        }
        return known;
    }

    private void onPartEnded(@Nullable Throwable failed) {
        endedParts++;
        if (failed != null) {
            fail(failed);
        }
        endIfDone();
    }

    private void fail(Throwable failed) {
        if (failure == null) {
            failure = failed;
            state = State.FAILED;
        }
    }

    private void endIfDone() {
        Owner<Status> running = owner;
        if (running == null || waits || endedParts < begunParts) {
            return;
        }
        Throwable failed = failure;
        if (failed != null) {
            owner = null;
            running.fail(failed);
        } else if (endedParts == partitions()) {
            owner = null;
            state = State.RESTING;
            running.complete(Status.of(at.rank(), tag, data.lengthBytes()));
        }
    }

    /** No more partitions become ready: both sides fail, if all have not been sent by then. Any thread. */
    void giveUp(Throwable why) {
        later(() -> {
            if (owner == null || failure != null) {
                return;
            }
            send();
            if (begunParts < partitions()) {
                fail(why);
                tellOfEnd();
                wanting.cancel();
                endIfDone();
            }
        });
    }

    /** Instead of what has not been sent, messages of other lengths: nobody takes them for it. */
    private void tellOfEnd() {
        byte[] wrong = new byte[pairing.lengthBytes() == 0 ? 1 : 0];
        for (int number = 0; number < partitions(); number++) {
            if ((begun[number / Long.SIZE] & 1L << number) == 0) {
                new SendMono(at, Buffers.of(wrong), destination, pairing.tag(number), SendMode.STANDARD)
                        .subscribe(sent -> {}, lost -> {});
            }
        }
    }

    @Override
    public boolean concernsOthers() {
        return true;
    }

    String inWords() {
        return at.ranks().inWords("psend", "destination", destination, tag);
    }
}
