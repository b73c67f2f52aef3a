package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The rank's end of a PMI connection: carries out one command after the other on a thread of its own.
 *
 * <pre>
 *  call --> waiting --send--> current --last answer--> signal to the caller
 *              |                 |
 *              +-- end of file --+--> error to the callers, and to the watcher
 * </pre>
 * A selector rather than blocking reads, so that only this thread touches the connection: a write by a caller whose
 * thread is interrupted would close it.
 */
final class PmiClient {

    /** Opens the connection, blocking. */
    interface Connector {
        PmiLink connect() throws IOException;
    }

    /** Launchers send values of up to 1024 bytes, which do not fit the limit for a rank's own commands. */
    private static final int ANSWER_LENGTH_MAX = 4096;

    private static final String FINALIZE = "finalize";

    private final Connector connector;
    private final int id;
    private final Consumer<String> whenBroken;
    private final long firstAnswerMillis;
    private final Selector selector;
    private final Queue<PmiCall> waiting = new ArrayDeque<>();
    private @Nullable BootstrapException end;

    private final ByteBuffer received = ByteBuffer.allocate(ANSWER_LENGTH_MAX);
    /** That of PMI-1.1, until the launcher has agreed to PMI-2. */
    private PmiCodec codec = new PmiLineReader(ANSWER_LENGTH_MAX);

    private @Nullable PmiCall current;
    private boolean heard;
    private Consumer<BootstrapException> watcher = lost -> {};
    private final List<Integer> failed = new ArrayList<>();
    private @Nullable JobListener listener;
    private volatile int jobSize;
    private volatile Optional<InetAddress> localAddress = Optional.empty();

    private PmiClient(
            Connector connector, int id, Duration firstAnswer, Selector selector, Consumer<String> whenBroken) {
        this.connector = connector;
        this.id = id;
        this.whenBroken = whenBroken;
        this.firstAnswerMillis = firstAnswer.toMillis();
        this.selector = selector;
    }

    /**
     * Starts a client's thread, which connects.
     *
     * @param id this rank's number
     * @param firstAnswer how long the launcher may take for its first answer
     * @param whenBroken gets to know why, when the thread ends by what is none of the errors that callers are told
     */
    static PmiClient start(Connector connector, int id, Duration firstAnswer, Consumer<String> whenBroken) {
        try {
            PmiClient client = new PmiClient(connector, id, firstAnswer, Selector.open(), whenBroken);
            Thread thread = new Thread(client::run, "reactive-mpi-pmi-" + id);
            thread.setDaemon(true);
            thread.start();
            return client;
        } catch (IOException e) {
            throw new BootstrapException("cannot open a selector: " + e.getMessage(), e);
        }
    }

    /** Sends a command, when those before it are answered; signals when as many lines as {@code answers} names came. */
    Mono<List<PmiLine>> call(PmiLine command, String... answers) {
        return Mono.<List<PmiLine>>create(sink -> submit(new PmiCall(command, List.of(answers), sink)))
                .transform(Operators.<List<PmiLine>, List<PmiLine>>lift((source, caller) -> new Caller(caller)));
    }

    /** Told when the connection ends without {@code finalize}. Only on the client's thread. */
    void watch(Consumer<BootstrapException> whenLost) {
        watcher = whenLost;
    }

    /**
     * Has a rank of a job of {@code size} told what our launcher says besides its answers: on the client's thread, but
     * at once of the processes that have failed before.
     */
    void listen(JobListener told, int size) {
        List<Integer> before;
        synchronized (this) {
            listener = told;
            jobSize = size;
            before = List.copyOf(failed);
        }
        before.forEach(rank -> tellFailed(told, rank));
    }

    private void hear(PmiLine line) {
        @Nullable Integer rank = line.name().equals(PmiLine.FAILED) ? line.getInt(PmiLine.RANK) : null;
        @Nullable JobListener told;
        synchronized (this) {
            told = listener;
            if (rank != null) {
                failed.add(rank);
            }
        }
        if (told != null && rank != null) {
            tellFailed(told, rank);
        } else if (told != null) {
            told.onAsked();
        }
    }

    private void tellFailed(JobListener told, int rank) {
        if (rank >= 0 && rank < jobSize && rank != id) {
            told.onFailed(rank);
        }
    }

    /** From where the launcher was reached, once it has answered. */
    Optional<InetAddress> localAddress() {
        return localAddress;
    }

    /** Drops the connection, for a rank that could not join. */
    void close() {
        end(new BootstrapException("the connection to the launcher is closed"));
        selector.wakeup();
    }

