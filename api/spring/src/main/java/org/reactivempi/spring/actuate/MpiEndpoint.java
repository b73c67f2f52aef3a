package org.reactivempi.spring.actuate;

import java.util.List;
import java.util.Map;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.Snapshot;
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
        return Mono.zip(world.failures().failed(), LinkStates.of(session), session.snapshot())
                .map(parts -> new RankState(
                        world.rank(),
                        world.size(),
                        WorldRanks.of(parts.getT1()),
                        parts.getT2().listed(),
                        parts.getT3()));
    }

    /**
     * A rank at one moment.
     *
     * @param rank its number
     * @param size how many ranks there are
     * @param failedRanks which ranks it knows to have failed
     * @param links by the peer's rank, the channel where a connection stands, else {@code connecting}, {@code connecting
     *     again}, {@code lost} or {@code finalized}
     * @param snapshot its queues, and the operations that wait
     */
    public record RankState(
            int rank, int size, List<Integer> failedRanks, Map<Integer, String> links, Snapshot snapshot) {}
}
