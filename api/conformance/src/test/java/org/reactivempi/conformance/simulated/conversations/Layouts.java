package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.ints;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.RecordType;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Data that does not lie in one piece: datatypes, records, and values of codecs. */
final class Layouts {

    /** Elements of messages that go at once, and of those that are announced and come in pieces. */
    private static final int[] COUNTS = {20, 600, 3, 1_100};

    private static final int GAP = -7;

    private Layouts() {}

    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "DT-7, DT-9, DT-15, TYP-1, TYP-2 messages in strides, into strides of another kind",
                        3,
                        Layouts::strides),
                new Conversation("DT-5, DT-18, COL-14 a matrix that all ranks turn together", 3, Layouts::turned),
                new Conversation("DT-16, PRB-1 records alone and in arrays, from any source", 3, Layouts::records),
                new Conversation(
                        "TYP-5, RCV-3, ENV-9 values of codecs, some of which can't be read", 3, Layouts::codecs));
    }

    /** Every {@code stride}-th element. */
    private static Buffer every(int[] array, int stride, int count) {
        return Buffers.of(array).as(Datatype.INT.vector(count, 1, stride), 1);
    }

    private static Publisher<?> strides(Communicator world) {
        if (world.rank() > 0) {
            return Flux.range(0, COUNTS.length).flatMap(i -> {
                int stride = 1 + (i + world.rank()) % 3;
                int[] array = new int[COUNTS[i] * stride];
                int[] values = ints(world.rank(), i, COUNTS[i]);
                for (int k = 0; k < values.length; k++) {
                    array[k * stride] = values[k];
                }
                return world.isend(every(array, stride, COUNTS[i]), 0, i);
            });
        }
        // Of any tag only where the room is long enough for each message; so each tag has two receives.
        return Flux.range(0, COUNTS.length * (world.size() - 1)).flatMap(i -> {
            int tag = i % COUNTS.length;
            int count = COUNTS[tag];
            return i % 3 == 0 ? intoMemory(world, tag, count) : intoStrides(world, tag, count, 1 + i % 4);
        });
    }

    private static Mono<Status> intoStrides(Communicator world, int tag, int count, int stride) {
        int[] room = new int[count * stride];
        Arrays.fill(room, GAP);
        return world.irecv(every(room, stride, count), Mpi.ANY_SOURCE, tag).doOnNext(status -> {
            int[] expected = new int[count * stride];
            Arrays.fill(expected, GAP);
            int[] values = ints(status.source(), tag, count);
            for (int k = 0; k < count; k++) {
                expected[k * stride] = values[k];
            }
            assertThat(room).as("%s", status).isEqualTo(expected);
        });
    }

    /** Outside of the heap, in the other byte order. */
    private static Mono<Status> intoMemory(Communicator world, int tag, int count) {
        IntBuffer room = ByteBuffer.allocateDirect(count * Integer.BYTES)
                .order(ByteOrder.BIG_ENDIAN)
                .asIntBuffer();
        return world.irecv(Buffers.of(room), Mpi.ANY_SOURCE, tag).doOnNext(status -> {
            int[] got = new int[count];
            room.duplicate().clear().get(got);
            assertThat(got).as("%s", status).isEqualTo(ints(status.source(), tag, count));
        });
    }

    /** Each rank has some rows, and gets as many columns: a block for each is a part of all its rows, and comes column by column. */
    private static Publisher<?> turned(Communicator world) {
        int size = world.size();
        int rank = world.rank();
        int own = 15;
        int all = own * size;
        int[] rows = new int[own * all];
        for (int row = 0; row < own; row++) {
            for (int column = 0; column < all; column++) {
                rows[row * all + column] = 1_000 * (rank * own + row) + column;
            }
        }
        int[] columns = new int[own * all];
        Datatype part = Datatype.INT.vector(own, own, all);
        // One column of what the other rank sends, element by element below each other.
        Datatype row = Datatype.INT.vector(own, 1, all).resized(0, Integer.BYTES);
        return world.alltoallv(
                        Blocks.of(size, to -> Buffers.of(rows).as((long) to * own * Integer.BYTES, part, 1)),
                        Blocks.of(size, from -> Buffers.of(columns).as((long) from * own * Integer.BYTES, row, own)))
                .then(Mono.fromRunnable(() -> {
                    for (int column = 0; column < own; column++) {
                        for (int r = 0; r < all; r++) {
                            assertThat(columns[column * all + r]).isEqualTo(1_000 * r + rank * own + column);
                        }
                    }
                }));
    }

    record Particle(int number, double mass, short kind) {}

    private static Particle particle(int from, int nth, int i) {
        return new Particle(1_000 * from + 100 * nth + i, i / 4.0, (short) (from - i));
    }

    private static Particle[] particles(int from, int nth, int count) {
        Particle[] particles = new Particle[count];
        Arrays.setAll(particles, i -> particle(from, nth, i));
        return particles;
    }

    private static Publisher<?> records(Communicator world) {
        RecordType<Particle> type = RecordType.of(Particle.class);
        int[] counts = {2, 90, 0, 30};
        if (world.rank() > 0) {
            return Flux.range(0, counts.length)
                    .concatMap(i -> world.isend(type.buffer(particles(world.rank(), i, counts[i])), 0, i))
                    .then(world.barrier())
                    .then(world.send(particle(world.rank(), 9, 0), type, 0, 9));
        }
        int[] next = new int[world.size()];
        // The length is not known before a probe has told it.
        return Flux.range(0, counts.length * (world.size() - 1))
                .concatMap(i -> world.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .flatMap(found -> {
                    Status status = found.status();
                    assertThat(status.tag()).isEqualTo(next[status.source()]++);
                    Particle[] room =
                            new Particle[(int) status.count(type.datatype()).orElseThrow()];
                    return found.receive(type.buffer(room))
                            .doOnNext(done -> assertThat(room)
                                    .isEqualTo(particles(status.source(), status.tag(), counts[status.tag()])));
                })
                .then(world.barrier())
                .thenMany(Flux.range(1, world.size() - 1))
                .flatMap(i -> world.receive(type, Mpi.ANY_SOURCE, 9))
                .collectList()
                .doOnNext(last -> assertThat(last)
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(1, world.size())
                                .mapToObj(from -> particle(from, 9, 0))
                                .toList()));
    }

    /** Each second text is no number, so its receive fails, and the next one gets what comes after it. */
    private static Publisher<?> codecs(Communicator world) {
        int count = 4;
        if (world.rank() > 0) {
            return Flux.range(0, count)
                    .concatMap(i -> i % 2 == 0
                            ? world.send(10 * world.rank() + i, Codecs.intValue(), 0, 1)
                            : world.send("no number".repeat(1 + 60 * (i / 2)), Codecs.string(), 0, 1));
        }
        List<Integer> got = new ArrayList<>();
        int[] failed = {0};
        return Flux.range(0, count * (world.size() - 1))
                .flatMap(i -> world.receive(Codecs.intValue(), Mpi.ANY_SOURCE, 1)
                        .doOnNext(got::add)
                        .onErrorResume(
                                thrown -> Data.isOf(ErrorClass.CONVERSION, thrown)
                                        || Data.isOf(ErrorClass.TRUNCATE, thrown),
                                noNumber -> {
                                    failed[0]++;
                                    return Mono.empty();
                                }))
                .then(Mono.fromRunnable(() -> {
                    assertThat(got).containsExactlyInAnyOrder(10, 12, 20, 22);
                    assertThat(failed[0]).isEqualTo(4);
                }));
    }
}
