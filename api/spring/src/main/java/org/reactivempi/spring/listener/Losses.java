package org.reactivempi.spring.listener;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.RevokedException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How a listener goes on, also after errors: some of the ranks it survives, and others end it. */
final class Losses {

    private static final Log log = LogFactory.getLog(Losses.class);

    private final Listening listening;
    private final Stopping stopping;
    private final AtomicReference<@Nullable Group> without = new AtomicReference<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    Losses(Listening listening, Stopping stopping) {
        this.listening = listening;
        this.stopping = stopping;
    }

    /** Repeats a turn until listening ends, as often at once as the listener's concurrency says; completes after the last. */
    Mono<Void> whileListening(Mono<Void> turn) {
        int concurrency = listening.concurrency();
        Mono<Void> turns = turn.repeat(() -> !stopping.isStopping()).then().onErrorResume(this::ended);
        return Flux.range(0, concurrency).flatMap(each -> turns, concurrency).then();
    }

    /** Whether an error says that no more can come, or that some rank is out of reach. */
    boolean isOfTheRank(@Nullable Throwable error) {
        if (error instanceof ProcessFailedException
                || error instanceof ProcessFailedPendingException
                || error instanceof RevokedException) {
            return true;
        }
        return error instanceof MpiException mpi
                && switch (mpi.errorClass()) {
                    case SESSION, COMM, RANK, TAG, ARG -> true;
                    default -> false;
                };
    }

    /** From any source, the ranks that are left can go on sending. What ends the listener is signalled again. */
    Mono<Void> survived(Throwable error) {
        if (error instanceof ProcessFailedPendingException) {
            return listening
                    .communicator()
                    .failures()
                    .acknowledge()
                    .doOnNext(this::goesOnWithout)
                    .then();
        }
        return isOfTheRank(error) ? Mono.error(error) : listening.reports().of(null, error);
    }

    /** Said once, however many turns hear of it. */
    private void goesOnWithout(Group failed) {
        if (!failed.equals(without.getAndSet(failed))) {
            log.warn(listening.method() + " goes on without the ranks that have failed: " + worldRanks(failed));
        }
    }

    /** The listener's end before its time; said once, too. */
    Mono<Void> ended(Throwable error) {
        if (stopping.isStopping()) {
            log.debug(listening.method() + " has ended", error);
            return Mono.empty();
        }
        return ended.getAndSet(true)
                ? Mono.empty()
                : isInOrder(error).doOnNext(inOrder -> sayEnded(inOrder, error)).then();
    }

    /** Whether the listener's rank has finalized, which is how all jobs end, and nothing to warn of. */
    private Mono<Boolean> isInOrder(Throwable error) {
        return error instanceof ProcessFailedException gone
                ? listening
                        .communicator()
                        .failures()
                        .failed()
                        .map(failed -> !worldRanks(failed).contains(gone.rank()))
                        .onErrorReturn(false)
                : Mono.just(false);
    }

    private static List<Integer> worldRanks(Group group) {
        return IntStream.range(0, group.size()).mapToObj(group::worldRank).toList();
    }

    private void sayEnded(boolean inOrder, Throwable error) {
        String end = listening.method() + " has ended, and gets no more messages: " + error.getMessage();
        if (inOrder) {
            log.info(end);
        } else {
            log.warn(end);
        }
    }
}
