package org.reactivempi.spring.session;

import org.springframework.context.SmartLifecycle;

/**
 * Tells when the session is up: before listeners and web servers. A stop leaves it alone, as a start may follow, in a paused context
 * of tests or after a restore: the rank stays in its job, and its links stay up. It closes when the context does, after all beans
 * that have it.
 */
public final class SessionLifecycle implements SmartLifecycle {

    /** Below the web server's and the listeners', so that it is up before them. */
    public static final int PHASE = DEFAULT_PHASE - 8192;

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
    public void stop() {
        running = false;
    }

    @Override
    public boolean isPauseable() {
        return false;
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
