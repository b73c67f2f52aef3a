package org.reactivempi.core.session;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.settings.PeerList;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.engine.link.PeerDirectory;
import reactor.core.publisher.Mono;

/** Where the ranks of a job can be reached: in its exchange, as {@code shm@ADDRESS;tcp@ADDRESS} for each, else by the list of its peers. */
final class Addresses implements PeerDirectory {

    private static final String KEY = "reactive-mpi-address-";
    private static final String BETWEEN = ";";
    private static final char AT = '@';

    private final Bootstrap bootstrap;
    private final PeerList peers;
    private final String channel;

    /**
     * The addresses of a job.
     *
     * @param peers where ranks listen that have no exchange
     * @param channel the name of the channel by which they do
     */
    Addresses(Bootstrap bootstrap, PeerList peers, String channel) {
        this.bootstrap = bootstrap;
        this.peers = peers;
        this.channel = channel;
    }

    /** Tells the others, and waits until all have. Alone, nobody asks; by a list, everybody knows. */
    static Mono<Void> publish(Bootstrap bootstrap, List<PeerDirectory.Address> own) {
        String text =
                own.stream().map(each -> each.channel() + AT + each.address()).collect(Collectors.joining(BETWEEN));
        JobPlace place = bootstrap.place();
        return Mono.justOrEmpty(bootstrap.exchange())
                .filter(exchange -> place.size() > 1)
                .flatMap(exchange -> exchange.put(KEY + place.rank(), text).then(exchange.barrier()));
    }

    @Override
    public boolean mayBeLate() {
        return bootstrap.exchange().isEmpty();
    }

    @Override
    public Mono<Boolean> hasFinalized(int rank) {
        return bootstrap.life().hasLeft(rank);
    }

    @Override
    public Mono<List<PeerDirectory.Address>> addresses(int rank) {
        return bootstrap
                .exchange()
                .map(exchange -> exchange.get(KEY + rank))
                .orElseGet(() -> peers.listensAt(rank).map(address -> channel + AT + address))
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
