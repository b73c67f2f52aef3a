package org.reactivempi.core.session;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.ListedPeers;
import org.reactivempi.transport.engine.link.PeerDirectory;
import reactor.core.publisher.Mono;

/** Where the ranks of a job can be reached, in the job's key-value exchange: {@code shm@ADDRESS;tcp@ADDRESS} for each. */
final class Addresses implements PeerDirectory {

    private static final String KEY = "reactive-mpi-address-";
    private static final String BETWEEN = ";";
    private static final char AT = '@';

    private final Bootstrap bootstrap;
    private final String listed;

    /**
     * The addresses of a job.
     *
     * @param listed the name of the channel of ranks whose addresses everybody has beforehand
     */
    Addresses(Bootstrap bootstrap, String listed) {
        this.bootstrap = bootstrap;
        this.listed = listed;
    }

    /** Tells the others, and waits until all have. Alone, nobody asks. */
    static Mono<Void> publish(Bootstrap bootstrap, List<PeerDirectory.Address> own) {
        if (bootstrap.size() == 1) {
            return Mono.empty();
        }
        String text =
                own.stream().map(each -> each.channel() + AT + each.address()).collect(Collectors.joining(BETWEEN));
        return bootstrap.put(KEY + bootstrap.rank(), text).then(bootstrap.barrier());
    }

    @Override
    public boolean mayBeLate() {
        return bootstrap instanceof ListedPeers;
    }

    @Override
    public Mono<Boolean> hasFinalized(int rank) {
        return bootstrap.hasLeft(rank);
    }

    @Override
    public Mono<List<PeerDirectory.Address>> addresses(int rank) {
        return bootstrap
                .listensAt(rank)
                .map(address -> listed + AT + address)
                .switchIfEmpty(Mono.defer(() -> bootstrap.get(KEY + rank)))
                .map(text -> Arrays.stream(text.split(BETWEEN, -1))
                        .map(each -> address(rank, each))
                        .toList());
    }

    private static PeerDirectory.Address address(int rank, String text) {
        int at = text.indexOf(AT);
        if (at < 1) {
            throw new MpiException(ErrorClass.OTHER, "rank " + rank + " has published the address " + text);
        }
        return new PeerDirectory.Address(text.substring(0, at), text.substring(at + 1));
    }
}
