package org.reactivempi.transport.bootstrap;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A rank's place in its job, and the key-value exchange through which ranks find each other.
 *
 * <p>Values that were put are visible to other ranks after the next barrier. Every {@code Mono} here is cold; commands
 * are carried out one after the other, in the order of subscription, and cancelling one only drops its answer. Signals
 * arrive on a thread of the bootstrap's own. It may be blocked, though not for another command of the same rank.
 *
 * <p>Errors are {@link BootstrapException}s. Any thread may call.
 */
public interface Bootstrap {

    /**
     * This rank's number.
     *
     * @return 0 to {@code size() - 1}
     */
    int rank();

    /**
     * How many ranks the job has.
     *
     * @return 1 or more
     */
    int size();

    /**
     * How many ranks of the job run on this host, this one included.
     *
     * @return 1 to {@code size()}
     */
    int ranksOnHost();

    /**
     * How many ranks of the job live in this JVM, this one included.
     *
     * @return 1 to {@code size()}
     */
    int ranksInJvm();

    /**
     * What tells this job from all others.
     *
     * @return a name without blanks, the same on all ranks of the job
     */
    String jobId();

    /**
     * What settings are read from beside system properties.
     *
     * @return the process's environment, or what stands in for it; unmodifiable
     */
    Map<String, String> environment();

    /**
     * Publishes a value; visible to others after {@link #barrier}.
     *
     * @param key 1 to 64 printable ASCII characters, no blank, {@code \} or {@code =}, not starting with {@code PMI_}, and ending
     *     with {@code -} and this rank's number; a rank has 256 of them at most
     * @param value 1 to 600 printable ASCII characters, no blank or {@code \}; base64url serves
     * @return completes when the value is stored
     */
    Mono<Void> put(String key, String value);

    /**
     * Meets all other ranks.
     *
     * @return completes when every rank has come here
     */
    Mono<Void> barrier();

    /**
     * What a rank has published.
     *
     * @param key as in {@link #put}, of any rank
     * @return the value, or a {@link BootstrapException} where nobody has published the key
     */
    Mono<String> get(String key);

    /**
     * What only the ranks of this job know. Each rank calls this once, before its first {@link #barrier}.
     *
     * @param own the secret that the program or its user has set for this rank, or null if there is none
     * @return {@code own}, else one that was made for this job; the same on all ranks
     */
    Mono<String> secret(@Nullable String own);

    /**
     * Notes that this rank is about to finish, for peers that can't reach it any more.
     *
     * @return completes when that is known
     */
    Mono<Void> noteFinalizing();

    /**
     * Whether a rank that nobody can reach has come to its orderly end, and so has not failed.
     *
     * @param rank 0 to {@code size() - 1}
     * @return true also where nobody can tell: under launchers that end the job when a rank fails
     */
    Mono<Boolean> hasLeft(int rank);

    /**
     * Tells the launcher that this rank has come to its orderly end; the last command. Frees thread and connection.
     *
     * @return completes when the launcher knows
     */
    Mono<Void> finish();

    /**
     * Leaves the job without its orderly end, also while a command waits for its answer: for a rank whose session is given up
     * while it starts. Frees thread and connection. The launcher sees a rank that has gone.
     */
    void leave();

    /**
     * Ends this rank: the process, or the rank's thread where several ranks share one JVM. Does not return.
     *
     * @param code 0 to 255
     * @throws RankExit where several ranks share one JVM
     */
    void exit(int code);

    /**
     * Ends all ranks of the job with an exit code. Does not block.
     *
     * @param code 1 to 255
     * @return completes when all have been told; never where this process ends
     */
    Mono<Void> abort(int code);

    /**
     * Has something done when a rank ends the job, and this rank's process lives on.
     *
     * @param action gets to know why; called on any thread, must not block
     */
    void whenAborted(Consumer<String> action);

    /**
     * Where a rank listens, where that is known without an exchange.
     *
     * @param rank 0 to {@code size() - 1}
     * @return an address in numbers and a port, such as {@code 10.0.0.7:7000}; empty where ranks tell each other
     */
    default Mono<String> listensAt(int rank) {
        return Mono.empty();
    }

    /**
     * Has something done when the user asks the launcher what the ranks wait for; never without a launcher that can be asked.
     *
     * @param action tells, for this rank; called on any thread, must not block
     */
    default void whenAsked(Runnable action) {}

    /**
     * Has something done when the launcher says that the process of another rank has ended without finalizing; never without a
     * launcher that does. What it said before this call is told at once.
     *
     * @param action gets the rank, 0 to {@code size() - 1} but not this one; called on any thread, must not block
     */
    default void whenFailed(IntConsumer action) {}

    /**
     * An object that all ranks of the job in this JVM share, one per type.
     *
     * @param type under which it is kept
     * @param make makes it; called for the rank that asks first
     * @param <T> the type
     * @return the same object for all ranks of this job that live in this JVM
     */
    <T> T shared(Class<T> type, Supplier<T> make);
}
