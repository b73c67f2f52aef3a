package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.CreditBalance;
import reactor.core.publisher.Mono;

class CreditsTest {

    private static final long WINDOW = 1000;
    private static final CreditBalance SELF = new CreditBalance(0, 0, 0, true, 600, WINDOW, 600, 0, 400, 0, 0);
    private static final CreditBalance OF_ONE = of(1, 5, 7, 700, WINDOW, 0);
    private static final CreditBalance OF_ZERO = of(0, 7, 5, WINDOW, 700, 100);

    @Test
    @DisplayName("credit that is left, to be returned, or held by messages that wait is not lost")
    void good() {
        assertThat(losses(List.of(SELF, OF_ONE), List.of(OF_ZERO))).isEmpty();
    }

    @Test
    @DisplayName("credit that a rank doesn't give back is named with both ranks, and by how much it is less")
    void notGivenBack() {
        assertThat(losses(List.of(OF_ONE), List.of(of(0, 7, 5, WINDOW, 700, 60))))
                .containsExactly(
                        "rank 1 gives rank 0 1000 bytes of credit: 700 are left, 60 are to be returned, 200 are held "
                                + "by messages that wait; 40 are missing");
        assertThat(losses(List.of(new CreditBalance(0, 0, 0, true, 600, WINDOW, 600, 0, 390, 0, 0)), List.of()))
                .containsExactly(
                        "rank 0 gives itself 1000 bytes of credit: 600 are left, 0 are to be returned, 390 are held "
                                + "by messages that wait; 10 are missing");
    }

    @Test
    @DisplayName("two ranks that count on different credit are named, more of it being as wrong as less")
    void different() {
        assertThat(losses(List.of(of(1, 5, 7, 690, WINDOW, 0)), List.of(OF_ZERO)))
                .containsExactly("rank 0 counts on 690 bytes of credit at rank 1, which takes 700; 10 are missing");
        assertThat(losses(List.of(of(1, 5, 7, 710, WINDOW, 0)), List.of(OF_ZERO)))
                .containsExactly("rank 0 counts on 710 bytes of credit at rank 1, which takes 700; -10 are missing");
    }

    @Test
    @DisplayName("of a peer of another job only this rank's side is known, and looked at")
    void ofAnotherJob() {
        CreditBalance ofStranger = of(2, 5, 9, 700, WINDOW, 0);
        assertThat(losses(List.of(SELF, OF_ONE, ofStranger), List.of(OF_ZERO))).isEmpty();
        CreditBalance short10 = new CreditBalance(2, 5, 9, true, 600, WINDOW, 600, 0, 390, 0, 0);
        assertThat(losses(List.of(OF_ONE, short10), List.of(OF_ZERO)))
                .containsExactly(
                        "rank 0 gives rank 2 1000 bytes of credit: 600 are left, 0 are to be returned, 390 are held "
                                + "by messages that wait; 10 are missing");
    }

    @Test
    @DisplayName("a message that its sender could take back, and waits for no more, is named")
    void withdrawable() {
        CreditBalance two = new CreditBalance(0, 7, 5, true, WINDOW, WINDOW, 700, 100, 200, 0, 2);
        assertThat(losses(List.of(OF_ONE), List.of(two)))
                .containsExactly("rank 0 could take 2 messages back from rank 1, of which it waits for 0");
    }

    @Test
    @DisplayName("what is under way is waited for, by packets that have been told and heard, and by links at rest")
    void settles() {
        Queue<CreditBalance> zero = new ArrayDeque<>(List.of(
                of(1, 6, 7, 600, WINDOW, 0), new CreditBalance(1, 5, 7, false, 0, WINDOW, 0, 0, 0, 0, 0), OF_ONE));
        Credits credits = new Credits(
                2, rank -> Mono.fromCallable(() -> List.of(rank == 0 ? zero.remove() : OF_ZERO)), Duration.ofHours(1));
        assertThat(credits.losses()).isEmpty();
        assertThat(zero).isEmpty();
    }

    @Test
    @DisplayName("what doesn't come in time is named")
    void doesNotSettle() {
        assertThat(losses(List.of(of(1, 6, 7, 600, WINDOW, 0)), List.of(OF_ZERO)))
                .containsExactly("rank 0 has told rank 1 of 6 packets, of which 5 have come");
        CreditBalance restless = new CreditBalance(1, 5, 7, false, 700, WINDOW, WINDOW, 0, 0, 0, 0);
        assertThat(losses(List.of(restless), List.of(OF_ZERO)))
                .containsExactly(
                        "rank 0 has told rank 1 of 5 packets, of which 5 have come, by a link that is not at rest");
    }

    @Test
    @DisplayName("ranks that have ended, links that are lost at one end, and links that were never used are left out")
    void leftOut() {
        assertThat(losses(List.of(of(1, 6, 7, 0, WINDOW, 0)), List.of())).isEmpty();
        Mono<List<CreditBalance>> ended = Mono.error(new IllegalStateException("ended"));
        assertThat(new Credits(2, rank -> rank == 0 ? Mono.just(List.of(OF_ONE)) : ended, Duration.ZERO).losses())
                .isEmpty();
        CreditBalance unused = new CreditBalance(1, 0, 0, false, 100, WINDOW, WINDOW, 0, 0, 0, 0);
        assertThat(losses(List.of(unused), List.of(of(0, 0, 0, WINDOW, WINDOW, 0))))
                .isEmpty();
    }

    /** A link at rest: credit that is neither left nor to be returned is held by messages that wait, up to 200 bytes. */
    private static CreditBalance of(int peer, long told, long heard, long credit, long room, long unreturned) {
        return new CreditBalance(
                peer, told, heard, true, credit, WINDOW, room, unreturned, room == WINDOW ? 0 : 200, 0, 0);
    }

    private static List<String> losses(List<CreditBalance> zero, List<CreditBalance> one) {
        return new Credits(2, rank -> Mono.just(rank == 0 ? zero : one), Duration.ZERO).losses();
    }
}
