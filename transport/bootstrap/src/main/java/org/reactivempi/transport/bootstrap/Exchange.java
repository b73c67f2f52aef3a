package org.reactivempi.transport.bootstrap;

import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Through what the ranks of a job find each other: values under keys, and a barrier.
 *
 * <p>Values that were put are visible to other ranks after the next barrier. Every {@code Mono} here is cold; commands
 * are carried out one after the other, in the order of subscription, and cancelling one only drops its answer. Signals
 * arrive on a thread of the exchange's own. It may be blocked, though not for another command of the same rank.
 *
 * <p>Errors are {@link BootstrapException}s. Any thread may call.
 */
public interface Exchange {

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
     * Whether ranks start without each other, and may end and come again: then {@link #barrier} waits for nobody, and what a rank
     * publishes takes the place of what another process of that rank has published.
     *
     * @return false, where a launcher starts all of them
     */
    default boolean ranksComeAndGo() {
        return false;
    }

    /**
     * Which ranks share a host, where the launcher that has started them knows.
     *
     * @return a number for each rank of the job, equal for those that share a host, and the same answer on all ranks; empty where
     *     nobody knows
     */
    default Mono<int[]> hosts() {
        return Mono.empty();
    }

    /**
     * How long a value may be that this rank publishes.
     *
     * @return in characters, {@value Entries#VALUE_LENGTH_MAX} at most
     */
    default int valueLengthMax() {
        return Entries.VALUE_LENGTH_MAX;
    }

    /**
     * The address from which this process has reached its launcher.
     *
     * @return an address of this host, which may be the loopback's; empty where nobody knows
     */
    default Optional<InetAddress> towardsLauncher() {
        return Optional.empty();
    }

    /**
     * Says who is told what the launcher or another rank has to say. Earlier failures of processes
     * are told at once.
     *
     * @param listener called on any thread
     */
    void listen(JobListener listener);

    /**
     * Leaves the job without its orderly end, also while a command waits for its answer: for a rank whose session is given up
     * while it starts. Frees thread and connection. The launcher sees a rank that has gone.
     */
    void leave();
}
