package org.reactivempi.spring.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.bootstrap.pmi.PmiJoin;

/**
 * The application's session, which starts while the application does, and lives as long.
 *
 * <pre>
 *  bean made --&gt; STARTING --joined--&gt; JOINED --announced--&gt; UP --end, in time--&gt; CLOSED
 *                    |                   |                   |
 *                    +--------end--------+--end, not in time-+--&gt; others see a rank that is lost
 * </pre>
 *
 * <p>A caller that needs the session waits for it, and nobody else does. The thread that starts it is of the maker's thread group, so
 * that ranks which share a JVM keep their places.
 */
public final class StartingSession {

    private static final Log log = LogFactory.getLog(StartingSession.class);
    private static final Duration ABANDONED = Duration.ofSeconds(5);

    private final CompletableFuture<Session> session = new CompletableFuture<>();
    private final Duration limit;
    private final Duration grace;
    private final boolean launched = PmiJoin.launched(System.getenv())
            || RankThreadGroup.of(Thread.currentThread()).isPresent();
    private volatile boolean up;

    /**
     * Starts a session.
     *
     * @param settings what differs from system properties and environment
     * @param limit how long the start may take, until all ranks have come
     * @param grace how long an orderly end may take
     */
    public StartingSession(Settings settings, Duration limit, Duration grace) {
        this.limit = limit;
        this.grace = grace;
        Thread starter = new Thread(() -> start(settings), "reactive-mpi-start");
        starter.setDaemon(true);
        starter.start();
    }

    private void start(Settings settings) {
        try {
            Session.start(settings).subscribe(session::complete, session::completeExceptionally);
        } catch (RuntimeException | LinkageError e) {
            session.completeExceptionally(e);
        }
    }

    /**
     * Waits for the session.
     *
     * @return the session, joined
     * @throws SessionStartException if it has not started, or not in time
     */
    public Session await() {
        try {
            return session.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new SessionStartException("not all ranks have come within " + limit.toMillis()
                    + " ms, which reactivempi.session.start-timeout allows");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStartException("interrupted while the session was starting", e);
        }
    }

    private static SessionStartException failed(Throwable error) {
        return new SessionStartException(String.valueOf(error.getMessage()), error);
    }

    /** Says in the log which rank this is. */
    void announce() {
        Communicator world = await().world();
        if (up) {
            return;
        }
        up = true;
        if (world.size() > 1 || launched) {
            log.info("Rank " + world.rank() + " of " + world.size());
        } else {
            log.info(
                    "No launcher has started this application, and reactivempi.peers is not set: it is rank 0 of a world of"
                            + " one");
        }
    }

    /** With the context: in order if the application was up, and there is time for it; else others see a rank that is lost. */
    public void end() {
        if (!up) {
            session.cancel(false);
            abandon("the application has not started");
        } else if (!closes()) {
            abandon("the application has closed");
        }
    }

    private boolean closes() {
        try {
            session.join().close().toFuture().get(grace.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            log.warn("The session has not closed in order: "
                    + failed(e.getCause() == null ? e : e.getCause()).getMessage());
        } catch (TimeoutException e) {
            log.warn(
                    "The session has not closed within " + grace.toMillis()
                            + " ms, which spring.lifecycle.timeout-per-shutdown-phase allows: this rank ends without an orderly end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            log.warn("The session has not closed in order: interrupted");
        }
        return false;
    }

    private void abandon(String why) {
        if (!session.isCompletedExceptionally() && session.join() instanceof CoreSession joined) {
            joined.abort(why).onErrorComplete().block(ABANDONED);
        }
    }
}
