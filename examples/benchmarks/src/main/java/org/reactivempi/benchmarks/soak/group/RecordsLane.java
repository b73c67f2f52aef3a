package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.FixedLength;
import org.reactivempi.RecordType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Records: in messages, in collective operations, as bytes that a C compiler would lay out alike, and one by one through a codec. */
final class RecordsLane implements GroupLane {

    private static final RecordType<Particle> TYPE = RecordType.of(Particle.class);
    private static final int STEPS = 6;
    private static final int MOST = 700;
    private static final int TAG = 74;
    private static final int COORDINATES = 3;
    private static final Particle NOBODY = new Particle((byte) 0, 0, new Place(new float[COORDINATES]), 0, false);

    /** Components of different lengths, so that there are gaps in memory. */
    record Particle(byte kind, int id, Place place, double mass, boolean isFixed) {

        static Particle of(Values values, int rank, long index) {
            long bits = values.at(rank, index);
            float[] coordinates = {(short) bits, (short) (bits >> 16), (short) (bits >> 32)};
            return new Particle((byte) bits, (int) bits, new Place(coordinates), (int) (bits >> 32), (bits & 1) == 1);
        }

        /** An array is equal to itself alone. */
        boolean isLike(Particle other) {
            return kind == other.kind
                    && id == other.id
                    && mass == other.mass
                    && isFixed == other.isFixed
                    && Arrays.equals(place.coordinates, other.place.coordinates);
        }

        @Override
        public String toString() {
            return "Particle[" + kind + ", " + id + ", " + Arrays.toString(place.coordinates) + ", " + mass + ", "
                    + isFixed + "]";
        }
    }

    /** A record in a record. */
    @SuppressWarnings("ArrayRecordComponent")
    record Place(@FixedLength(COORDINATES) float[] coordinates) {}

    @Override
    public String name() {
        return "records";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, STEPS).concatMap(i -> step(turn)).then();
    }

    private static Mono<Void> step(Turn turn) {
        int count = turn.length(MOST);
        int places = turn.random().nextInt(turn.size());
        Values values = turn.values();
        return switch (turn.random().nextInt(4)) {
            case 0 -> message(turn, values, count, places);
            case 1 -> asBytes(turn, values, count, places);
            case 2 -> oneByOne(turn, values, places);
            default -> gathered(turn, values, count);
        };
    }

    private static List<Particle> particles(Values values, int rank, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Particle.of(values, rank, i))
                .toList();
    }

    private static List<Particle> room(int count) {
        return new ArrayList<>(Collections.nCopies(count, NOBODY));
    }

    private static void check(Turn turn, Values values, int source, int count, List<Particle> came) {
        for (int i = 0; i < count; i++) {
            Particle expected = Particle.of(values, source, i);
            if (!expected.isLike(came.get(i))) {
                throw turn.check().failure("record " + i + " of rank " + source, expected, came.get(i));
            }
        }
        turn.check().passed(count);
    }

    private static Mono<Void> message(Turn turn, Values values, int count, int places) {
        int source = turn.after(-places);
        List<Particle> room = room(count);
        Buffer data = TYPE.buffer(particles(values, turn.rank(), count));
        return Mono.when(
                        turn.all().isend(data, turn.after(places), TAG),
                        turn.all().irecv(TYPE.buffer(room), source, TAG))
                .then(Mono.fromRunnable(() -> check(turn, values, source, count, room)));
    }

    /** The receiver has the struct in bytes, and reads what it has got once more as records. */
    private static Mono<Void> asBytes(Turn turn, Values values, int count, int places) {
        int source = turn.after(-places);
        int length = Math.toIntExact(TYPE.datatype().extentBytes() * count);
        ByteBuffer bytes = (turn.own().nextBoolean() ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length))
                .order(ByteOrder.nativeOrder());
        List<Particle> room = room(count);
        Buffer data = TYPE.buffer(particles(values, turn.rank(), count));
        return Mono.when(
                        turn.all().isend(data, turn.after(places), TAG),
                        turn.all().irecv(Buffers.of(bytes).as(TYPE.datatype(), count), source, TAG))
                .then(turn.all()
                        .isendrecv(
                                Buffers.of(bytes).as(TYPE.datatype(), count),
                                turn.rank(),
                                TAG + 1,
                                TYPE.buffer(room),
                                turn.rank(),
                                TAG + 1))
                .then(Mono.fromRunnable(() -> check(turn, values, source, count, room)));
    }

    private static Mono<Void> oneByOne(Turn turn, Values values, int places) {
        int source = turn.after(-places);
        return Mono.when(
                turn.all().send(Particle.of(values, turn.rank(), 0), TYPE, turn.after(places), TAG),
                turn.all()
                        .receive(TYPE, source, TAG)
                        .doOnNext(came -> check(turn, values, source, 1, List.of(came)))
                        .switchIfEmpty(Mono.error(() -> turn.check().failure("a record", "one", "none"))));
    }

    private static Mono<Void> gathered(Turn turn, Values values, int count) {
        List<Particle> room = room(count * turn.size());
        return turn.all()
                .allgather(TYPE.buffer(particles(values, turn.rank(), count)), TYPE.buffer(room))
                .then(Mono.fromRunnable(() -> {
                    for (int rank = 0; rank < turn.size(); rank++) {
                        check(turn, values, rank, count, room.subList(rank * count, (rank + 1) * count));
                    }
                }));
    }
}
