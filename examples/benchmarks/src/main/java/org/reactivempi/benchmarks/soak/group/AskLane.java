package org.reactivempi.benchmarks.soak.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.reactivempi.AnswerException;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Each rank asks all others, several questions at a time; each answers, some at once, some on another thread, some by an error; and
 * some askers give up. An answer must be the one to its question.
 */
final class AskLane implements GroupLane {

    private static final int QUESTIONS = 24;
    private static final int AT_ONCE = 8;
    private static final int TAG = 71;
    /** What a question begins with. */
    private static final int AT_ONCE_ANSWERED = 0;

    private static final int ELSEWHERE_ANSWERED = 1;
    private static final int REFUSED = 2;
    private static final int NEVER_ANSWERED = 3;
    private static final int KINDS = 4;
    private static final int LONGEST = 3000;
    private static final Duration PATIENCE = Duration.ofMillis(20);

    @Override
    public String name() {
        return "ask";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        Values values = turn.values();
        List<Mono<Void>> all = new ArrayList<>();
        for (int places = 1; places < turn.size(); places++) {
            int peer = turn.after(places);
            long first = turn.own().nextLong();
            all.add(Flux.range(0, QUESTIONS)
                    .flatMap(i -> question(turn, values, peer, first + i), AT_ONCE)
                    .then());
        }
        Mono<Void> asked = Mono.when(all).then(turn.all().barrier());
        return Flux.<Status>from(turn.all()
                        .<long[], long[]>answer(
                                Codecs.longs(),
                                Codecs.longs(),
                                TAG,
                                AT_ONCE,
                                (question, status) -> answer(turn.all(), values, question, status.source())))
                .takeUntilOther(asked)
                .then();
    }

    private static Mono<Void> question(Turn turn, Values values, int peer, long number) {
        int kind = Math.floorMod(values.at(turn.rank(), number), KINDS);
        int length = 2 + Math.floorMod(values.at(peer, number) >>> 8, LONGEST);
        long[] question = values.longs(turn.rank(), length);
        question[0] = kind;
        question[1] = number;
        Mono<long[]> answer = turn.all().ask(question, Codecs.longs(), Codecs.longs(), peer, TAG);
        Check check = turn.check();
        String what = "answer of rank " + peer + " to a question of " + length + " longs, kind " + kind;
        return switch (kind) {
            case REFUSED ->
                answer.doOnNext(came -> {
                            throw check.failure(what, "an error", came.length + " longs");
                        })
                        .onErrorResume(AnswerException.class, refused -> {
                            check.same(
                                    what,
                                    true,
                                    String.valueOf(refused.getMessage()).contains(refusal(number)));
                            return Mono.empty();
                        })
                        .then();
            case NEVER_ANSWERED ->
                answer.doOnNext(came -> {
                            throw check.failure(what, "nothing", came.length + " longs");
                        })
                        .timeout(PATIENCE, turn.all().scheduler())
                        .onErrorResume(TimeoutException.class, given -> {
                            check.passed(1);
                            return Mono.empty();
                        })
                        .then();
            default ->
                answer.doOnNext(came -> check.longs(what, answerTo(values, peer, question), came))
                        .switchIfEmpty(Mono.error(() -> check.failure(what, "an answer", "none")))
                        .then();
        };
    }

    private static String refusal(long number) {
        return "question " + number + " is refused";
    }

    /** The question's numbers, each with one of the rank that answers. */
    private static long[] answerTo(Values values, int rank, long[] question) {
        long[] answer = question.clone();
        for (int i = 0; i < answer.length; i++) {
            answer[i] ^= values.at(rank, question[1] + i);
        }
        return answer;
    }

    private static Mono<long[]> answer(Communicator all, Values values, long[] question, int source) {
        Mono<long[]> answer = Mono.fromSupplier(() -> answerTo(values, all.rank(), question));
        return switch ((int) question[0]) {
            case AT_ONCE_ANSWERED -> answer;
            case ELSEWHERE_ANSWERED -> answer.subscribeOn(Schedulers.parallel());
            case REFUSED -> Mono.error(new IllegalStateException(refusal(question[1])));
            case NEVER_ANSWERED -> Mono.never();
            default -> Mono.error(new IllegalStateException("rank " + source + " asks what nobody has asked"));
        };
    }
}
