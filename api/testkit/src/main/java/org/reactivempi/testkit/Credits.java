package org.reactivempi.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.CreditBalance;
import reactor.core.publisher.Mono;

/**
 * The check that no credit for eager messages is lost: with each peer, and in the share of messages to oneself.
 *
 * <pre>
 *  look at all ranks --+-- each has heard what the others have told --&gt; compare
 *        ^             |
 *        +-- not yet --+-- for too long -------------------------------&gt; failure
 * </pre>
 * Ranks are looked at one after the other, not at the same moment. That does no harm: where each of two ranks had told just what
 * the other had heard, nothing was under way between the two looks, and credit moves by packets alone. Ranks that have ended, and
 * links that are lost, are left out.
 */
final class Credits {

    /** A connection that broke may have to be found again, or given up. */
    private static final Duration LONGEST_WAY = Duration.ofSeconds(10);

    /** A rank may not have heard yet that it has a first connection; or it has given up that link, and the other will hear of it. */
    private static final Duration LONGEST_MEETING = Duration.ofSeconds(1);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(1);

    private final int size;
    private final IntFunction<Mono<List<CreditBalance>>> balances;
    private final Duration longestWay;

    /** The balances of {@code size} ranks, each asked for as often as it takes; one that fails has ended. */
    Credits(int size, IntFunction<Mono<List<CreditBalance>>> balances) {
        this(size, balances, LONGEST_WAY);
    }

    /** The same, for packets that arrive within {@code longestWay}. */
    Credits(int size, IntFunction<Mono<List<CreditBalance>>> balances, Duration longestWay) {
        this.size = size;
        this.balances = balances;
        this.longestWay = longestWay;
    }

    /** What is not as it should be, a line for each; nothing if all is well. */
    List<String> losses() {
        long deadline = System.nanoTime() + longestWay.toNanos();
        long met = System.nanoTime() + LONGEST_MEETING.toNanos();
        Books books = books();
        while (books.haveToMeet() && System.nanoTime() < met) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            books = books();
        }
        while (!books.underWay().isEmpty()) {
            if (System.nanoTime() > deadline) {
                return books.underWay();
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            books = books();
        }
        return books.losses();
    }

    /** So often a simulated job is looked at, with a millisecond between two looks, before packets count as lost. */
    static final int MOST_LOOKS = 10_000;

    /** Whether nothing is under way between ranks with these balances, by peers; those of a rank that has ended are empty. */
    static boolean isSettled(List<Map<Integer, CreditBalance>> books) {
        Books all = new Books(books);
        return !all.haveToMeet() && all.underWay().isEmpty();
    }

    /** What is not as it should be, a line for each; nothing if all is well. */
    static List<String> losses(List<Map<Integer, CreditBalance>> books) {
        Books all = new Books(books);
        List<String> underWay = all.underWay();
        return underWay.isEmpty() ? all.losses() : underWay;
    }

    /** A rank's balances by its peers. */
    static Map<Integer, CreditBalance> byPeers(List<CreditBalance> balances) {
        return balances.stream().collect(Collectors.toMap(CreditBalance::peer, Function.identity()));
    }

    private Books books() {
        return new Books(IntStream.range(0, size).mapToObj(this::book).toList());
    }

    /** By peers; nothing where the rank has ended. */
    private Map<Integer, CreditBalance> book(int rank) {
        return byPeers(balances.apply(rank)
                .onErrorReturn(List.of())
                .blockOptional(LONGEST_ANSWER)
                .orElse(List.of()));
    }

    /**
     * The balances of all ranks.
     *
     * @param books each rank's, by peers
     */
    private record Books(List<Map<Integer, CreditBalance>> books) {

        /** Whether a rank has told one that lives of packets, and that knows of no link between them. */
        boolean haveToMeet() {
            for (int rank = 0; rank < books.size(); rank++) {
                int me = rank;
                boolean unknown = books.get(rank).values().stream()
                        .anyMatch(mine -> isOfJob(mine)
                                && mine.peer() != me
                                && mine.told() > 0
                                && !books.get(mine.peer()).isEmpty()
                                && !books.get(mine.peer()).containsKey(me));
                if (unknown) {
                    return true;
                }
            }
            return false;
        }

        /** Whether the peer is one of these ranks: what one of another job has told and heard is not known here. */
        private boolean isOfJob(CreditBalance mine) {
            return mine.peer() < books.size();
        }

        /** Between which ranks something is under way. */
        List<String> underWay() {
            return forEachPair((rank, mine, theirs) -> {
                boolean silent = mine.told() == 0 && mine.heard() == 0;
                return silent || mine.atRest() && mine.told() == theirs.heard()
                        ? null
                        : "rank " + rank + " has told rank " + mine.peer() + " of " + mine.told()
                                + " packets, of which " + theirs.heard() + " have come"
                                + (mine.atRest() ? "" : ", by a link that is not at rest");
            });
        }

        List<String> losses() {
            List<String> losses = new ArrayList<>();
            for (int rank = 0; rank < books.size(); rank++) {
                for (CreditBalance balance : books.get(rank).values()) {
                    addLoss(losses, rank, balance);
                }
            }
            losses.addAll(forEachPair(Books::difference));
            return losses;
        }

        private static void addLoss(List<String> losses, int rank, CreditBalance of) {
            long missing = of.windowBytes() - of.roomBytes() - of.unreturnedBytes() - of.storedBytes();
            if (missing != 0 && of.atRest()) {
                losses.add("rank " + rank + " gives " + (of.peer() == rank ? "itself" : "rank " + of.peer()) + " "
                        + of.windowBytes() + " bytes of credit: "
                        + of.roomBytes() + " are left, " + of.unreturnedBytes() + " are to be returned, "
                        + of.storedBytes() + " are held by messages that wait; " + missing + " are missing");
            }
        }

        private static @Nullable String difference(int rank, CreditBalance mine, CreditBalance theirs) {
            if (mine.withdrawable() > theirs.unanswered()) {
                return "rank " + mine.peer() + " could take " + mine.withdrawable() + " messages back from rank " + rank
                        + ", of which it waits for " + theirs.unanswered();
            }
            return mine.atRest() && mine.creditBytes() != theirs.roomBytes()
                    ? "rank " + rank + " counts on " + mine.creditBytes() + " bytes of credit at rank " + mine.peer()
                            + ", which takes " + theirs.roomBytes() + "; "
                            + (theirs.roomBytes() - mine.creditBytes()) + " are missing"
                    : null;
        }

        /** What a view has to say of each link, seen from both of its ends. */
        private List<String> forEachPair(View view) {
            List<String> findings = new ArrayList<>();
            for (int rank = 0; rank < books.size(); rank++) {
                for (CreditBalance mine : books.get(rank).values()) {
                    CreditBalance theirs =
                            isOfJob(mine) ? books.get(mine.peer()).get(rank) : null;
                    String finding = theirs == null || mine.peer() == rank ? null : view.of(rank, mine, theirs);
                    if (finding != null) {
                        findings.add(finding);
                    }
                }
            }
            return findings;
        }
    }

    /** A look at a link from one of its ends. */
    @FunctionalInterface
    private interface View {

        /** What is wrong, or null. */
        @Nullable
        String of(int rank, CreditBalance mine, CreditBalance theirs);
    }
}
