package org.reactivempi.transport.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.UndeliveredException;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.engine.protocol.Messages;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The end of an engine, in order or at once.
 *
 * <pre>
 *  OPEN --close--&gt; CLOSING --all operations have ended, all that was sent has left--&gt; ENDED
 *    |                |                                                                 ^
 *    +-----abort------+--abort--&gt; ABORTING --the peers are told, as far as possible-----+
 * </pre>
 * Operations that start after OPEN fail. A rank that others have given up aborts, and its end is an error.
 */
@OnProgressThread
final class Shutdown {

    private enum State {
        OPEN,
        CLOSING,
        ABORTING,
        ENDED
    }

    private static final Log log = Log.of(Shutdown.class);

    /** An engine that takes longer to close says what it waits for. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A rank that gathers waits for all others. */
    private static final int MOST_TOLD = 20;

    private final RankLoop loop;
    private final CompletionQueue signals;
    private final Messages messages;
    private final Evidence evidence;
    private final Links links;
    private final Runnable release;
    private final Sinks.Empty<Void> ended = Sinks.empty();
    private Consumer<Throwable> alsoAborts = cause -> {};
    private State state = State.OPEN;
    private @Nullable RuntimeException failure;

    /** {@code release} runs at the end: it stops all else that the engine has, and the loop. */
    Shutdown(RankLoop loop, CompletionQueue signals, RankParts parts, Links links, Runnable release) {
        this.loop = loop;
        this.signals = signals;
        this.messages = parts.messages();
        this.evidence = parts.evidence();
        this.links = links;
        this.release = release;
    }

    /** Sets what ends besides the messages where the engine ends at once. */
    void alsoAborts(Consumer<Throwable> more) {
        alsoAborts = more;
    }

    /**
     * Completes as the progress thread's last act, or fails with an {@link UndeliveredException}, or as a rank that is {@linkplain #giveIn given
     * up}; for any thread.
     */
    Mono<Void> ended() {
        return ended.asMono();
    }

    /**
     * Ends the engine when all that was started has ended and all that was sent has left.
     *
     * @param last what is done in between, while the links stand, if anything is; however it ends, and on whatever thread, the engine goes
     *     on to its end
     */
    void close(@Nullable Mono<Void> last) {
        if (state == State.OPEN) {
            state = State.CLOSING;
            messages.close("the session is closed");
            if (last == null) {
                signals.whenIdle(() -> links.close(this::endInOrder));
            } else {
                signals.whenIdle(() -> last.subscribe(none -> {}, this::closeLinks, () -> closeLinks(null)));
            }
            loop.schedule(this::sayWhatIsPending, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void closeLinks(@Nullable Throwable failed) {
        if (failed != null) {
            log.warn("what was to be done at the end of this rank has failed: {}", failed.toString());
        }
        onLoop(() -> {
            if (state == State.CLOSING) {
                signals.whenIdle(() -> links.close(this::endInOrder));
            }
        });
    }

    private void onLoop(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            // The engine was ended at once meanwhile.
        }
    }

    private void sayWhatIsPending() {
        List<String> pending = PendingOperation.lines(evidence.pending());
        if (!pending.isEmpty()) {
            int more = Math.max(0, pending.size() - MOST_TOLD);
            String first = String.join("; ", pending.subList(0, pending.size() - more));
            log.warn("closing waits for {}{}", first, more == 0 ? "" : "; and " + more + " more");
        }
    }

    private void endInOrder() {
        List<PeerLostException> losses = links.silentLosses();
        if (state == State.CLOSING && !losses.isEmpty()) {
            failure = new UndeliveredException(losses);
        }
        end();
    }

    /** Ends the engine at once: whatever runs fails. */
    void abort(String why) {
        if (giveUp(why)) {
            links.abort(why, this::end);
        }
    }

    /** The same, where others have given this rank up: whatever runs fails by that, and so does the end. */
    void giveIn(PeerLostException ownFailure) {
        if (state != State.ENDED && state != State.ABORTING) {
            state = State.ABORTING;
            failure = ownFailure;
            messages.close(ownFailure);
            alsoAborts.accept(messages.abort());
            links.abort(String.valueOf(ownFailure.getMessage()), this::end);
        }
    }

    /**
     * The same, where the job ends all ranks: a peer that heard of it from this rank would not hear the reason, so the links
     * close when all have been told.
     */
    void endWithJob(String why, Mono<Void> allTold) {
        if (giveUp(why)) {
            allTold.subscribe(
                    none -> {},
                    failed -> {},
                    () -> onLoop(() -> {
                        if (state == State.ABORTING) {
                            links.giveUpAll(why, this::end);
                        }
                    }));
        }
    }

    private boolean giveUp(String why) {
        if (state == State.ENDED) {
            return false;
        }
        state = State.ABORTING;
        messages.close(why);
        alsoAborts.accept(messages.abort());
        return true;
    }

    private void end() {
        if (state != State.ENDED) {
            state = State.ENDED;
            release.run();
        }
    }

    /** Says that the engine has ended: the loop's last act. */
    void tellEnd() {
        RuntimeException why = failure;
        if (why == null) {
            ended.tryEmitEmpty();
        } else {
            ended.tryEmitError(why);
        }
    }
}
