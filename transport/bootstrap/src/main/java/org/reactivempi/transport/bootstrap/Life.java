package org.reactivempi.transport.bootstrap;

import java.util.Set;
import reactor.core.publisher.Mono;

/** How a rank ends. Any thread may call. */
public interface Life {

    /**
     * Comes to the rank's orderly end: its peers may know that it is about to finish, {@code closing} runs, and the launcher is
     * told, also where {@code closing} fails. The last command; frees thread and connection.
     *
     * @param closing closes what the rank has opened
     * @return cold; completes when the launcher knows, or fails as {@code closing} did
     */
    Mono<Void> finish(Mono<Void> closing);

    /**
     * Whether a rank that nobody can reach has come to its orderly end, and so has not failed.
     *
     * @param rank 0 to {@code size - 1}
     * @return true also where nobody can tell, under launchers that end the job when a rank fails; false where nothing launched it
     */
    Mono<Boolean> hasLeft(int rank);

    /**
     * This rank has agreed with others that some have failed. A launcher that can decides which of the ranks go on that have come to take
     * each other for failed: the first to say so does, and those of whom it says so are ended.
     *
     * @param failed ranks, not this one
     * @return cold; whether this rank goes on: false if others have given it up before; true where nobody decides
     */
    default Mono<Boolean> giveUp(Set<Integer> failed) {
        return Mono.just(true);
    }

    /**
     * Others have given this rank up: from now on its end is not that of the job, whatever its exit code, as far as the launcher has it so.
     */
    default void beGivenUp() {}

    /**
     * Ends this rank: the process, or the rank's thread where several ranks share one JVM. Does not return.
     *
     * @param code 0 to 255
     * @throws RankExit where several ranks share one JVM
     */
    void exit(int code);

    /**
     * Ends all ranks of the job with an exit code, as far as they can be told. Does not block.
     *
     * @param code 1 to 255
     * @return completes when all have been told; never where this process ends
     */
    Mono<Void> abort(int code);
}
