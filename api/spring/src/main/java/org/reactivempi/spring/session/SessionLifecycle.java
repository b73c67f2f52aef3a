package org.reactivempi.spring.session;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Ties the session to the application: the first to be up, and the last to go, when listeners and web servers have ended and
 * nothing of theirs is under way. Closing takes at most {@code spring.lifecycle.timeout-per-shutdown-phase}; then the rank goes
 * without an orderly end.
 */
public final class SessionLifecycle implements SmartLifecycle {

    /** Below the web server's and the listeners', so that it stops after them. */
    public static final int PHASE = DEFAULT_PHASE - 8192;

    private static final Log log = LogFactory.getLog(SessionLifecycle.class);

    private final StartingSession session;
    private volatile boolean running;

    /**
     * The lifecycle of a session.
     *
     * @param session the application's
     */
    public SessionLifecycle(StartingSession session) {
        this.session = session;
    }

    @Override
    public void start() {
        session.announce();
        running = true;
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        session.close()
                .doOnError(error -> log.warn("The session has not closed in order: " + error.getMessage()))
                .onErrorComplete()
                .subscribe(nothing -> {}, error -> callback.run(), callback);
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
