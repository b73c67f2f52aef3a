package org.reactivempi.transport.bootstrap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * How the ranks of a job that our launcher has not made come to one secret: rank 0 publishes it.
 *
 * <pre>
 *  rank 0:  put the secret, or that it has one of its own --&gt; barrier
 *  others:                                                    barrier --&gt; get
 * </pre>
 * Also ranks that have a secret of their own come to the barrier: were it left to each, ranks that have none would wait for
 * them for ever.
 */
public final class AgreedSecret {

    private static final String KEY = "reactive-mpi-secret-0";
    /** What rank 0 publishes in place of its own, which it keeps to itself. */
    private static final String OWN = "own";

    private final Exchange exchange;
    private final int rank;

    /**
     * The secret of a job, as one of its ranks comes to it.
     *
     * @param exchange what the ranks have in common
     * @param rank this rank
     */
    public AgreedSecret(Exchange exchange, int rank) {
        this.exchange = exchange;
        this.rank = rank;
    }

    /**
     * Agrees with the other ranks, each of which calls this once; a step of it is a barrier.
     *
     * @param own the secret that the user has set for this rank, or null if there is none
     * @return cold; {@code own}, else the one that rank 0 has made; a {@link BootstrapException} where only some ranks have one of
     *     their own
     */
    public Mono<String> agree(@Nullable String own) {
        return Mono.defer(() -> rank == 0 ? publish(own) : look(own));
    }

    private Mono<String> publish(@Nullable String own) {
        String secret = own == null ? JobSecret.random().text() : own;
        return exchange.put(KEY, own == null ? secret : OWN)
                .then(exchange.barrier())
                .thenReturn(secret);
    }

    private Mono<String> look(@Nullable String own) {
        return exchange.barrier().then(exchange.get(KEY)).map(published -> {
            if (published.equals(OWN) != (own != null)) {
                throw new BootstrapException("of rank 0 and rank " + rank + " only one has a secret of its own: "
                        + JobSecret.VARIABLE + " or secret-file has to be the same on all ranks, or on none");
            }
            return own == null ? published : own;
        });
    }
}
