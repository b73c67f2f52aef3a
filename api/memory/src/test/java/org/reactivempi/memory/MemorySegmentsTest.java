package org.reactivempi.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.Window;
import org.reactivempi.core.window.PagesAsParts;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Memory segments of all kinds in operations, and messages of more than 2 GiB. */
class MemorySegmentsTest {

    private static final int TAG = 7;
    private static final Duration TIMEOUT = Duration.ofSeconds(50);
    /** A little more than an {@code int} can say. */
    private static final long LARGE_BYTES = Integer.MAX_VALUE + 100_000L;

    private static final List<BiFunction<Arena, Integer, MemorySegment>> KINDS = List.of(
            (arena, bytes) -> arena.allocate(bytes, 8),
            (arena, bytes) -> MemorySegment.ofArray(new byte[bytes]),
            (arena, bytes) -> MemorySegment.ofArray(new double[bytes / Double.BYTES + 2])
                    .asSlice(Double.BYTES, bytes / Double.BYTES * Double.BYTES),
            (arena, bytes) -> MemorySegment.ofArray(new short[bytes / Short.BYTES]));

    private static final List<BiFunction<Arena, Integer, MemorySegment>> ARRAYS = KINDS.subList(2, 4);

    @TempDir
    Path directory;

    private static Status send(Ranks ranks, Buffer data, Buffer room) {
        return Mono.zip(ranks.world(0).isend(data, 1, TAG), ranks.world(1).irecv(room, 0, TAG))
                .blockOptional(TIMEOUT)
                .orElseThrow()
                .getT2();
    }

