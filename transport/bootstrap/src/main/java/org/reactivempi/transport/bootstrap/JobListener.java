package org.reactivempi.transport.bootstrap;

import reactor.core.publisher.Mono;

/** Who is told what the launcher or another rank has to say. Called on any thread; must not block. */
public interface JobListener {

    /** The user asks the launcher what the ranks wait for: time to tell, for this rank. */
    void onAsked();

    /**
     * The process of another rank has ended without finalizing.
     *
     * @param rank 0 to {@code size - 1}, but not this one
     */
    void onFailed(int rank);

    /**
     * A rank has ended the job, and this rank's process lives on.
     *
     * @param why which rank it was, and its code
     * @param allTold completes when every rank of this process has been told: a rank that then hears of another's end knows the reason
     */
    void onAborted(String why, Mono<Void> allTold);
}
