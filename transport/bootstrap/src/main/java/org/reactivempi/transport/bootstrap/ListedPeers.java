package org.reactivempi.transport.bootstrap;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The place of a process in a job that nothing launched: everybody has the same list of where each rank listens.
 *
 * <p>There is nobody to meet and nothing to exchange, so a rank starts without waiting for the others, and none of them is
 * needed for two others to find each other. Hence no rank can be told from afar to end, nor be asked whether one that is out of
 * reach has come to its end: it counts as failed.
 */
public final class ListedPeers implements Bootstrap {

    private final List<String> addresses;
    private final int rank;
    private final String jobId;
    private final Map<String, String> environment;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

    private ListedPeers(List<String> addresses, int rank, Map<String, String> environment) {
        this.addresses = List.copyOf(addresses);
        this.rank = rank;
        this.environment = Map.copyOf(environment);
        this.jobId =
                "listed-" + UUID.nameUUIDFromBytes(String.join(",", addresses).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A rank of such a job.
     *
     * @param addresses {@code HOST:PORT} of each rank, in the order of ranks, the same on all
     * @param rank 0 to the list's length - 1
     * @param environment what the rank reads its settings from
     * @return its place
     */
    public static ListedPeers of(List<String> addresses, int rank, Map<String, String> environment) {
        if (rank < 0 || rank >= addresses.size()) {
            throw new BootstrapException("rank " + rank + " is outside 0.." + (addresses.size() - 1));
        }
        return new ListedPeers(addresses, rank, environment);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return addresses.size();
    }

    /** Ranks that share a host cannot tell, since it may have several names. */
    @Override
    public int ranksOnHost() {
        return 1;
    }

    @Override
    public int ranksInJvm() {
        return 1;
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Mono<Void> put(String key, String value) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> barrier() {
        return Mono.empty();
    }

    @Override
    public Mono<String> get(String key) {
        return Mono.error(() -> new BootstrapException("no rank has published the key " + key));
    }

    @Override
    public Mono<String> secret(@Nullable String own) {
        return own == null && size() > 1
                ? Mono.error(
                        () -> new BootstrapException("ranks that find each other by a list need a secret, the same on"
                                + " all: set " + JobSecret.VARIABLE + ", or secret-file"))
                : Mono.fromSupplier(() -> own == null ? JobSecret.random().text() : own);
    }

    @Override
    public Mono<Void> noteFinalizing() {
        return Mono.empty();
    }

    @Override
    public Mono<Boolean> hasLeft(int rank) {
        return Mono.just(false);
    }

    @Override
    public Mono<Void> finish() {
        return Mono.empty();
    }

    @Override
    public void leave() {}

    @Override
    public void exit(int code) {
        System.exit(code);
    }

    /** On a thread of its own, since exiting waits for other threads. */
    @Override
    public Mono<Void> abort(int code) {
        return Mono.<Void>fromRunnable(() -> new Thread(() -> exit(code), "reactive-mpi-abort").start())
                .then(Mono.never());
    }

    /** This process doesn't live on. */
    @Override
    public void whenAborted(Consumer<String> action) {}

    @Override
    public Mono<String> listensAt(int rank) {
        return Mono.fromCallable(() -> inNumbers(addresses.get(rank))).subscribeOn(Schedulers.boundedElastic());
    }

    /** Looked up whenever a connection is opened: a name may move. */
    private static String inNumbers(String address) {
        int colon = address.lastIndexOf(':');
        try {
            String host = InetAddress.getByName(address.substring(0, colon)).getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + address.substring(colon);
        } catch (UnknownHostException e) {
            throw new BootstrapException("the host of " + address + " is unknown", e);
        }
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(type, unused -> make.get()));
    }
}
