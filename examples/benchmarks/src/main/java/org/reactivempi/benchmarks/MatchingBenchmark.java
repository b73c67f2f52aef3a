package org.reactivempi.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.match.Wildcards;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** What it costs to find a message's receive, and a receive's message, while others wait that do not match. */
public class MatchingBenchmark extends Nanoseconds {

    private static final int CONTEXT = 1;
    private static final int SOURCE = 2;
    private static final int TAG = 3;
    private static final int MANY = 10_000;
    private static final int TAGS = 100;
    private static final Wildcards NO_WILDCARDS = new Wildcards(false, false);

    /** How many receives, and how many messages, wait with tags of their own. */
    @Param({"0", "100", "10000"})
    private int depth;

    private MatchQueues queues;
    /** The same, where nobody uses wildcards. */
    private MatchQueues exact;

    private MatchQueues empty;
    private MatchQueues emptyExact;
    private Receive[] receives;
    private Receive receive;
    private Receive anyReceive;

    /** Fills the queues. */
    @Setup
    public void fill() {
        queues = filled(Wildcards.ALL);
        exact = filled(NO_WILDCARDS);
        empty = queues(Wildcards.ALL);
        emptyExact = queues(NO_WILDCARDS);
        receive = new Receive(SOURCE, TAG);
        anyReceive = new Receive(Posted.ANY, Posted.ANY);
        receives = new Receive[MANY];
        Arrays.setAll(receives, i -> new Receive(SOURCE, i % TAGS));
    }

    private static MatchQueues queues(Wildcards used) {
        MatchQueues made = new MatchQueues(new CompletionQueue(Runnable::run), null);
        made.use(CONTEXT, used);
        return made;
    }

    private MatchQueues filled(Wildcards used) {
        MatchQueues made = queues(used);
        for (int i = 1; i <= depth; i++) {
            made.post(new Receive(SOURCE, TAG + i));
            made.keep(new Message(TAG + depth + i));
        }
        return made;
    }

    /**
     * A receive is posted, and its message comes.
     *
     * @return the receive
     */
    @Benchmark
    public @Nullable Object posted() {
        queues.post(receive);
        return queues.arrive(CONTEXT, SOURCE, TAG, 0);
    }

    /**
     * A receive for any message is posted, and one comes; or it gets the oldest one that waits, which is put back.
     *
     * @return the receive, or null when a message is back
     */
    @Benchmark
    public @Nullable Object postedForAny() {
        Unexpected waiting = queues.post(anyReceive);
        if (waiting != null) {
            return queues.putBack(waiting);
        }
        return queues.arrive(CONTEXT, SOURCE, TAG, 0);
    }

    /**
     * A message comes, and then its receive.
     *
     * @return the message
     */
    @Benchmark
    public @Nullable Object unexpected() {
        return met(queues);
    }

    /**
     * The same where the communicator's hints say that nobody uses wildcards.
     *
     * @return the message
     */
    @Benchmark
    public @Nullable Object unexpectedExact() {
        return met(exact);
    }

    private @Nullable Object met(MatchQueues queues) {
        if (queues.arrive(CONTEXT, SOURCE, TAG, 0) == null) {
            queues.keep(new Message(TAG));
        }
        return queues.post(receive);
    }

    /**
     * 10 000 messages come, and then their receives; for each message.
     *
     * @return the last message
     */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public @Nullable Object manyUnexpected() {
        return metAll(empty);
    }

    /**
     * The same where the communicator's hints say that nobody uses wildcards.
     *
     * @return the last message
     */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public @Nullable Object manyUnexpectedExact() {
        return metAll(emptyExact);
    }

    private @Nullable Object metAll(MatchQueues queues) {
        for (int i = 0; i < MANY; i++) {
            if (queues.arrive(CONTEXT, SOURCE, i % TAGS, 0) == null) {
                queues.keep(new Message(i % TAGS));
            }
        }
        Object last = null;
        for (Receive each : receives) {
            last = queues.post(each);
        }
        return last;
    }

    private static final class Receive extends Posted {

        private final int source;
        private final int tag;

        Receive(int source, int tag) {
            this.source = source;
            this.tag = tag;
            own();
        }

        @Override
        public int context() {
            return CONTEXT;
        }

        @Override
        protected int source() {
            return source;
        }

        @Override
        protected int tag() {
            return tag;
        }

        @Override
        public int peer() {
            return source;
        }

        @Override
        public void take(Unexpected message, CompletionQueue completions) {
            throw new IllegalStateException("nobody delivers here");
        }

        @Override
        protected OperationKind kind() {
            return OperationKind.IRECV;
        }

        @Override
        public PendingOperation pending(Duration age, String state) {
            throw new IllegalStateException("nobody asks here");
        }

        @Override
        protected void onDone() {}
    }

    private static final class Message extends Unexpected {

        Message(int tag) {
            super(CONTEXT, SOURCE, tag);
        }

        @Override
        public long lengthBytes() {
            return 0;
        }

        @Override
        public void giveTo(Posted receive) {
            throw new IllegalStateException("nobody delivers here");
        }

        @Override
        public void takenBy(Posted probe) {
            throw new IllegalStateException("nobody delivers here");
        }
    }
}
