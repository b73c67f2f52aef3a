package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.MpiException;
import org.reactivempi.RecordType;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Records in collective operations, whose messages come from many ranks at once, and end inside of records. */
class RecordCollectivesTest {

    private static final int SIZE = 3;

    /** So many that they travel in pieces, by every algorithm for long data. */
    private static final int COUNT = 30_011;

    record Particle(int id, double x, byte kind) {}

    record Even(int value) {

        Even {
            if (value % 2 != 0) {
                throw new IllegalArgumentException(value + " is odd");
            }
        }
    }

    private static final RecordType<Particle> PARTICLE = RecordType.of(Particle.class);

    private static final RecordType<Even> EVEN = RecordType.of(Even.class);

    private static List<Particle> particles(int rank, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Particle(1_000_000 * rank + i, i + rank / 8.0, (byte) i))
                .toList();
    }

    private static List<List<Particle>> rooms(int count) {
        List<List<Particle>> rooms = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            rooms.add(Arrays.asList(new Particle[count]));
        }
        return rooms;
    }

    private static List<Particle> all() {
        List<Particle> all = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            all.addAll(particles(rank, COUNT));
        }
        return all;
    }

    @OnEveryChannel(ranks = SIZE)
    @DisplayName(
            "DT-14, COL-10 records are broadcast, also in pieces that end inside of them; those of the root may be unchangeable")
    void broadcast(Ranks ranks) {
        List<List<Particle>> rooms = rooms(COUNT);
        rooms.set(1, particles(1, COUNT));
        onAll(
                worlds(ranks),
                world ->
                        world.bcast(PARTICLE.buffer(rooms.get(world.rank())), 1).thenReturn(0));

        assertThat(rooms).allSatisfy(room -> assertThat(room).isEqualTo(particles(1, COUNT)));
    }

    @OnEveryChannel(ranks = SIZE)
    @DisplayName("DT-14, COL-11 records of several ranks that arrive at the same time don't mix")
    void gathered(Ranks ranks) {
        List<List<Particle>> rooms = rooms(SIZE * COUNT);
        onAll(
                worlds(ranks),
                world -> world.gather(
                                PARTICLE.buffer(particles(world.rank(), COUNT)),
                                PARTICLE.buffer(rooms.get(world.rank())),
                                0)
                        .thenReturn(0));
        assertThat(rooms.get(0)).isEqualTo(all());

        List<List<Particle>> everywhere = rooms(SIZE * COUNT);
        onAll(worlds(ranks), world -> {
            List<Particle> room = everywhere.get(world.rank());
            List<Particle> own = particles(world.rank(), COUNT);
            for (int i = 0; i < COUNT; i++) {
                room.set(world.rank() * COUNT + i, own.get(i));
            }
            return world.allgather(Buffer.inPlace(), PARTICLE.buffer(room)).thenReturn(0);
        });
        assertThat(everywhere).allSatisfy(room -> assertThat(room).isEqualTo(all()));
    }

    @OnEveryChannel(ranks = SIZE)
    @DisplayName("DT-14, COL-6 a record that its class refuses fails the operation where it has come, and nowhere else")
    void refused(Ranks ranks) {
        List<Even> room = Arrays.asList(new Even[2]);
        List<Mono<Void>> operations = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            Buffer own = rank == 1 ? EVEN.buffer(room) : Buffers.of(new int[] {4, 5});
            operations.add(ranks.world(rank).bcast(own, 0));
        }
        Mono<Void> others = Mono.when(operations.get(0), operations.get(2));
        Mono<Void> refusal = operations.get(1);
        var ended = others.toFuture();
        assertThatThrownBy(() -> refusal.block(TIMEOUT))
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("5 is odd");
        assertThat(ended).succeedsWithin(TIMEOUT);
    }
}
