package org.reactivempi.spring.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * All listeners of an application, from the end of its start to the beginning of its end.
 *
 * <pre>
 *  beans are made --&gt; all are there: add --&gt; start --&gt; RUNNING --stop--&gt; nothing new --&gt; all under way has ended
 * </pre>
 */
public final class ListenerContainer implements SmartLifecycle, SmartInitializingSingleton {

    /** Above the session's, which is there before and after; below the web server's, whose requests may need them. */
    public static final int PHASE = DEFAULT_PHASE - 4096;

    private final ListenerScan scan;
    private final ListenerFactory factory;
    private final List<Listening> listenings = new ArrayList<>();
    private final Stopping stopping = new Stopping();
    private final List<AskLoop> askLoops = new ArrayList<>();
    private final List<Mono<Void>> loops = new ArrayList<>();
    private volatile boolean started;

    /**
     * A container without listeners, until all beans are there.
     *
     * @param scan finds the listeners
     * @param factory gives them what they work with
     */
    public ListenerContainer(ListenerScan scan, ListenerFactory factory) {
        this.scan = scan;
        this.factory = factory;
    }

    private synchronized void add(ListenerMethod method) {
        Listening listening = factory.listening(method, stopping);
        listenings.add(listening);
        if (listening.method().answers()) {
            prepareToAnswer(listening);
        }
        if (started) {
            run(listening);
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        scan.handOver(this::add);
    }

    @Override
    public synchronized void start() {
        started = true;
        listenings.forEach(this::run);
        askLoops.forEach(loop -> run(loop.run()));
    }

    private void run(Listening listening) {
        boolean ofStreams = listening.method().signature().takes() == Takes.STREAM;
        run(ofStreams ? new StreamLoop(listening).run() : new MessageLoop(listening).run());
    }

    /** Listeners for one tag, of different sources, share what takes its questions. */
    private void prepareToAnswer(Listening listening) {
        Optional<AskLoop> known =
                askLoops.stream().filter(loop -> loop.isFor(listening)).findFirst();
        if (known.isPresent()) {
            known.get().add(listening);
            return;
        }
        AskLoop loop = new AskLoop(listening);
        askLoops.add(loop);
        if (started) {
            run(loop.run());
        }
    }

    private void run(Mono<Void> loop) {
        Mono<Void> end = loop.cache();
        loops.add(end);
        end.subscribe();
    }

    @Override
    public synchronized void stop(Runnable callback) {
        started = false;
        stopping.stop();
        Mono.whenDelayError(loops).onErrorComplete().subscribe(nothing -> {}, error -> callback.run(), callback);
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return started;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
