package org.reactivempi.spring.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What listens from one start to the stop that follows it, but for what is paused. The container's lock guards it. */
final class ListenerRun {

    private final Predicate<Listening> isPaused;
    private final List<Loop> loops = new ArrayList<>();

    /** All begin to listen that are not paused. */
    ListenerRun(List<Listening> listenings, Predicate<Listening> isPaused) {
        this.isPaused = isPaused;
        listenings.forEach(this::prepare);
        update();
    }

    /** One more, of a bean that was made late. */
    void add(Listening listening) {
        prepare(listening);
        update();
    }

    private void prepare(Listening listening) {
        if (listening.method().receives()) {
            loops.add(new Loop(
                    listening,
                    stopping -> listening.method().signature().takes() == Takes.STREAM
                            ? new StreamLoop(listening, stopping).run()
                            : new MessageLoop(listening, stopping).run()));
        }
        if (listening.method().answers() != Answers.NOTHING) {
            loops.stream()
                    .filter(loop -> loop.answers && loop.isFor(listening))
                    .findFirst()
                    .ifPresentOrElse(loop -> loop.members.add(listening), () -> loops.add(new Loop(listening)));
        }
    }

    /** Starts and stops loops as their listeners are paused or not. */
    void update() {
        for (Loop loop : loops) {
            if (loop.members.stream().anyMatch(isPaused)) {
                loop.stop();
            } else {
                loop.start();
            }
        }
    }

    /** Completes when all has ended that a paused listener has taken. */
    Mono<Void> ended(Listening listening) {
        return Mono.whenDelayError(loops.stream()
                        .filter(loop -> loop.members.contains(listening))
                        .map(Loop::end)
                        .toList())
                .onErrorComplete();
    }

    /** Takes nothing new. Completes when all that was under way has ended. */
    Mono<Void> stop() {
        return Mono.whenDelayError(loops.stream().map(Loop::stop).toList()).onErrorComplete();
    }

    /** One receive or handler for some listeners: those of one tag, of different sources, share what takes their questions. */
    private static final class Loop {

        /** What takes the questions sees one that is added while it runs. */
        private final List<Listening> members = new CopyOnWriteArrayList<>();

        private final boolean answers;
        private final Function<Stopping, Mono<Void>> run;
        private @Nullable Stopping running;
        /** Those of its runs, also of earlier ones, that have not ended. */
        private final List<Mono<Void>> ends = new CopyOnWriteArrayList<>();

        /** Of what one listener receives. */
        Loop(Listening listening, Function<Stopping, Mono<Void>> run) {
            this.members.add(listening);
            this.answers = false;
            this.run = run;
        }

        /** Of what is asked. */
        Loop(Listening first) {
            this.members.add(first);
            this.answers = true;
            this.run = stopping -> new AskLoop(members, stopping).run();
        }

        /** Whether a question to one may be one to the other. */
        boolean isFor(Listening other) {
            Listening first = members.get(0);
            return first.communicator() == other.communicator() && first.tag() == other.tag();
        }

        void start() {
            if (running == null) {
                running = new Stopping();
                Mono<Void> end = run.apply(running).cache();
                ends.add(end);
                end.subscribe(nothing -> {}, error -> ends.remove(end), () -> ends.remove(end));
            }
        }

        Mono<Void> stop() {
            if (running != null) {
                running.stop();
                running = null;
            }
            return end();
        }

        /** Completes when all that it has taken has ended. */
        Mono<Void> end() {
            return Mono.whenDelayError(List.copyOf(ends));
        }
    }
}
