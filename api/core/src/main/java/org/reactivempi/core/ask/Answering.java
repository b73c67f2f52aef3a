package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.Drain;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.core.operation.UserTasks;
import org.reactivempi.spi.AnsweringStop;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.Opening;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.ContextView;

/**
 * The handler of the questions with one tag: the subscription of its user's subscriber, which gets the status of each question
 * that is answered.
 *
 * <pre>
 *  NEW --request--&gt; OPEN --cancelled, stopped, failed, closing--&gt; STOPPED --all that was taken is answered--&gt; CLOSED
 * </pre>
 * One receive waits for the next question as long as there is demand for its status, and fewer questions than the user allows are
 * being handled; all others wait in the engine's queue.
 */
final class Answering extends Drain implements Conversation, Subscription {

    private enum State {
        NEW,
        /** It takes questions. */
        OPEN,
        /** It takes no more. */
        STOPPED,
        CLOSED
    }

    private static final AtomicLongFieldUpdater<Answering> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(Answering.class, "requested");

    private final CoreSubscriber<? super Status> subscriber;
    private final Handling flux;
    private final Taking taking;

    // What the subscriber asks for, on any thread.
    private volatile long requested;
    /** Its number among those of this rank. */
    private int conversation;

    private volatile boolean cancelled;
    private volatile boolean stopped;
    private volatile @Nullable Throwable badRequest;

    // By the progress thread.
    private State state = State.NEW;
    private Disposable stop = Disposables.disposed();
    private boolean posted;
    /** How many questions have been taken that are neither answered nor given up. */
    private int running;
    /** How many statuses the subscriber has got. */
    private long given;

    private @Nullable Throwable failure;
    /** Whether what works for it has been cancelled; nothing begins afterwards. */
    private boolean abandons;

    Answering(CoreSubscriber<? super Status> subscriber, Handling flux) {
        this.subscriber = subscriber;
        this.flux = flux;
        this.taking = new Taking();
    }

    // From the subscriber, on any thread.

