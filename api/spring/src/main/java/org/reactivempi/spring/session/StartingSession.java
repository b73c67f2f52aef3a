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
import reactor.core.publisher.Mono;

/**
 * The application's session, which starts while the application does.
 *
 * <pre>
 *  bean made --&gt; STARTING --joined--&gt; RUNNING --close--&gt; CLOSED
 *                    |                   |
 *                    +-----abandon-------+--&gt; others see a rank that is lost
 * </pre>
 *
 * <p>Who needs the session waits for it, and nobody else does. The thread that starts it is of the maker's thread group, so
 * that ranks which share a JVM keep their places.
 */
public final class StartingSession {

    private static final Log log = LogFactory.getLog(StartingSession.class);
    private static final Duration ABANDONED = Duration.ofSeconds(5);

    private final CompletableFuture<Session> session = new CompletableFuture<>();
    private final Duration limit;
    private final boolean launched = PmiJoin.launched(System.getenv())
            || RankThreadGroup.of(Thread.currentThread()).isPresent();
    private volatile boolean closing;
    private volatile boolean closed;

    /**
     * Starts a session.
     *
     * @param settings what differs from system properties and environment
     * @param limit how long the start may take, until all ranks have come
     */
    public StartingSession(Settings settings, Duration limit) {
        this.limit = limit;
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
        if (world.size() > 1 || launched) {
            log.info("Rank " + world.rank() + " of " + world.size());
        } else {
            log.info(
                    "No launcher has started this application, and reactivempi.peers is not set: it is rank 0 of a world of"
                            + " one");
        }
    }

    /**
     * Finalizes.
     *
     * @return cold; completes when the session is closed
     */
    Mono<Void> close() {
        return Mono.defer(() -> {
            closing = true;
            return Mono.fromFuture(session, true).flatMap(Session::close).doOnSuccess(end -> closed = true);
        });
    }

    /** The application goes without an orderly end: it has not come up, or had no more time. */
    public void abandon() {
        session.cancel(false);
        if (closed || session.isCompletedExceptionally() || !(session.join() instanceof CoreSession joined)) {
            return;
        }
        String why = closing ? "the application has closed" : "the application has not started";
        joined.abort(why).onErrorComplete().block(ABANDONED);
    }
}
