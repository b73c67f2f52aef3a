package org.reactivempi.spring.actuate;

import java.util.List;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.core.CoreSession;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import reactor.core.publisher.Mono;

/** The endpoint {@code mpi}: what this rank is, knows and waits for. */
@Endpoint(id = "mpi")
public final class MpiEndpoint {

    private final Session session;

    /**
     * The endpoint of a session.
     *
     * @param session the application's
     */
    public MpiEndpoint(Session session) {
        this.session = session;
    }

    /**
     * What it tells.
     *
     * @return cold; the state of the rank at one moment
     */
    @ReadOperation
    public Mono<RankState> state() {
        Communicator world = session.world();
        return world.getFailed()
                .zipWith(
                        pending(),
                        (failed, pending) -> new RankState(world.rank(), world.size(), Ranks.of(failed), pending));
    }

    private Mono<List<String>> pending() {
        return session instanceof CoreSession core ? core.pending() : Mono.just(List.of());
    }

    /**
     * A rank at one moment.
     *
     * @param rank its number
     * @param size how many ranks there are
     * @param failedRanks which ranks it knows to have failed
     * @param pending what waits, in words
     */
    public record RankState(int rank, int size, List<Integer> failedRanks, List<String> pending) {}
}
