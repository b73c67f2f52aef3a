package org.reactivempi.spring.listener;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * All listeners of an application, from the end of its start to the beginning of its end, and again after each stop that is no end:
 * a paused context of tests, a restore. What comes meanwhile waits as messages do that no receive has met.
 *
 * <pre>
 *  beans are made --&gt; all are there: add --&gt; start --&gt; RUNNING --stop--&gt; nothing new --&gt; all under way has ended
 *                                           ^                                            |
 *                                           +--------------------------------------------+
 * </pre>
 */
public final class ListenerContainer implements SmartLifecycle, SmartInitializingSingleton {

    /** Above the session's, which is there before and after; below the web server's, whose requests may need them. */
    public static final int PHASE = DEFAULT_PHASE - 4096;

    private final ListenerScan scan;
    private final ListenerFactory factory;
    private final List<Listening> listenings = new ArrayList<>();
    private @Nullable ListenerRun running;

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
        Listening listening = factory.listening(method);
        listenings.add(listening);
        if (running != null) {
            running.add(listening);
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        scan.handOver(this::add);
    }

    @Override
    public synchronized void start() {
        if (running == null) {
            running = new ListenerRun(listenings);
        }
    }

    @Override
    public void stop(Runnable callback) {
        end().subscribe(nothing -> {}, error -> callback.run(), callback);
    }

    /** Outside of the monitor goes what waits for the end: it runs code of the application. */
    private synchronized Mono<Void> end() {
        ListenerRun ending = running;
        running = null;
        return ending == null ? Mono.empty() : ending.stop();
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
