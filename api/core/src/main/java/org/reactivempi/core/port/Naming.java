package org.reactivempi.core.port;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/**
 * What a rank asks the one that keeps the names of ports, and what it has published there: rank 0 of its job, unless a name service is set. The
 * keeper is held as long as something is asked or published, so that each of both hears when the other one is lost.
 *
 * <pre>
 *  ASKED --NAMED, UNNAMED--&gt; answered
 *        --the keeper has left the link--&gt; ASKED over another link
 *        --lost--&gt; failed
 * </pre>
 */
@OnProgressThread
final class Naming {

    /** So often the keeper may leave the link just when this rank asks. */
    private static final int MOST_LINKS = 8;

    private static final int NO_PEER = -1;

    private final OtherJobs others;
    private final int rank;
    private final NameDesk own;
    private final @Nullable Service service;
    /** In the order in which they were asked. */
    private final Map<Integer, Question> questions = new LinkedHashMap<>();
    /** Those that are said as soon as it is known where the service is. */
    private final Deque<Question> unsaid = new ArrayDeque<>();

    private final Map<String, Published> published = new HashMap<>();
    private int lastQuestion;

    /**
     * A name service of another job, or of this one.
     *
     * @param job whose rank 0 it is
     * @param secret lets this rank in
     * @param addresses where it is; looked up for each question, and signalled on the progress thread
     */
    record Service(long job, Secret secret, Mono<List<Address>> addresses) {}

    /** A name that this rank has published. */
    private record Published(int keeper, String port) {}

    /** Hears one of both, once. */
    interface Told {

        /** It is done; or the name is that of this port. */
        void onNamed(String port);

        /** It can't be done. */
        void onUnnamed(MpiException why);
    }

    /**
     * Nothing asked yet.
     *
     * @param rank the own one
     * @param own the names that this rank keeps
     * @param service whom it asks; null for rank 0 of the job
     */
    Naming(OtherJobs others, int rank, NameDesk own, @Nullable Service service) {
        this.others = others;
        this.rank = rank;
        this.own = own;
        this.service = service;
    }

    /** Whether nothing is asked, and nothing is published. */
    boolean isIdle() {
        return questions.isEmpty() && published.isEmpty();
    }

    /** Whether an answer has yet to come. */
    boolean isAsking() {
        return !questions.isEmpty();
    }

    /** Asks; {@code told} may hear of the answer at once. */
    Question ask(Step step, NameWords words, Told told) {
        Question asked = new Question(step, words, told);
        questions.put(asked.number, asked);
        asked.begin();
        return asked;
    }

    /** A port is closed: no name is that of it any more; nobody waits until that is known. */
    void withdraw(String port) {
        List.copyOf(questions.values()).forEach(question -> question.onClosed(port));
        List<String> names = published.entrySet().stream()
                .filter(entry -> entry.getValue().port.equals(port))
                .map(Map.Entry::getKey)
                .filter(name -> !isBeingWithdrawn(name))
                .toList();
        names.forEach(this::withdrawName);
    }

    /** Then it may have been published anew since, with another port. */
    private boolean isBeingWithdrawn(String name) {
        return questions.values().stream()
                .anyMatch(question ->
                        question.step == Step.UNPUBLISH && question.words.name().equals(name));
    }

    private void withdrawName(String name) {
        ask(Step.UNPUBLISH, new NameWords(name, ""), new Told() {
            @Override
            public void onNamed(String port) {
                // Nobody waits for it.
            }

            @Override
            public void onUnnamed(MpiException why) {
                // The keeper has gone, and the name with it.
            }
        });
    }

    /** Something that was asked, and has no answer yet. */
    final class Question {

        private final int number = ++lastQuestion;
        private final Step step;
        private final NameWords words;
        private final Told told;
        private int keeper = NO_PEER;
        private int links = 1;
        private boolean cancelled;

        Question(Step step, NameWords words, Told told) {
            this.step = step;
            this.words = words;
            this.told = told;
        }

        private void begin() {
            Service asked = service;
            Published own = published.get(words.name());
            if (asked == null || asked.job() == others.ownJob()) {
                askOwnJob();
            } else if (step == Step.UNPUBLISH && own != null && keeper == NO_PEER) {
                // The link stands, wherever the name of the service's host leads now.
                keeper = own.keeper;
                others.hold(keeper);
                say();
            } else {
                unsaid.add(this);
                if (unsaid.size() == 1) {
                    asked.addresses().subscribe(found -> sayTo(asked, found), Naming.this::onUnknown);
                }
            }
        }