    private static void assertFails(Mono<Status> operation, String text) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> operation.block(TIMEOUT))
                .withMessageContaining(text)
                .matches(error -> error.errorClass() == ErrorClass.BUFFER, "of class BUFFER");
    }

    @OnEveryChannel
    @DisplayName("TYP-1 memory segments of every kind are sent and received")
    void everyKind(Ranks ranks) {
        try (Arena arena = Arena.ofShared()) {
            for (int length : new int[] {0, 8, 4000, 80_000, 1 << 20}) {
                for (var from : KINDS) {
                    for (var to : KINDS) {
                        // Arrays have elements of their own: what differs is an error of types.
                        if (from != to && ARRAYS.contains(from) && ARRAYS.contains(to)) {
                            continue;
                        }
                        MemorySegment data = from.apply(arena, length);
                        MemorySegment room = to.apply(arena, length);
                        byte[] content = new byte[length];
                        new Random(length).nextBytes(content);
                        data.copyFrom(MemorySegment.ofArray(content));
                        send(ranks, MemorySegments.buffer(data), MemorySegments.buffer(room));
                        assertThat(room.mismatch(data)).isEqualTo(-1);
                    }
                }
            }
        }
    }

    @OnEveryChannel
    @DisplayName("DT-7 elements of a derived type lie in a segment, in either order")
    void derived(Ranks ranks) {
        Datatype everyOther = Datatype.DOUBLE.vector(1000, 1, 2);
        double[] values = new Random(1).doubles(1000).toArray();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            MemorySegment room = Arena.ofAuto().allocate(16_000, 8);
            send(ranks, Buffers.of(values), MemorySegments.buffer(room, order).as(everyOther, 1));
            for (int i = 0; i < 1000; i++) {
                assertThat(room.get(ValueLayout.JAVA_DOUBLE.withOrder(order), 16L * i))
                        .isEqualTo(values[i]);
                assertThat(room.get(ValueLayout.JAVA_DOUBLE, 16L * i + 8)).isZero();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-1 what is wrong with a segment fails before anything is sent")
    void wrong(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Buffer closed;
        try (Arena arena = Arena.ofShared()) {
            closed = MemorySegments.buffer(arena.allocate(10));
        }
        assertFails(zero.isend(closed, 1, TAG), "closed");
        try (Arena arena = Arena.ofConfined()) {
            assertFails(zero.isend(MemorySegments.buffer(arena.allocate(10)), 1, TAG), "confined");
        }
        MemorySegment array = MemorySegment.ofArray(new int[4]);
        assertFails(
                zero.irecv(
                        MemorySegments.buffer(MemorySegment.ofArray(new byte[4]).asReadOnly()), 1, TAG),
                "read-only");
        assertFails(zero.isend(MemorySegments.buffer(array.asSlice(2, 8)), 1, TAG), "bytes 2 to 9");
        assertFails(zero.isend(MemorySegments.buffer(array.asReadOnly()), 1, TAG), "no byte[]");
        assertFails(
                zero.isend(MemorySegments.buffer(Arena.global().allocate(10)).as(Datatype.LONG, 2), 1, TAG),
                "bytes 0 to 15 of a region that has bytes 0 to 9");
    }

    /** A file of nothing but holes. */
    private MemorySegment sparse(String name, long bytes, Arena arena) throws IOException {
        Path file = directory.resolve(name);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), bytes - 1);
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-13 elements far beyond 2 GiB of a mapped file are sent and received")
    void farApart(Ranks ranks) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment data = sparse("data", LARGE_BYTES, arena);
            MemorySegment room = sparse("room", LARGE_BYTES, arena);
            // The last but one is in two pieces.
            long[] places = {8, (1L << 30) - 4, (1L << 31) - 12, LARGE_BYTES - 8};
            for (int i = 0; i < places.length; i++) {
                data.set(ValueLayout.JAVA_LONG_UNALIGNED, places[i], 11 * (i + 1));
            }
            Datatype far = Datatype.LONG.hindexed(new long[] {1, 1, 1, 1}, places);
            Status status = send(
                    ranks,
                    MemorySegments.buffer(data).as(far, 1),
                    MemorySegments.buffer(room).as(far, 1));
            assertThat(status.lengthBytes()).isEqualTo(32);
            for (int i = 0; i < places.length; i++) {
                assertThat(room.get(ValueLayout.JAVA_LONG_UNALIGNED, places[i])).isEqualTo(11 * (i + 1));
            }
        }
    }

    /** As long as one likes, in the memory of one piece. */
    private record Wheel(ByteBuffer piece, int turns) implements ForeignMemory {

        @Override
        public long lengthBytes() {
            return (long) piece.capacity() * turns;
        }

        @Override
        public List<ByteBuffer> pieces() {
            return Collections.nCopies(turns, piece);
        }

        @Override
        public String refusal(boolean forReceive) {
            return null;
        }
    }

    @Tag("long")
    @OnEveryChannel
    @DisplayName("DT-13 one message of more than 2 GiB, from a mapped file of holes, into memory that is bounded")
    void large(Ranks ranks) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            int piece = 1 << 24;
            MemorySegment data = sparse("data", LARGE_BYTES, arena);
            data.set(ValueLayout.JAVA_LONG_UNALIGNED, LARGE_BYTES - 8, 42);
            Wheel room = new Wheel(ByteBuffer.allocateDirect(piece).order(ByteOrder.LITTLE_ENDIAN), 200);
            Status status = send(ranks, MemorySegments.buffer(data), ForeignBuffer.of(room));
            assertThat(status.lengthBytes()).isEqualTo(LARGE_BYTES);
            assertThat(room.piece().getLong((int) ((LARGE_BYTES - 8) % piece))).isEqualTo(42);
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-6 the memory of a window is a segment, in place, for those that have it in common")
    void ofWindows(Ranks ranks) {
        List<Window> ends = Flux.just(ranks.world(0), ranks.world(1))
                .flatMapSequential(world -> world.windows().allocate(8, Datatype.LONG))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        MemorySegment own = MemorySegments.of(ends.get(0), 0).orElseThrow();
        assertThat(own.byteSize()).isEqualTo(64);
        own.setAtIndex(ValueLayout.JAVA_LONG, 7, 77);
        assertThat(ends.get(0).segment(0).orElseThrow().getLong(56)).isEqualTo(77);
        assertThat(MemorySegments.of(ends.get(1), 0).map(theirs -> theirs.getAtIndex(ValueLayout.JAVA_LONG, 7)))
                .isEqualTo(ends.get(1).segment(0).map(theirs -> theirs.getLong(56)));
        Flux.fromIterable(ends).flatMap(Window::free).blockLast(TIMEOUT);
        assertThatExceptionOfType(MpiException.class).isThrownBy(() -> MemorySegments.of(ends.get(0), 0));
    }

    @OnEveryChannel
    @DisplayName("WIN-6 memory that is longer than a ByteBuffer is one segment where it is mapped; else it is refused")
    void ofLongWindows(Ranks ranks) {
        long bytes = 3L * PagesAsParts.BYTES + 16;
        List<Window> ends = Flux.just(ranks.world(0), ranks.world(1))
                .flatMapSequential(world -> PagesAsParts.of(world.windows()).allocate(bytes))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        Window zero = ends.get(0);
        Window one = ends.get(1);
        if ("shm".equals(ranks.settings().asMap().get("channel"))) {
            MemorySegment theirs = MemorySegments.of(zero, 1).orElseThrow();
            assertThat(theirs.byteSize()).isEqualTo(bytes);
            theirs.set(ValueLayout.JAVA_LONG_UNALIGNED, 2 * PagesAsParts.BYTES - 3, 0x0102030405060708L);
            theirs.set(ValueLayout.JAVA_LONG, bytes - 8, 99);
            assertThat(one.segment(1, bytes - 8, 8).orElseThrow().getLong(0)).isEqualTo(99);
            assertThat(MemorySegments.of(one, 1).orElseThrow().mismatch(theirs)).isEqualTo(-1);
            assertThat(one.segment(1, 2 * PagesAsParts.BYTES, 1).orElseThrow().get(0))
                    .isEqualTo((byte) 5);
            Flux.fromIterable(ends).flatMap(Window::free).blockLast(TIMEOUT);
            assertThat(theirs.scope().isAlive()).isFalse();
        } else {
            assertThatExceptionOfType(MpiException.class)
                    .isThrownBy(() -> MemorySegments.of(zero, 0))
                    .matches(error -> error.errorClass() == ErrorClass.SIZE);
            Flux.fromIterable(ends).flatMap(Window::free).blockLast(TIMEOUT);
        }
    }
}
