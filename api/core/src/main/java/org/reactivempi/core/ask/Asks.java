package org.reactivempi.core.ask;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.FreeNumbers;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivempi.transport.engine.port.QuestionNews;

/** Which questions of a communicator are under way: the ones that this rank asks, and the ones that it handles. */
public final class Asks implements QuestionNews.Listener {

    private static final int MOST_AT_ONCE = 512;

    final RankMap check;
    final EngineCommunicator state;
    final OperationContext questions;
    final OperationContext answers;
    /** Where answers that are streams go, and questions. */
    final CommunicatorStreams streams;

    private final Map<Integer, Answering> handlers = new HashMap<>();
    private final FreeNumbers numbers = new FreeNumbers();

    /** Questions that a handler has given back and none has begun since, by {@link #key}. */
    private final Map<Long, Returned> returned = new HashMap<>();

    /** No handler will come any more. */
    private boolean closed;

    private boolean listening;
    /** The questions that handlers have taken and not answered, by {@link #key}: thousands may be given up at once. */
    private final Map<Long, Exchange> running = new HashMap<>();
    /** The questions whose answers are streams, until these have ended. Their numbers are free before: it is the ends of streams that know them. */
    private Set<Exchange> streaming = Set.of();

    /**
     * No questions yet.
     *
     * @param check says what is wrong with a user's arguments
     * @param state the communicator as reports see it
     * @param questions where it is asked; knows the communicator's ranks, also when it is freed
     * @param answers where it is answered
     * @param streams where streams go that are asked for
     */
    public Asks(
            RankMap check,
            EngineCommunicator state,
            OperationContext questions,
            OperationContext answers,
            CommunicatorStreams streams) {
        this.check = check;
        this.streams = streams;
        this.state = state;
        this.questions = questions;
        this.answers = answers;
    }

    Engine engine() {
        return questions.engine();
    }

    // On the progress thread.

    /** A number that no question of this rank has, for one that begins. */
    int takeNumber() {
        listen();
        return numbers.take();
    }

    /** Nothing of the question with this number is on its way any more. */
    void giveBack(int number) {
        numbers.giveBack(number);
    }

