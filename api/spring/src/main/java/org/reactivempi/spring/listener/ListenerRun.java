package org.reactivempi.spring.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** What listens from one start to the stop that follows it. The container's lock guards it. */
final class ListenerRun {

    private final Stopping stopping = new Stopping();
    private final List<AskLoop> askLoops = new ArrayList<>();
    private final List<Mono<Void>> ends = new ArrayList<>();

    ListenerRun(List<Listening> listenings) {
        listenings.forEach(this::receive);
        listenings.forEach(this::prepareToAnswer);
        askLoops.forEach(loop -> run(loop.run()));
    }

    /** One more, of a bean that was made late. */
    void add(Listening listening) {
        receive(listening);
        prepareToAnswer(listening).ifPresent(loop -> run(loop.run()));
    }

    private void receive(Listening listening) {
        boolean ofStreams = listening.method().signature().takes() == Takes.STREAM;
        run(ofStreams ? new StreamLoop(listening, stopping).run() : new MessageLoop(listening, stopping).run());
    }

    /** Listeners for one tag, of different sources, share what takes its questions: a new one, if there was none. */
    private Optional<AskLoop> prepareToAnswer(Listening listening) {
        if (!listening.method().answers()) {
            return Optional.empty();
        }
        Optional<AskLoop> known =
                askLoops.stream().filter(loop -> loop.isFor(listening)).findFirst();
        if (known.isPresent()) {
            known.get().add(listening);
            return Optional.empty();
        }
        AskLoop loop = new AskLoop(listening, stopping);
        askLoops.add(loop);
        return Optional.of(loop);
    }

    private void run(Mono<Void> loop) {
        Mono<Void> end = loop.cache();
        ends.add(end);
        end.subscribe();
    }

    /** Takes nothing new. Completes when all that was under way has ended. */
    Mono<Void> stop() {
        stopping.stop();
        return Mono.whenDelayError(ends).onErrorComplete();
    }
}
