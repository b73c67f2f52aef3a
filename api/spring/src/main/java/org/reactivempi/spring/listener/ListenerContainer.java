package org.reactivempi.spring.listener;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spring.MpiListeners;
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
public final class ListenerContainer implements MpiListeners, SmartLifecycle, SmartInitializingSingleton {

    /** Above the session's, which is there before and after; below the web server's, whose requests may need them. */
    public static final int PHASE = DEFAULT_PHASE - 4096;

    private final ListenerScan scan;
    private final ListenerFactory factory;
    private final Map<String, Listening> listenings = new LinkedHashMap<>();
    private final Set<Listening> paused = new HashSet<>();
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
        listenings.put(freeId(method), listening);
        if (running != null) {
            running.add(listening);
        }
    }

    /** Of methods without an id of their own, such as those of several beans of a class, each further one gets a number. */
    private String freeId(ListenerMethod method) {
        String id = method.id();
        Listening other = listenings.get(id);
        if (other != null && !method.annotation().id().isEmpty()) {
            throw new ListenerException(method + " and " + other.method() + " have the same id, \"" + id + "\"");
        }
        String free = id;
        for (int number = 2; listenings.containsKey(free); number++) {
            free = id + "#" + number;
        }
        return free;
    }

    @Override
    public void afterSingletonsInstantiated() {
        scan.handOver(this::add);
    }

    @Override
    public synchronized void start() {
        if (running == null) {
            running = new ListenerRun(List.copyOf(listenings.values()), paused::contains);
        }
    }

    @Override
    public synchronized List<String> ids() {
        return List.copyOf(listenings.keySet());
    }

    private Listening listening(String id) {
        Listening known = listenings.get(id);
        if (known == null) {
            throw new IllegalArgumentException(
                    "there is no listener with the id \"" + id + "\", but " + listenings.keySet());
        }
        return known;
    }

    @Override
    public synchronized boolean isPaused(String id) {
        return paused.contains(listening(id));
    }

    @Override
    public synchronized Mono<Void> pause(String id) {
        Listening listening = listening(id);
        paused.add(listening);
        if (running == null) {
            return Mono.empty();
        }
        running.update();
        return running.ended(listening);
    }

    @Override
    public synchronized void resume(String id) {
        if (paused.remove(listening(id)) && running != null) {
            running.update();
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
