package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobPlace;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How much memory a rank keeps that talks to a few ranks of a large world. */
class PeerMemoryTest {

    private static final int PEERS = 20;
    private static final int RANKS = PEERS + 1;
    private static final int LARGE = 10_000;

    /** One array of references, with an entry for each rank of the large world, has ten times as many. */
    private static final long MOST_BYTES_FOR_A_LARGE_WORLD = 4096;

    @Test
    @DisplayName("a rank of a world of 10 000 that talks to 20 keeps as much memory as one of a world of 21")
    void memoryGrowsWithThePeers(@TempDir Path directory) throws Exception {
        // In a JVM where other tests have run, what they left behind comes and goes meanwhile.
        String[] measured = ChildJvm.run(directory, Measure.class).strip().split(" ");
        long small = Long.parseLong(measured[0]);
        long large = Long.parseLong(measured[1]);

        String found = String.format(
                "In a world of %d, where rank 0 talks to %d others and each of them to it, a rank keeps %d bytes on the average;"
                        + " as a part of a world of %d, %d bytes.%n",
                RANKS, PEERS, small, LARGE, large);
        System.out.print(found);
        Files.writeString(Path.of("target", "peer-memory.txt"), found);
        assertThat(large - small).isLessThan(MOST_BYTES_FOR_A_LARGE_WORLD);
    }

    /** Prints what a rank keeps in the small world and in the large one, in bytes. */
    static final class Measure {

        private Measure() {}

        public static void main(String[] args) {
            // Loads all classes, and fills pools that never shrink.
            heldBytes(RANKS);
            heldBytes(LARGE);
            System.out.println(heldBytes(RANKS) + " " + heldBytes(LARGE));
        }
    }

    /** What one of the ranks keeps on the average, when the first of them has talked to all others. */
    private static long heldBytes(int size) {
        long before = usedBytes();
        InJvmWorld world = InJvmWorld.of(RANKS, Map.of());
        JobJvm jvm = new JobJvm(size, Map.of());
        List<CoreSession> sessions = Flux.range(0, RANKS)
                .flatMapSequential(
                        rank -> CoreSessionProvider.start(
                                inLarger(jvm, size, world.bootstrap(rank)),
                                Settings.create().channel("local").with("stall-after", "0s")),
                        RANKS)
                .collectList()
                .blockOptional()
                .orElseThrow();
        Communicator zero = sessions.get(0).world();
        for (int peer = 1; peer < RANKS; peer++) {
            Communicator other = sessions.get(peer).world();
            Mono.when(zero.isend(ints(peer), peer, TAG), other.irecv(room(Integer.BYTES), 0, TAG))
                    .block();
        }
        assertThat(zero.size()).isEqualTo(size);
        long held = (usedBytes() - before) / RANKS;
        Flux.fromIterable(sessions)
                .flatMap(session -> session.abort("the test is over"))
                .blockLast();
        awaitEndOfThreads();
        return held;
    }

    /** Those of the sessions hold what they know until they end, a moment after the sessions: the next measure would see that go. */
    private static void awaitEndOfThreads() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("reactive-mpi-")) {
                try {
                    thread.join(TIMEOUT.toMillis());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** A rank of the small world, as if that were a part of a larger one whose other ranks say nothing. */
    private static Bootstrap inLarger(JobJvm jvm, int size, Bootstrap part) {
        JobPlace place = new JobPlace(part.place().jobId(), part.place().rank(), size, size, jvm);
        return new Bootstrap(place, part.exchange(), part.life());
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            // What Netty's pool knows of a thread that has ended stays until it has been finalized.
            System.runFinalization();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
