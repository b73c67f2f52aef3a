package org.reactivempi.transport.observe.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.reactivempi.transport.observe.count.PeerCounts.Number;

/** What a job's statistics advise, in words; what is rare or short is no advice. */
final class Hints {

    private static final int MOST_OF_A_KIND = 5;
    private static final long LEAST_UNEXPECTED = 10;
    private static final int LEAST_PERCENT = 10;
    private static final long LEAST_STALL_NANOS = 1_000_000;

    private final JobStats job;

    Hints(JobStats job) {
        this.job = job;
    }

    /** Whatever a rank may hear of a peer, with what it is sorted by. */
    private record Hint(long weight, String text) {}

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        add(lines, hints((rank, peer, with) -> unexpected(rank, peer, with)));
        add(lines, hints((rank, peer, with) -> stalls(rank, peer, with)));
        add(lines, hints((rank, peer, with) -> reconnects(rank, peer, with)));
        add(lines, hints((rank, peer, with) -> answersDropped(rank, peer, with)));
        add(lines, job.ranks().stream().filter(rank -> rank.refused() > 0).map(Hints::refused));
        return lines;
    }

    private interface Kind {

        Hint of(int rank, int peer, ToLongFunction<Number> with);
    }

    private Stream<Hint> hints(Kind kind) {
        return job.ranks().stream()
                .flatMap(rank -> rank.peers().keySet().stream()
                        .map(peer -> kind.of(rank.rank(), peer, number -> rank.with(peer, number))));
    }

    private static void add(List<String> lines, Stream<Hint> hints) {
        hints.filter(hint -> hint.weight > 0)
                .sorted(Comparator.comparingLong(Hint::weight).reversed())
                .limit(MOST_OF_A_KIND)
                .forEach(hint -> lines.add(hint.text));
    }

    private static Hint unexpected(int rank, int peer, ToLongFunction<Number> with) {
        boolean many = with.applyAsLong(Number.UNEXPECTED_EAGER) >= LEAST_UNEXPECTED
                && with.applyAsLong(Number.UNEXPECTED_EAGER) * 100 >= with.applyAsLong(Number.ARRIVED) * LEAST_PERCENT;
        return new Hint(
                many ? with.applyAsLong(Number.UNEXPECTED_EAGER) : 0,
                "rank " + rank + ": " + with.applyAsLong(Number.UNEXPECTED_EAGER) + " eager messages from rank " + peer
                        + " (of " + with.applyAsLong(Number.ARRIVED)
                        + " in all) were unexpected: post receives earlier");
    }

    private static Hint stalls(int rank, int peer, ToLongFunction<Number> with) {
        return new Hint(
                with.applyAsLong(Number.STALL_NANOS) >= LEAST_STALL_NANOS ? with.applyAsLong(Number.STALL_NANOS) : 0,
                "rank " + rank + ": rank " + peer + " took no more eager messages "
                        + times(with.applyAsLong(Number.STALLS))
                        + ", "
                        + Amounts.time(with.applyAsLong(Number.STALL_NANOS))
                        + " in all: receive faster there, or raise its eager-credit-bytes");
    }

    private static Hint reconnects(int rank, int peer, ToLongFunction<Number> with) {
        return new Hint(
                rank < peer ? with.applyAsLong(Number.RECONNECTS) : 0,
                "rank " + rank + ": the connection with rank " + peer + " broke "
                        + times(with.applyAsLong(Number.RECONNECTS)) + ": look at the network between them");
    }

    private static Hint answersDropped(int rank, int peer, ToLongFunction<Number> with) {
        return new Hint(
                with.applyAsLong(Number.ANSWERS_DROPPED),
                "rank " + rank + ": " + with.applyAsLong(Number.ANSWERS_DROPPED) + " answers of rank " + peer
                        + " came when nobody waited for them any more: answer faster there, or give questions more time");
    }

    private static Hint refused(RankStats rank) {
        return new Hint(
                rank.refused(),
                "rank " + rank.rank() + ": refused " + rank.refused()
                        + " connections: somebody else knows its address");
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }
}
