package org.reactivempi.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.record.RecordReceiver.Own;

class RecordReceiverTest {

    private static final int RANKS = 1_000_000;
    private static final int ROUNDS = 50;

    @Test
    @DisplayName(
            "no rank is missed whose part was kept on a disk's thread while another rank said that it sees the folder")
    void settledByTwoThreads() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Own own = new Own(null, RANKS);
            CyclicBarrier begin = new CyclicBarrier(2);
            CompletableFuture<Void> odd = CompletableFuture.runAsync(() -> settle(own, begin, 1));
            settle(own, begin, 2);
            odd.get(10, TimeUnit.SECONDS);
            assertThat(own.missing()).isEmpty();
        }
    }

    private static void settle(Own own, CyclicBarrier begin, int first) {
        try {
            begin.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        for (int rank = first; rank < RANKS; rank += 2) {
            own.settle(rank);
        }
    }
}