    private void submit(PmiCall call) {
        @Nullable BootstrapException ended;
        synchronized (this) {
            ended = end;
            if (ended == null) {
                waiting.add(call);
            }
        }
        if (ended == null) {
            selector.wakeup();
        } else {
            call.fail(ended);
        }
    }

    private void run() {
        @Nullable PmiCall last = null;
        try (selector;
                PmiLink link = connector.connect()) {
            localAddress = link.localAddress();
            link.readable().register(selector, SelectionKey.OP_READ);
            last = converse(link);
            end(new BootstrapException("this rank has finished its part in the job"));
        } catch (IOException e) {
            lost(new BootstrapException("the connection to the launcher broke: " + e.getMessage(), e));
        } catch (BootstrapException e) {
            lost(e);
        } catch (Throwable e) {
            broken(e);
        }
        if (last != null) {
            last.succeed();
        }
    }

    /** Callers that wait for what was to follow from an answer would wait for ever. */
    private void broken(Throwable error) {
        try {
            endAll(new BootstrapException("the connection to the launcher ended by " + error, error));
        } finally {
            whenBroken.accept("rank " + id + " ends, since its thread for the launcher has ended by " + error);
        }
    }

    /** Returns the {@code finalize} that was answered, or null when closed. */
    private @Nullable PmiCall converse(PmiLink link) throws IOException {
        while (!ended()) {
            sendNext(link);
            awaitAnswer();
            if (receive(link)) {
                return current;
            }
        }
        return null;
    }

    private void sendNext(PmiLink link) throws IOException {
        while (current == null) {
            synchronized (this) {
                current = waiting.poll();
            }
            if (current == null) {
                return;
            }
            link.write(codec.encode(current.command()));
            completeIfAnswered();
        }
    }

    private void awaitAnswer() throws IOException {
        boolean bounded = current != null && !heard;
        long deadlineNanos = System.nanoTime() + firstAnswerMillis * 1_000_000;
        selector.select(bounded ? firstAnswerMillis : 0);
        if (bounded && selector.selectedKeys().isEmpty() && System.nanoTime() - deadlineNanos >= 0) {
            throw new BootstrapException("the launcher has not answered within " + firstAnswerMillis + " ms");
        }
        selector.selectedKeys().clear();
    }

    /** Returns whether the connection has come to its orderly end. */
    private boolean receive(PmiLink link) throws IOException {
        received.clear();
        if (!read(link)) {
            return true;
        }
        received.flip();
        for (PmiLine line = codec.next(received); line != null; line = codec.next(received)) {
            heard = true;
            if (line.agreesTo(2)) {
                codec = new Pmi2Messages();
            }
            if (line.name().equals(PmiLine.ASK) || line.name().equals(PmiLine.FAILED)) {
                hear(line);
            } else if (current != null) {
                current.answer(line);
                if (finalizing()) {
                    return true;
                }
                completeIfAnswered();
            }
        }
        return false;
    }

    /** Returns false where the launcher, having been told of the end, closes instead of answering. */
    private boolean read(PmiLink link) throws IOException {
        try {
            if (link.read(received) >= 0) {
                return true;
            }
        } catch (IOException e) {
            if (!finalizing()) {
                throw e;
            }
        }
        if (!finalizing()) {
            throw new BootstrapException("the launcher has closed the connection");
        }
        return false;
    }

    private boolean finalizing() {
        return current != null && current.command().name().equals(FINALIZE);
    }

    private void completeIfAnswered() {
        if (current != null && current.answered()) {
            PmiCall answered = current;
            current = null;
            answered.succeed();
        }
    }

    private synchronized boolean ended() {
        return end != null;
    }

    private void lost(BootstrapException reason) {
        if (!ended()) {
            endAll(reason);
            watcher.accept(reason);
        }
    }

    private void endAll(BootstrapException reason) {
        end(reason);
        if (current != null) {
            current.fail(reason);
        }
    }

    private void end(BootstrapException reason) {
        List<PmiCall> unanswered;
        synchronized (this) {
            if (end == null) {
                end = reason;
            }
            unanswered = List.copyOf(waiting);
            waiting.clear();
        }
        unanswered.forEach(call -> call.fail(reason));
    }

    /** The taker of an answer. Reactor would only log an Error that the steps after it throw, and the process would hang. */
    private final class Caller implements CoreSubscriber<List<PmiLine>> {

        private final CoreSubscriber<? super List<PmiLine>> actual;

        Caller(CoreSubscriber<? super List<PmiLine>> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            actual.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<PmiLine> answers) {
            try {
                actual.onNext(answers);
            } catch (Error e) {
                broken(e);
                throw e;
            }
        }

        @Override
        public void onError(Throwable error) {
            actual.onError(error);
        }

        @Override
        public void onComplete() {
            actual.onComplete();
        }
    }
}
