package org.reactivempi.spring.actuate;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
                        Waiting.in(parts.getT3()),
                        parts.getT3().threads()));
    }

    /**
     * A rank at one moment.
     *
     * @param rank its number
     * @param size how many ranks there are
     * @param failedRanks which ranks it knows to have failed
     * @param links by the peer's rank, the channel where a connection stands, else {@code connecting}, {@code connecting
     *     again}, {@code lost} or {@code finalized}
     * @param waiting the operations that wait, and messages that nobody has received
     * @param threads where threads of the program wait, a line each
     */
    public record RankState(
            int rank,
            int size,
            List<Integer> failedRanks,
            Map<Integer, String> links,
            List<Waiting> waiting,
            List<String> threads) {}

    /**
     * An operation that waits, or a message that nobody has received.
     *
     * @param what it is: {@code receive}, {@code probe}, {@code send}, {@code message} or {@code other}
     * @param call it in words, with its ranks, tag and communicator
     * @param state how far it has come
     * @param ageMillis for how long it has been waiting, at least
     * @param site where it was called; empty where that is not known
     * @param hints what would let it go on, in words
     */
    public record Waiting(String what, String call, String state, long ageMillis, String site, List<String> hints) {

        static List<Waiting> in(Snapshot snapshot) {
            return Stream.of(
                            all("receive", snapshot.receives()),
                            all("probe", snapshot.probes()),
                            all("send", snapshot.sends()),
                            all("other", snapshot.others()),
                            all("message", snapshot.unexpected()))
                    .flatMap(each -> each)
                    .toList();
        }

        /** Without what the library sends for an operation that describes itself. */
        private static Stream<Waiting> all(String what, List<Snapshot.Entry> entries) {
            return entries.stream()
                    .filter(entry -> !entry.part())
                    .map(entry -> new Waiting(
                            what,
                            entry.call(),
                            entry.state(),
                            entry.age().toMillis(),
                            entry.site().orElse(""),
                            entry.nearMisses()));
        }
    }
}