    /** A handler begins; throws where its tag has one. */
    void add(int tag, Answering handler) {
        if (handlers.putIfAbsent(tag, handler) != null) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "tag " + tag + " has a handler on rank " + questions.rank() + " already, in " + state.inWords());
        }
        listen();
    }

    /** Hears from now on what is said of questions of this communicator. */
    private void listen() {
        if (!listening) {
            listening = true;
            engine().askNews().listen(ContextId.communicator(questions.context()), this);
        }
    }

    /** A handler takes no more questions. */
    void remove(int tag, Answering handler) {
        handlers.remove(tag, handler);
    }

    /** A question has been taken. */
    void began(Exchange exchange) {
        if (exchange.outlivesItsNumber()) {
            if (streaming.isEmpty()) {
                streaming = new LinkedHashSet<>();
            }
            streaming.add(exchange);
        } else {
            // In the place of one that is decided, whose number its asker uses again, or that asked in another process.
            running.put(exchange.key(), exchange);
        }
    }

    /** A question is answered, or its asker is lost. */
    void ended(Exchange exchange) {
        running.remove(exchange.key(), exchange);
        if (!streaming.isEmpty()) {
            streaming.remove(exchange);
        }
    }

    /** Whether a question is handled on this rank, or may be: what {@link Operations#runs} doesn't know of. */
    public boolean areHandled() {
        return !running.isEmpty() || !streaming.isEmpty() || !handlers.isEmpty();
    }

    /** No question will come any more: handlers complete when those are answered that they have taken. */
    public void close() {
        closed = true;
        endHandlers();
        List.copyOf(returned.values()).forEach(this::decline);
    }

    /** Handlers complete when those are answered that they have taken; others may begin. */
    public void endHandlers() {
        List.copyOf(handlers.values()).forEach(Answering::onClosing);
    }

    /** No question of this communicator is under way, and none will come. */
    public void stopListening() {
        engine().askNews().stopListening(ContextId.communicator(questions.context()), this);
    }

    /** A question goes back to the queue. It had met a handler, and its asker has been told that it was taken. */
    void gaveBack(int peer, int number, Incoming.Returned message, boolean recalled) {
        Returned question = new Returned(peer, number, message);
        returned.put(key(peer, number), question);
        tellAsker(question, false);
        if (recalled) {
            recall(question);
        } else if (closed) {
            decline(question);
        }
    }

    /** Out of the queue; if the next handler is about to get it, that one gives it up. */
    private void recall(Returned question) {
        if (engine().messages().drop(question.message)) {
            end(question, Answer.RECALLED);
        } else {
            question.recalled = true;
        }
    }

    /** Its asker is not told by the engine that it was dropped, since it is received as far as that knows. */
    private void decline(Returned question) {
        engine().messages().drop(question.message);
        end(question, Answer.FREED);
    }

    private void end(Returned question, Answer answer) {
        returned.remove(key(question.peer, question.number));
        engine().messages().send(new Refusal(question, answer));
    }

    /** A handler has a question; true if it was recalled while it was in the queue. */
    boolean wasRecalled(int peer, int number) {
        Returned question = returned.isEmpty() ? null : returned.remove(key(peer, number));
        if (question == null) {
            return false;
        }
        if (!question.recalled) {
            tellAsker(question, true);
        }
        return question.recalled;
    }

    /** For its reports: to it the message that the question is has been received once and for all. */
    private void tellAsker(Returned question, boolean taken) {
        engine().askNews().moved(question.peer, ContextId.communicator(questions.context()), question.number, taken);
    }

    /** What a question is known by, among those of all ranks. */
    static long key(int peer, int number) {
        return (long) peer << Integer.SIZE | number;
    }

    /** Cancels what works for one handler, some at a time: this rank hears the others in between. */
    void cancelAll(Answering handler) {
        cancelNext(underWay(exchange -> exchange.isOf(handler)).iterator());
    }

    /** A copy: each may end, and leave the tables. */
    private List<Exchange> underWay(Predicate<Exchange> wanted) {
        return Stream.concat(running.values().stream(), streaming.stream())
                .filter(wanted)
                .toList();
    }

    private void cancelNext(Iterator<Exchange> left) {
        for (int i = 0; i < MOST_AT_ONCE && left.hasNext(); i++) {
            left.next().abandoned();
        }
        if (left.hasNext()) {
            Exchange next = left.next();
            next.later(() -> {
                next.abandoned();
                cancelNext(left);
            });
        }
    }

    @Override
    public void onRecalled(int peer, int number) {
        Exchange question = running.get(key(peer, number));
        if (question == null) {
            // A question that has just come is about to be given to its handler.
            handlers.values().forEach(handler -> handler.recalled(peer, number));
            Returned waiting = returned.get(key(peer, number));
            if (waiting != null) {
                recall(waiting);
            }
        } else {
            question.recalled();
        }
    }

    @Override
    public void onMoved(int peer, int number, boolean taken) {
        engine().messages()
                .forEachPosted(
                        answers.context(),
                        state.nameOf(answers.context(), peer),
                        number,
                        receive -> Inquiry.moved(receive, this, peer, number, taken));
    }

    @Override
    public void onLost(int peer) {
        returned.keySet().removeIf(question -> question >>> Integer.SIZE == peer);
        underWay(exchange -> exchange.isFrom(peer)).forEach(Exchange::lost);
    }

    /** A question that went back to the queue. */
    private static final class Returned {

        final int peer;
        final int number;
        final Incoming.Returned message;
        boolean recalled;

        Returned(int peer, int number, Incoming.Returned message) {
            this.peer = peer;
            this.number = number;
            this.message = message;
        }
    }

    /** What the asker of a question gets that no handler has begun. */
    private final class Refusal extends Tailed {

        Refusal(Returned question, Answer answer) {
            super(answers, question.peer, question.number, answer);
        }

        @Override
        protected void onDone() {}

        /** The asker is lost, or doesn't wait any more since the communicator is revoked. */
        @Override
        protected void onFailed(Throwable failure) {}
    }
}