        private void askOwnJob() {
            if (rank == 0) {
                answerHere();
            } else {
                keeper = 0;
                say();
            }
        }

        private void answerHere() {
            keeper = rank;
            String answer;
            try {
                answer = own.answer(rank, step, words);
            } catch (MpiException no) {
                onUnnamed(no);
                return;
            }
            onNamed(answer);
        }

        private void call(Service asked, List<Address> found) {
            int left = keeper;
            keeper = others.meet(asked.job(), 0, found, others.ofPair(asked.secret(), asked.job()));
            if (left != NO_PEER) {
                others.release(left);
            }
            say();
        }

        private void say() {
            others.say(keeper, new Words(step, 0, number, 0, words.encoded()).encoded());
        }

        private boolean isAsked() {
            return questions.get(number) == this;
        }

        /** Nobody wants the answer any more: what was published meanwhile is withdrawn again. */
        void cancel() {
            cancelled = true;
        }

        private void onClosed(String port) {
            if (step == Step.PUBLISH && words.port().equals(port) && !cancelled) {
                cancel();
                told.onUnnamed(new MpiException(ErrorClass.PORT, "the port was closed before it had the name"));
            }
        }

        private void onNamed(String port) {
            switch (step) {
                case PUBLISH -> {
                    questions.remove(number);
                    published.put(words.name(), new Published(keeper, words.port()));
                    if (cancelled) {
                        withdrawName(words.name());
                        return;
                    }
                }
                case UNPUBLISH -> {
                    forget(words.name());
                    end();
                }
                default -> end();
            }
            if (!cancelled) {
                told.onNamed(port);
            }
        }

        private void onUnnamed(MpiException why) {
            if (step == Step.UNPUBLISH) {
                // It is not this rank's, or not any more.
                forget(words.name());
            }
            fail(why);
        }

        private void fail(MpiException why) {
            end();
            if (!cancelled) {
                told.onUnnamed(why);
            }
        }

        private void end() {
            questions.remove(number);
            if (keeper != NO_PEER) {
                others.release(keeper);
            }
        }

        /** Whether the keeper has not ended, but had left the link when this came there. */
        private boolean hasCrossedGoodbye(Throwable cause) {
            return links < MOST_LINKS
                    && !others.isOwn(keeper)
                    && cause instanceof PeerLostException lost
                    && lost.hasFinalized();
        }

        private void onLost(Throwable cause) {
            if (hasCrossedGoodbye(cause)) {
                links++;
                begin();
            } else {
                fail(unreached(cause));
            }
        }
    }

    /** In the order in which they were asked. */
    private void sayTo(Service asked, List<Address> found) {
        takeUnsaid().forEach(question -> question.call(asked, found));
    }

    private void onUnknown(Throwable why) {
        takeUnsaid().forEach(question -> question.fail(unreached(why)));
    }

    private List<Question> takeUnsaid() {
        List<Question> waiting = unsaid.stream().filter(Question::isAsked).toList();
        unsaid.clear();
        return waiting;
    }

    private static MpiException unreached(Throwable cause) {
        return new MpiException(
                ErrorClass.SERVICE,
                "who keeps the names can't be reached, or does not let this rank in: "
                        + ContractFailures.of(cause).getMessage(),
                cause);
    }

    private void forget(String name) {
        Published gone = published.remove(name);
        if (gone != null) {
            others.release(gone.keeper);
        }
    }

    /** A peer has answered. */
    void onAnswer(int peer, Words answer) {
        Question asked = questions.get(answer.to());
        if (asked == null) {
            return;
        }
        if (asked.keeper != peer) {
            throw new ProtocolException("it answers a question to another one");
        }
        if (answer.step() == Step.UNNAMED) {
            asked.onUnnamed(answer.whyUnnamed());
            return;
        }
        String port = answer.text();
        if (asked.step == Step.LOOKUP == port.isEmpty()) {
            throw new ProtocolException("a question of a name has the answer \"" + port + "\"");
        }
        asked.onNamed(port);
    }

    /** Nothing comes from a peer any more. */
    void onLost(int peer, Throwable cause) {
        List<String> lost = published.entrySet().stream()
                .filter(entry -> entry.getValue().keeper == peer)
                .map(Map.Entry::getKey)
                .toList();
        lost.forEach(this::forget);
        for (Question question : List.copyOf(questions.values())) {
            if (question.keeper == peer && question.isAsked()) {
                question.onLost(cause);
            }
        }
    }

    /** The rank ends. */
    void end(MpiException why) {
        for (Question question : List.copyOf(questions.values())) {
            if (question.isAsked()) {
                question.fail(why);
            }
        }
    }
}
