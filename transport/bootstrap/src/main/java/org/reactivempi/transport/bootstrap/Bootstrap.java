package org.reactivempi.transport.bootstrap;

import java.util.Map;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * A rank's place in its job, and the key-value exchange through which ranks find each other.
 *
 * <p>Values that were put are visible to other ranks after the next barrier. Signals arrive on a thread of the
 * bootstrap's own, which may be blocked; every {@code Mono} here is cold. Commands are carried out one after the other,
 * in the order of subscription.
 */
public interface Bootstrap {

    /** This rank's number, 0 to {@code size() - 1}. */
    int rank();

    /** How many ranks the job has, 1 or more. */
    int size();

    /** How many ranks of the job run on this host, this one included; 1 to {@code size()}. */
    int ranksOnHost();

    /** What tells this job from all others; the same on all its ranks. */
    String jobId();

    /** What settings are read from beside system properties: the process's environment, or what stands in for it. */
    Map<String, String> environment();

    /** Publishes a value; visible to others after {@link #barrier}. */
    Mono<Void> put(String key, String value);

    /** Completes when every rank has come here. */
    Mono<Void> barrier();

    /** What a rank has published; fails with {@link BootstrapException} where nobody has published the key. */
    Mono<String> get(String key);

    /** Tells the launcher that this rank has come to its orderly end; the last command. */
    Mono<Void> finish();

    /** Ends this rank: the process, or the rank's thread where several ranks share one JVM. Does not return. */
    void exit(int code);

    /** An object that all ranks of the job in this JVM share, one per type; made by whoever asks first. */
    <T> T shared(Class<T> type, Supplier<T> make);
}
