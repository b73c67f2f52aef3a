package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Mono;

/** The table of algorithms that a job's settings have. */
class AlgorithmSettingTest {

    private static final int COUNT = 12;
    private static final String OTHERS = "algorithms=bcast:0-inf:scatter-ring,gather:0-inf:direct,scatter:0-inf:direct,"
            + "allgather:0-inf:ring,alltoall:0-inf:bruck,allreduce:0-inf:pairwise-ring,reduceScatter:0-inf:pairwise";
    private static final String IMPOSSIBLE_FOR_SOME = "algorithms=allgather:0-inf:doubling,alltoall:0-inf:pairwise,"
            + "allreduce:0-inf:halving-doubling,reduceScatter:0-inf:halving,bcast:0-10:scatter-ring,bcast:10-inf:binomial";

    @OnEveryChannel(ranks = 4, settings = OTHERS)
    @DisplayName("COL-38 whichever algorithms the settings ask for, the results are the same")
    void others(Ranks ranks) {
        assertResults(ranks);
    }

    @OnEveryChannel(ranks = 3, settings = IMPOSSIBLE_FOR_SOME)
    @DisplayName("COL-38 where an algorithm isn't for so many ranks, all ranks take the library's own")
    void impossible(Ranks ranks) {
        assertResults(ranks);
    }

    private static void assertResults(Ranks ranks) {
        int size = ranks.size();
        onAll(
                worlds(ranks),
                world -> Mono.when(
                        bcast(world),
                        allgather(world),
                        alltoall(world),
                        allreduce(world),
                        reduceScatter(world, size),
                        gatherAndScatter(world)));
    }

    private static int[] numbers(int rank, int count) {
        return IntStream.range(0, count).map(i -> 1000 * rank + i).toArray();
    }

    private static Mono<Void> bcast(Communicator world) {
        int[] data = world.rank() == 1 ? numbers(1, COUNT) : new int[COUNT];
        return world.bcast(Buffers.of(data), 1)
                .doOnSuccess(done -> assertThat(data).isEqualTo(numbers(1, COUNT)));
    }

    private static Mono<Void> allgather(Communicator world) {
        int[] all = new int[COUNT * world.size()];
        return world.allgather(ints(numbers(world.rank(), COUNT)), Buffers.of(all))
                .doOnSuccess(done -> assertThat(all).isEqualTo(ofAll(world.size(), COUNT)));
    }

    private static int[] ofAll(int size, int count) {
        return IntStream.range(0, size)
                .flatMap(rank -> Arrays.stream(numbers(rank, count)))
                .toArray();
    }

    private static Mono<Void> alltoall(Communicator world) {
        int size = world.size();
        int[] all = new int[size];
        return world.alltoall(ints(numbers(world.rank(), size)), Buffers.of(all))
                .doOnSuccess(done -> assertThat(all)
                        .isEqualTo(IntStream.range(0, size)
                                .map(rank -> 1000 * rank + world.rank())
                                .toArray()));
    }

    private static Mono<Void> allreduce(Communicator world) {
        int size = world.size();
        int[] sum = new int[COUNT];
        return world.allreduce(ints(numbers(world.rank(), COUNT)), Buffers.of(sum), Op.SUM)
                .doOnSuccess(done -> assertThat(sum).isEqualTo(sums(size, COUNT)));
    }

    private static int[] sums(int size, int count) {
        return IntStream.range(0, count)
                .map(i -> 1000 * size * (size - 1) / 2 + size * i)
                .toArray();
    }

    private static Mono<Void> reduceScatter(Communicator world, int size) {
        int[] block = new int[COUNT];
        int own = world.rank() * COUNT;
        return world.reduceScatterBlock(ints(numbers(world.rank(), COUNT * size)), Buffers.of(block), Op.SUM)
                .doOnSuccess(done ->
                        assertThat(block).isEqualTo(Arrays.copyOfRange(sums(size, COUNT * size), own, own + COUNT)));
    }

    private static Mono<Void> gatherAndScatter(Communicator world) {
        int[] all = new int[COUNT * world.size()];
        int[] back = new int[COUNT];
        return world.gather(ints(numbers(world.rank(), COUNT)), Buffers.of(all), 0)
                .then(world.scatter(ints(all), Buffers.of(back), 0))
                .doOnSuccess(done -> assertThat(back).isEqualTo(numbers(world.rank(), COUNT)));
    }

    @Test
    @DisplayName("COL-38 a rank whose table differs from that of rank 0 doesn't start, and says how the two differ")
    void different() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        Settings plain = Settings.create().channel("local");
        Settings other = plain.with("algorithms", "bcast:0-16k:binomial");
        Mono<CoreSession> zero = CoreSessionProvider.start(world.bootstrap(0), plain);
        Mono<Throwable> one = CoreSessionProvider.start(world.bootstrap(1), other)
                .map(session -> (Throwable) new AssertionError("rank 1 has started"))
                .onErrorResume(Mono::just);

        var both = Mono.zip(zero, one).blockOptional(TIMEOUT).orElseThrow();

        assertThat(both.getT2())
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("rank 1 has algorithms=bcast:0-16k:binomial, rank 0 has none of them")
                .extracting(error -> ((MpiException) error).errorClass())
                .isEqualTo(ErrorClass.ARG);
        both.getT1().close().block(TIMEOUT);
    }

    @Test
    @DisplayName("COL-38 a table that is wrong ends the start with what is allowed")
    void wrong() {
        InJvmWorld world = InJvmWorld.of(1, Map.of());
        Settings wrong = Settings.create().channel("local").with("algorithms", "bcast:0-inf:ring");

        assertThatThrownBy(() ->
                        CoreSessionProvider.start(world.bootstrap(0), wrong).block(TIMEOUT))
                .hasMessageContaining(
                        "reactivempi.algorithms is bcast:0-inf:ring, with the algorithm ring, allowed is for"
                                + " bcast leaders, binomial, scatter-ring, circulant");
    }
}