    @Override
    public void request(long n) {
        if (n > 0) {
            Operators.addCap(REQUESTED, this, n);
        } else {
            badRequest = Exceptions.nullOrNegativeRequestException(n);
        }
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    // On the progress thread.

    @Override
    protected void drain() {
        if (state == State.NEW) {
            begin();
        }
        if (cancelled || stopped) {
            stop();
        } else if (state == State.OPEN) {
            if (badRequest != null) {
                stopFor(badRequest);
            } else {
                takeNext();
            }
        }
        close();
    }

    private void begin() {
        if (cancelled) {
            state = State.CLOSED;
        } else if (badRequest != null) {
            refuse(badRequest);
        } else if (requested > 0) {
            try {
                messages().checkOpen();
                flux.asks.add(flux.tag, this);
            } catch (RuntimeException wrong) {
                refuse(ContractFailures.of(wrong));
                return;
            }
            conversation = messages().begin(this);
            UserTasks.watch();
            state = State.OPEN;
            AnsweringStop.in(subscriber.currentContext()).ifPresent(this::stopAt);
        }
    }

    private void stopAt(Mono<?> signal) {
        stop = signal.subscribe(nothing -> {}, error -> takeNoMore(), this::takeNoMore);
    }

    /** On any thread. */
    private void takeNoMore() {
        stopped = true;
        wake();
    }

    private void refuse(Throwable why) {
        state = State.CLOSED;
        giveError(why);
    }

    private void takeNext() {
        if (!posted && state == State.OPEN && running < flux.concurrency && given + running < requested) {
            posted = true;
            messages().receive(taking);
        }
    }

    private void stopFor(Throwable why) {
        failure = why;
        stop();
    }

    /** Takes no more questions; what came for the receive goes back, to the next handler. */
    private void stop() {
        if (state == State.OPEN) {
            state = State.STOPPED;
            flux.asks.remove(flux.tag, this);
            if (posted) {
                messages().withdraw(taking);
                messages().giveBack(taking);
            }
        }
        // Perhaps later than it has stopped: one that only closes works on.
        if (state == State.STOPPED && !abandons && (cancelled || failure != null)) {
            abandons = true;
            flux.asks.cancelAll(this);
        }
    }

    /** No question will come any more: completes when those are answered that it has taken. */
    @Override
    public void onClosing() {
        stop();
        wake();
    }

    @Override
    public void onAborted(Throwable cause) {
        if (failure == null) {
            stopFor(ContractFailures.of(cause));
        }
        wake();
    }

    private void close() {
        if (state == State.STOPPED && !posted && running == 0) {
            state = State.CLOSED;
            stop.dispose();
            Throwable why = failure;
            if (!cancelled && why != null) {
                giveError(why);
            } else if (!cancelled) {
                give(subscriber::onComplete);
            }
            messages().end(conversation);
        }
    }

    /** A question is here. */
    private void onQuestion(int source, byte[] message, QuestionTail tail) {
        posted = false;
        running++;
        int peer = flux.asks.questions.ranks().worldRank(source);
        Status status = Status.of(source, flux.tag, message.length - tail.lengthBytes());
        Taken question = new Taken(this, peer, tail, status, message, taking.takeTrace());
        Exchange exchange = tail.form() == flux.form ? flux.work.apply(question) : new OtherForm(question);
        flux.asks.began(exchange);
        if (state != State.OPEN) {
            exchange.abandoned();
        } else if (taking.isRecalled(tail.number()) | flux.asks.wasRecalled(peer, tail.number())) {
            exchange.recalled();
        } else {
            exchange.handle();
        }
        takeNext();
    }

    /** An asker, for people. */
    String inWords(int source) {
        return flux.asks.check.inWords(source);
    }

    /** A question is answered. */
    void answered(Exchange exchange) {
        given++;
        if (!cancelled && state != State.CLOSED) {
            give(() -> subscriber.onNext(exchange.status()));
        }
        ended(exchange);
    }

    /** A question needs no answer any more. */
    void ended(Exchange exchange) {
        running--;
        flux.asks.ended(exchange);
        takeNext();
        if (state == State.STOPPED) {
            wake();
        }
    }

    /** If that question has come, and was not given to the handler yet, it won't be. */
    void recalled(int peer, int number) {
        taking.recalled(peer, number);
    }

    private void give(Runnable signal) {
        try {
            signal.run();
        } catch (Throwable thrown) {
            engine().drop(thrown, subscriber);
        }
    }

    private void giveError(Throwable error) {
        give(() -> flux.asks.check.fail(subscriber, error));
    }

    CoreSubscriber<? super Status> subscriber() {
        return subscriber;
    }

    Asks asks() {
        return flux.asks;
    }

    /** What the user of a rank that asks has called, or the one of this rank for it, for people. */
    String inWords(String call, int source) {
        return flux.asks.check.inWords(call, "source", source, flux.tag);
    }

    Operations messages() {
        return engine().messages();
    }

    @Override
    protected Engine engine() {
        return flux.asks.engine();
    }

    @Override
    protected void onNoEngine(RejectedExecutionException cause) {
        if (state == State.NEW && !cancelled) {
            giveError(badRequest == null ? ContractFailures.of(cause) : badRequest);
        }
    }

    /** Itself and its receive. */
    @Override
    public int idleOperations() {
        return posted ? 2 : 1;
    }

    @Override
    public String toString() {
        return flux.form.answering + "(tag " + flux.tag + ", " + flux.asks.state.inWords() + ")"
                + (running == 0 ? "" : ", " + running + " under way");
    }

    /** The receive of one question after the other. */
    private final class Taking extends Incoming.Owned implements Opening {

        private byte @Nullable [] payload;
        /** Of the peer whose question has met this; more than one while a long one comes, and others were given back to the queue. */
        private final Set<Integer> recalled = new HashSet<>();
        /** Of the question that has come. */
        private @Nullable OperationTrace trace;
        /** The question that goes back to the queue. */
        private Incoming.@Nullable Returned givenBack;

        Taking() {
            super(flux.asks.questions.context(), Incoming.ANY, flux.tag, Incoming.ANY);
        }

        @Override
        public String call() {
            return flux.form.answering;
        }

        @Override
        public ContextView reactorContext() {
            return subscriber.currentContext();
        }

        @Override
        public void goOn(OperationTrace ended) {
            trace = ended;
        }

        @Nullable
        OperationTrace takeTrace() {
            OperationTrace taken = trace;
            trace = null;
            return taken;
        }

        private void endTrace(Outcome outcome, @Nullable Throwable why) {
            OperationTrace ended = takeTrace();
            if (ended != null) {
                ended.over(outcome, why);
            }
        }

        /** A peer gives up a question, which may be the one that has come. */
        void recalled(int peer, int number) {
            if (metSource() != NOT_MET && flux.asks.questions.ranks().worldRank(metSource()) == peer) {
                recalled.add(number);
            }
        }

        boolean isRecalled(int number) {
            if (recalled.isEmpty()) {
                return false;
            }
            boolean found = recalled.contains(number);
            recalled.clear();
            return found;
        }

        @Override
        public boolean isPart() {
            return true;
        }

        /** Without memory for it, the question stays for a handler that has some. */
        @Override
        public boolean holds(long lengthBytes) {
            payload = HeapMemory.of(lengthBytes);
            return payload != null;
        }

        @Override
        public Throwable tooLong(int source, int tag, long lengthBytes) {
            return new MpiException(
                    ErrorClass.NO_MEM,
                    "no memory for a question of " + lengthBytes + " bytes from rank "
                            + flux.asks.questions.ranks().inWords(source) + " with tag " + tag
                            + ", at most " + HeapMemory.LONGEST_ARRAY + " bytes and what the heap has are possible");
        }

        @Override
        protected long room(long lengthBytes) {
            return lengthBytes;
        }

        @Override
        protected byte @Nullable [] payload() {
            return payload;
        }

        @Override
        protected void copyFrom(long position, ByteBuffer source) {
            source.get(Objects.requireNonNull(payload), (int) position, source.remaining());
        }

        @Override
        protected void onReceived(int source, int tag, long lengthBytes) {
            byte[] question = Objects.requireNonNull(payload);
            payload = null;
            reset();
            QuestionTail tail = QuestionTail.of(question);
            if (tail == null) {
                posted = false;
                drop(source, lengthBytes);
                takeNext();
                wake();
            } else {
                onQuestion(source, question, tail);
            }
        }

        /** It is no question, and nobody waits for an answer. */
        private void drop(int source, long lengthBytes) {
            MpiException breach = new MpiException(
                    ErrorClass.INTERN,
                    "a question with tag " + flux.tag + " in " + flux.asks.state.inWords() + " of " + lengthBytes
                            + " bytes has no number");
            endTrace(Outcome.FAILED, breach);
            recalled.clear();
            messages().malformed(flux.asks.questions.ranks().worldRank(source), breach);
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            throw new IllegalStateException("there is room for each question that is matched");
        }

        @Override
        public boolean takesBack(Incoming.Returned message) {
            givenBack = message;
            return false;
        }

        /** There is none, or it went back, and all of it is here. */
        @Override
        protected void onCancelled() {
            posted = false;
            endTrace(Outcome.CANCELLED, null);
            byte[] question = payload;
            Incoming.Returned message = givenBack;
            QuestionTail tail = question == null ? null : QuestionTail.of(question);
            if (message != null && tail != null) {
                int peer = flux.asks.questions.ranks().worldRank(metSource());
                flux.asks.gaveBack(peer, tail.number(), message, isRecalled(tail.number()));
            }
            givenBack = null;
            payload = null;
            reset();
            wake();
        }

        @Override
        protected void onFailed(Throwable why) {
            posted = false;
            endTrace(Outcome.FAILED, why);
            givenBack = null;
            payload = null;
            recalled.clear();
            reset();
            if (why instanceof PeerLostException || why instanceof UnreadableException) {
                // While a question of that rank was coming; the others go on.
                takeNext();
            } else if (state == State.OPEN) {
                stopFor(ContractFailures.of(
                        why, flux.asks.questions.ranks(), flux.form.answering + "(tag " + flux.tag + ")"));
            }
            wake();
        }
    }

    /** A question for other answers than the handler gives: both sides learn of it. */
    private static final class OtherForm extends Exchange {

        OtherForm(Taken question) {
            super(question);
        }

        @Override
        void handle() {
            if (decide()) {
                engine().askNews().refused(AskRefusal.QUESTION_OF_OTHER_FORM);
                Answer answer = Answer.otherForm(handler().flux.form);
                reply(answer, Outcome.FAILED, null);
            }
        }

        @Override
        void cancelWork() {}
    }

    /** Handles questions each time that it is subscribed. */
    static final class Handling extends Flux<Status> {

        private final Asks asks;
        private final QuestionTail.Form form;
        private final int tag;
        private final int concurrency;
        private final Function<Taken, Exchange> work;

        /** Handles questions of a form; {@code work} makes of each what handles it. */
        Handling(Asks asks, QuestionTail.Form form, int tag, int concurrency, Function<Taken, Exchange> work) {
            this.asks = asks;
            this.form = form;
            this.tag = tag;
            this.concurrency = concurrency;
            this.work = work;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Status> subscriber) {
            try {
                asks.check.destination(0, tag);
                if (concurrency < 1) {
                    throw new MpiException(ErrorClass.ARG, "concurrency " + concurrency + " is not positive");
                }
            } catch (RuntimeException wrong) {
                asks.check.refuse(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new Answering(subscriber, this));
        }
    }
}
