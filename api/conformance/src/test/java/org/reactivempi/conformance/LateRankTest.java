package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.testkit.VirtualTime;
import reactor.core.publisher.Mono;

/** What each rank reports of collective operations, and what it says while it waits. */
class LateRankTest {

    private static final int RANKS = 4;
    private static final int LATE = 2;
    private static final Duration DELAY = Duration.ofMillis(100);

    @ParameterizedTest
    @CsvSource({"local, off", "local, on", "tcp, off", "shm, off", "rsocket, off"})
    @DisplayName(
            "COL-37 each rank reports an operation with its number, algorithm and bytes, and names the rank that was late")
    void named(String channel, String checked) throws Exception {
        CollectiveReports reports = new CollectiveReports();
        Settings settings = Settings.create()
                .channel(channel)
                .with("check-collectives", checked)
                .with("stall-after", "0s")
                .attach(reports);
        try (Ranks ranks = Ranks.start(RANKS, VirtualTime.create().in(settings))) {
            // All links of what follows stand.
            onAll(worlds(ranks), end -> end.allgather(Buffers.ints(1), Buffers.of(new int[RANKS])));
            onAll(worlds(ranks), end -> end.alltoall(Buffers.ints(new int[RANKS]), Buffers.of(new int[RANKS])));
            int next = late(ranks, 2, reports, "barrier", "dissemination", 0, Communicator::barrier);
            late(
                    ranks,
                    next,
                    reports,
                    "allreduce",
                    "doubling",
                    8,
                    end -> end.allreduce(Buffers.longs(1), Buffers.of(new long[1]), Op.SUM));
        }
    }

    /**
     * Runs the operation; a rank comes late to it.
     *
     * @param number that the operation will have
     * @return the number of the next operation
     */
    private static int late(
            Ranks ranks,
            int number,
            CollectiveReports reports,
            String name,
            String algorithm,
            long bytes,
            Function<Communicator, Mono<Void>> operation)
            throws Exception {
        List<Recorder<Void>> running = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            if (rank != LATE) {
                running.add(started(operation.apply(ranks.world(rank))));
            }
        }
        ranks.time().settle();
        assertWaitsFor(ranks, 0, LATE);
        assertWaitsFor(ranks, 3, LATE);
        // Which waits for rank 2 itself, and says so.
        assertWaitsFor(ranks, 1, 3);
        ranks.time().advance(DELAY);
        operation.apply(ranks.world(LATE)).block(TIMEOUT);
        for (Recorder<Void> one : running) {
            assertThat(one.await()).containsExactly("complete");
        }
        List<CollectiveReports.Said> said = reports.of(number);
        assertThat(said).hasSize(RANKS).allSatisfy(each -> {
            assertThat(each.report().operation()).isEqualTo(name);
            assertThat(each.report().algorithm()).isEqualTo(algorithm);
            assertThat(each.report().lengthBytes()).isEqualTo(bytes);
            assertThat(each.report().well()).isTrue();
        });
        assertThat(said).filteredOn(each -> each.rank() != LATE).allSatisfy(each -> {
            assertThat(each.report().awaited())
                    .as("whom rank " + each.rank() + " has waited for")
                    .isEqualTo(LATE);
            assertThat(each.report().waitNanos()).isEqualTo(DELAY.toNanos());
            assertThat(each.report().endNanos() - each.report().startNanos()).isEqualTo(DELAY.toNanos());
        });
        return number + 1;
    }

    private static void assertWaitsFor(Ranks ranks, int rank, int awaited) {
        assertThat(ranks.pending(rank).block(TIMEOUT).toString()).contains("not heard from rank " + awaited + "]");
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("COL-9, COL-37 what waits for a rank that doesn't come says from which ranks it has not heard")
    void absent(Ranks ranks) throws Exception {
        Recorder<Void> waits = started(ranks.world(0).gather(Buffers.ints(0), Buffers.of(new int[3]), 0));
        ranks.world(1).gather(Buffers.ints(1), null, 0).block(TIMEOUT);
        ranks.world(1)
                .issend(Buffer.empty(), 0, 1)
                .and(ranks.world(0).irecv(Buffer.empty(), 1, 1))
                .block(TIMEOUT);
        assertThat(ranks.pending(0).block(TIMEOUT))
                .anySatisfy(line -> assertThat(line).contains("gather(world), operation 0, not heard from rank 2"));
        ranks.world(2).gather(Buffers.ints(2), null, 0).block(TIMEOUT);
        assertThat(waits.await()).containsExactly("complete");
    }
}
