package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.untouched;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.onThreads;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.Partitions;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RecordType;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.netty.ByteBufs;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** PART: messages that are filled, and emptied, part by part. */
@AlsoWithFaults
class PartitionsTest {

    private static final int PAIRS = 24;
    private static final int THREADS = 4;

    private record Point(int x, int y) {}

    private static void assertThrows(ThrowingCallable call, ErrorClass errorClass, String... words) {
        assertThatThrownBy(call).satisfies(thrown -> assertIs(thrown, errorClass, words));
    }

    private static void complete(Request... requests) {
        Requests.waitAll(List.of(requests)).block(TIMEOUT);
    }

    private static List<Integer> shuffled(int partitions, Random random) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, partitions).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }

    /** One start of both sides. */
    private static void assertCarries(
            PartitionedSend send, byte[] data, PartitionedReceive receive, byte[] room, int seed) {
        System.arraycopy(pattern(seed, data.length), 0, data, 0, data.length);
        Arrays.fill(room, (byte) 0);
        Random random = new Random(seed);
        boolean sendsFirst = random.nextBoolean();
        (sendsFirst ? send : receive).start();
        (sendsFirst ? receive : send).start();
        shuffled(send.partitions(), random).forEach(send::ready);
        complete(send, receive);
        assertThat(room).isEqualTo(data);
    }

    @OnEveryChannel
    @DisplayName("PART-1 sends and receives meet when they are made, in that order, whichever starts first")
    void meetAsMade(Ranks ranks) {
        byte[][] data = {{1, 2}, {3, 4}, {5, 6}};
        byte[][] rooms = new byte[3][2];
        List<PartitionedReceive> receives = Arrays.stream(rooms)
                .map(room -> ranks.world(1).precv(Buffers.of(room), 1, 0, TAG))
                .toList();
        List<PartitionedSend> sends = Arrays.stream(data)
                .map(bytes -> ranks.world(0).psend(Buffers.of(bytes), 2, 1, TAG))
                .toList();
        for (int i = 2; i >= 0; i--) {
            sends.get(i).start();
            sends.get(i).ready(0, 1);
            receives.get(2 - i).start();
        }
        complete(sends.toArray(Request[]::new));
        complete(receives.toArray(Request[]::new));
        assertThat(rooms).isDeepEqualTo(data);
        sends.forEach(Request::free);
        receives.forEach(Request::free);
    }

    @OnEveryChannel
    @DisplayName("PART-1 partitions meet no other messages, no wildcards and no probes")
    void apart(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        byte[] room = new byte[4];
        PartitionedSend send = zero.psend(Buffers.of(pattern(1, 4)), 4, 1, TAG);
        send.start();
        send.readyAll(3, 1);
        meet(ranks);
        assertThat(one.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).blockOptional(TIMEOUT))
                .isEmpty();
        assertThat(exchange(zero, one, 5)).isEqualTo(5);
        PartitionedReceive receive = one.precv(Buffers.of(room), 2, 0, TAG);
        receive.start();
        assertThat(exchange(zero, one, 6)).isEqualTo(6);
        send.readyAll(0, 2);
        complete(send, receive);
        assertThat(room).isEqualTo(pattern(1, 4));
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-2 both sides may have different numbers of partitions, at any length")
    void differentNumbers(Ranks ranks) {
        Random random = new Random(4);
        int[] numbers = {1, 2, 3, 4, 6, 12, 17, 33};
        for (int pair = 0; pair < PAIRS; pair++) {
            int ofSend = numbers[random.nextInt(numbers.length)];
            int ofReceive = numbers[random.nextInt(numbers.length)];
            int most = pair % 6 == 0 ? 3000 : 40;
            byte[] data = new byte[ofSend * ofReceive * random.nextInt(most)];
            byte[] room = new byte[data.length];
            PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), ofReceive, 0, TAG);
            PartitionedSend send = ranks.world(0).psend(Buffers.of(data), ofSend, 1, TAG);
            for (int start = 0; start < 3; start++) {
                assertCarries(send, data, receive, room, 10 * pair + start);
            }
            send.free();
            receive.free();
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("PART-2 33 partitions by 17, and 4096 by 512, are made ready out of order, and arrive whole")
    void manyByFew(Ranks ranks) {
        assertCarriesOutOfOrder(ranks, 33, 17, 5);
        assertCarriesOutOfOrder(ranks, 17, 33, 5);
        assertCarriesOutOfOrder(ranks, 4096, 512, 1);
        assertCarriesOutOfOrder(ranks, 512, 4096, 1);
    }

    @OnEveryChannel
    @DisplayName("PART-2 as many partitions as there may be, 65 536, arrive whole")
    void asManyAsThereMayBe(Ranks ranks) {
        assertCarriesOutOfOrder(ranks, Partitions.MOST_PARTITIONS, Partitions.MOST_PARTITIONS, 1);
        assertCarriesOutOfOrder(ranks, 1, Partitions.MOST_PARTITIONS, 1);
        assertCarriesOutOfOrder(ranks, Partitions.MOST_PARTITIONS, 1, 1);
    }

    /** First those with odd numbers from the last one on, then the others by their list. */
    private static void assertCarriesOutOfOrder(Ranks ranks, int ofSend, int ofReceive, int elements) {
        boolean isMultiple = ofSend % ofReceive == 0 || ofReceive % ofSend == 0;
        int length = isMultiple ? Math.max(ofSend, ofReceive) : ofSend * ofReceive;
        int[] data = new Random(ofSend).ints((long) elements * length).toArray();
        int[] room = new int[data.length];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), ofSend, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), ofReceive, 0, TAG);
        for (int start = 0; start < 2; start++) {
            Arrays.fill(room, 0);
            data[start]++;
            send.start();
            receive.start();
            for (int partition = ofSend - 1 - ofSend % 2; partition > 0; partition -= 2) {
                send.ready(partition);
            }
            send.readyAll(
                    IntStream.range(0, ofSend).filter(number -> number % 2 == 0).toArray());
            List<Integer> seen =
                    receive.arrivals().collectList().blockOptional(TIMEOUT).orElseThrow();
            assertThat(seen).hasSize(ofReceive).doesNotHaveDuplicates();
            complete(send, receive);
            assertThat(room).isEqualTo(data);
        }
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName(
            "PART-2 DT-18 partitions of elements with gaps come into elements with other gaps, by other partitions")
    void strided(Ranks ranks) {
        Random random = new Random(3);
        for (int blocks : new int[] {1, 4, 300}) {
            int elements = 33 * 17;
            Datatype from = Datatype.INT.vector(blocks, 2, 5);
            Datatype to = Datatype.INT.vector(2, blocks, blocks + 3);
            int[] data =
                    random.ints(elements * (from.extentBytes() / Integer.BYTES)).toArray();
            int[] room = new int[(int) (elements * (to.extentBytes() / Integer.BYTES))];
            int[] expected = new int[room.length];
            for (int element = 0; element < elements; element++) {
                int source = (int) (element * (from.extentBytes() / Integer.BYTES));
                int target = (int) (element * (to.extentBytes() / Integer.BYTES));
                for (int i = 0; i < 2 * blocks; i++) {
                    expected[target + i / blocks * (blocks + 3) + i % blocks] = data[source + i / 2 * 5 + i % 2];
                }
            }
            PartitionedSend send = ranks.world(0).psend(Buffers.of(data).as(from, elements), 33, 1, TAG);
            PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room).as(to, elements), 17, 0, TAG);
            send.start();
            receive.start();
            shuffled(33, random).forEach(send::ready);
            complete(send, receive);
            assertThat(room).isEqualTo(expected);
            send.free();
            receive.free();
        }
    }

    @OnEveryChannel
    @DisplayName("PART-2 long partitions of arrays and of direct memory arrive, wherever the receiver's ones begin")
    void longPartitions(Ranks ranks) {
        int length = 6 * (ranks.eagerLimitBytes() + 11);
        byte[] data = pattern(7, length);
        for (int ofReceive : new int[] {1, 2, 3, 6}) {
            ByteBuffer from = ByteBuffer.allocateDirect(length).put(data).flip();
            ByteBuffer to = ByteBuffer.allocateDirect(length);
            byte[] room = new byte[length];
            PartitionedSend[] sends = {
                ranks.world(0).psend(Buffers.of(data), 2, 1, TAG),
                ranks.world(0).psend(Buffers.of(from), 3, 1, TAG)
            };
            PartitionedReceive[] receives = {
                ranks.world(1).precv(Buffers.of(to), ofReceive, 0, TAG),
                ranks.world(1).precv(Buffers.of(room), ofReceive, 0, TAG)
            };
            Arrays.stream(receives).forEach(PartitionedReceive::start);
            Arrays.stream(sends).forEach(send -> {
                send.start();
                send.ready(0, send.partitions() - 1);
            });
            complete(sends);
            complete(receives);
            assertThat(to).isEqualTo(ByteBuffer.wrap(data));
            assertThat(room).isEqualTo(data);
            Arrays.stream(sends).forEach(Request::free);
            Arrays.stream(receives).forEach(Request::free);
        }
    }

    @OnEveryChannel(ranks = 17, timeoutSeconds = 120)
    @DisplayName("PART-1 PART-3 several pairs at once, on communicators of 1 to 17 ranks")
    void severalPairs(Ranks ranks) {
        Random random = new Random(11);
        int[] numbers = {1, 2, 3, 4, 6, 12};
        for (int size : new int[] {1, 2, 3, 8, 17}) {
            List<Communicator> parts = onAll(worlds(ranks), world -> world.split(world.rank() < size ? 0 : 1, 0));
            List<PartitionedSend> sends = new ArrayList<>();
            List<PartitionedReceive> receives = new ArrayList<>();
            List<byte[]> data = new ArrayList<>();
            List<byte[]> rooms = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                for (int distance : new int[] {1, 1, 3}) {
                    int other = (rank + distance) % size;
                    byte[] bytes = pattern(random.nextInt(100), 12 * random.nextInt(500));
                    byte[] room = new byte[bytes.length];
                    data.add(bytes);
                    rooms.add(room);
                    sends.add(parts.get(rank)
                            .psend(Buffers.of(bytes), numbers[random.nextInt(numbers.length)], other, distance));
                    receives.add(parts.get(other)
                            .precv(Buffers.of(room), numbers[random.nextInt(numbers.length)], rank, distance));
                }
            }
            for (int start = 0; start < 2; start++) {
                rooms.forEach(room -> Arrays.fill(room, (byte) 0));
                receives.forEach(PartitionedReceive::start);
                sends.forEach(PartitionedSend::start);
                for (PartitionedSend send : shuffledAll(sends, random)) {
                    shuffled(send.partitions(), random).forEach(send::ready);
                }
                complete(sends.toArray(Request[]::new));
                complete(receives.toArray(Request[]::new));
                assertThat(rooms.toArray(byte[][]::new)).isDeepEqualTo(data.toArray(byte[][]::new));
            }
            sends.forEach(Request::free);
            receives.forEach(Request::free);
            free(parts);
        }
    }

    private static <T> List<T> shuffledAll(List<T> all, Random random) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    @OnEveryChannel
    @DisplayName("PART-4 a start without a partition that is ready keeps nobody waiting but its own receiver")
    void startWithoutReady(Ranks ranks) {
        byte[] room = untouched(6);
        PartitionedSend send = ranks.world(0).psend(Buffers.of(pattern(1, 6)), 3, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 2, 0, TAG);
        send.start();
        receive.start();
        meet(ranks);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
        assertThat(send.test()).isEmpty();
        assertThat(receive.test()).isEmpty();
        assertThat(receive.arrived(0) || receive.arrived(1)).isFalse();
        assertThat(room).isEqualTo(untouched(6));
        send.ready(0, 2);
        complete(send, receive);
        assertThat(room).isEqualTo(pattern(1, 6));
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-2 the two sides may have different types, also with gaps")
    void differentTypes(Ranks ranks) {
        int[] data = IntStream.range(0, 24).toArray();
        long[] room = new long[24];
        Datatype column = Datatype.LONG.vector(3, 1, 2);
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room).as(column, 4), 2, 0, TAG);
        send.start();
        receive.start();
        send.ready(0, 3);
        complete(send, receive);
        long[] expected = new long[24];
        int next = 0;
        for (int element = 0; element < 4; element++) {
            for (int i = 0; i < 3; i++) {
                expected[element * 5 + 2 * i] = data[next] | (long) data[next + 1] << Integer.SIZE;
                next += 2;
            }
        }
        assertThat(room).isEqualTo(expected);
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-2 where the bytes in all do not agree, each start fails on both sides, and nothing is touched")
    void otherLength(Ranks ranks) {
        byte[] room = untouched(12);
        PartitionedSend send = ranks.world(0).psend(Buffers.of(new byte[8]), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 4, 0, TAG);
        for (int start = 0; start < 2; start++) {
            send.start();
            receive.start();
            send.ready(start);
            assertFails(send.completion(), ErrorClass.COUNT, "8 bytes", "12");
            assertFails(receive.completion(), ErrorClass.COUNT, "8", "12 bytes");
            send.ready(3);
        }
        assertThat(room).isEqualTo(untouched(12));
        send.free();
        receive.free();
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-3 a partition that is made ready twice, before the start, or is none fails, and harms nothing")
    void wrongReady(Ranks ranks) {
        byte[] data = new byte[6];
        byte[] room = new byte[6];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), 3, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 3, 0, TAG);
        assertThrows(() -> send.ready(0), ErrorClass.ARG, "0", "not been started");
        for (int start = 0; start < 2; start++) {
            System.arraycopy(pattern(start, 6), 0, data, 0, 6);
            send.start();
            receive.start();
            send.ready(1);
            assertThrows(() -> send.ready(1), ErrorClass.ARG, "1", "since the start");
            assertThrows(() -> send.ready(3), ErrorClass.ARG, "3", "0..2");
            assertThrows(() -> send.ready(-1), ErrorClass.ARG, "-1", "0..2");
            assertThrows(() -> send.ready(2, 0), ErrorClass.ARG, "2 to 0");
            assertThrows(() -> send.ready(-2, -1), ErrorClass.ARG, "-2", "0..2");
            assertThrows(() -> send.ready(3, Integer.MAX_VALUE), ErrorClass.ARG, "3", "0..2");
            assertThrows(() -> send.readyAll(-7), ErrorClass.ARG, "-7", "0..2");
            assertThrows(() -> send.readyAll(0, 1), ErrorClass.ARG, "1");
            assertThat(send.isComplete()).isFalse();
            send.ready(2);
            complete(send, receive);
            assertThat(room).isEqualTo(pattern(start, 6));
            assertThrows(() -> send.ready(2), ErrorClass.ARG, "not been started");
            assertThrows(() -> send.ready(0, 2), ErrorClass.ARG, "0", "not been started");
            assertThrows(() -> send.readyAll(2, 0), ErrorClass.ARG, "2", "not been started");
        }
        send.free();
        receive.free();
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-4 a partition leaves when it is ready, and one that is not ready is not read")
    void leavesWhenReady(Ranks ranks) {
        int length = ranks.eagerLimitBytes() + 16;
        byte[] data = new byte[4 * length];
        byte[] room = new byte[4 * length];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 4, 0, TAG);
        send.start();
        receive.start();
        Flux<Integer> arrivals = receive.arrivals();
        StepVerifier.Step<Integer> seen = StepVerifier.create(arrivals);
        for (int partition : new int[] {2, 0, 3, 1}) {
            seen = seen.then(() -> {
                        assertThat(receive.arrived(partition)).isFalse();
                        assertThat(send.isComplete()).isFalse();
                        System.arraycopy(pattern(partition, length), 0, data, partition * length, length);
                        send.ready(partition);
                    })
                    .expectNext(partition);
        }
        seen.expectComplete().verify(TIMEOUT);
        complete(send, receive);
        for (int partition = 0; partition < 4; partition++) {
            assertThat(Arrays.copyOfRange(room, partition * length, (partition + 1) * length))
                    .isEqualTo(pattern(partition, length));
        }
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName(
            "PART-5 a partition has arrived when all of it is here, stays so until the next start, and an inactive receive says yes")
    void arrived(Ranks ranks) {
        byte[] data = pattern(1, 12);
        byte[] room = new byte[12];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), 3, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 2, 0, TAG);
        assertThat(receive.arrived(1)).isTrue();
        assertThrows(() -> receive.arrived(2), ErrorClass.ARG, "2", "0..1");
        assertThrows(() -> receive.arrived(-1), ErrorClass.ARG, "-1", "0..1");
        StepVerifier.create(receive.arrivals()).expectComplete().verify(TIMEOUT);
        for (int start = 0; start < 2; start++) {
            receive.start();
            send.start();
            assertThat(receive.arrived(0)).isFalse();
            send.ready(2);
            meet(ranks);
            assertThat(receive.arrived(1)).isFalse();
            send.ready(1);
            StepVerifier.create(receive.arrivals().take(1))
                    .expectNext(1)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(receive.arrived(1)).isTrue();
            assertThat(receive.arrived(0)).isFalse();
            send.ready(0);
            complete(send, receive);
            assertThat(receive.arrived(0)).isTrue();
            // Also afterwards, and no more than is asked for.
            StepVerifier.create(receive.arrivals(), 1)
                    .expectNext(1)
                    .thenRequest(1)
                    .expectNext(0)
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        send.free();
        receive.free();
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("PART-3, PART-6 many threads make partitions ready, and look at them, start after start")
    void manyThreads(Ranks ranks) {
        int partitions = 512;
        byte[] data = new byte[partitions * 24];
        byte[] room = new byte[data.length];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(data), partitions, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 64, 0, TAG);
        for (int start = 0; start < 5; start++) {
            byte[] expected = pattern(start, data.length);
            List<Integer> order = shuffled(partitions, new Random(start));
            receive.start();
            send.start();
            onThreads(THREADS, thread -> {
                for (int i = thread; i < partitions; i += THREADS) {
                    int partition = order.get(i);
                    System.arraycopy(expected, partition * 24, data, partition * 24, 24);
                    send.ready(partition);
                    receive.arrived(partition % 64);
                }
            });
            complete(send, receive);
            assertThat(room).isEqualTo(expected);
        }
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-7 one that is started can be neither cancelled nor freed; an inactive one is freed at once")
    void cancelledAndFreed(Ranks ranks) {
        PartitionedSend send = ranks.world(0).psend(Buffers.of(new byte[2]), 2, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(new byte[2]), 1, 0, TAG);
        send.start();
        receive.start();
        for (Request active : List.of(send, receive)) {
            assertThrows(active::cancel, ErrorClass.REQUEST, "can't be cancelled");
            assertThrows(active::free, ErrorClass.REQUEST, "active");
        }
        assertThrows(send::start, ErrorClass.REQUEST, "active");
        send.ready(0, 1);
        complete(send, receive);
        send.free();
        receive.free();
        assertThrows(send::free, ErrorClass.REQUEST);
        assertThrows(receive::start, ErrorClass.REQUEST, "freed");
    }

    @OnEveryChannel
    @DisplayName("PART-7 a session closes when what was started has ended, and waits for nothing that rests")
    void closing(Ranks ranks) {
        byte[] room = new byte[4];
        PartitionedSend send = ranks.world(0).psend(Buffers.of(pattern(1, 4)), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 2, 0, TAG);
        PartitionedSend unmet = ranks.world(0).psend(Buffers.of(new byte[1]), 1, 1, TAG + 1);
        PartitionedReceive unmetReceive = ranks.world(0).precv(Buffers.of(new byte[1]), 1, 1, TAG + 2);
        receive.start();
        send.start();
        send.ready(1);
        meet(ranks);
        Recorder<Void> closed =
                started(Mono.when(ranks.session(0).close(), ranks.session(1).close()));
        send.ready(0);
        assertThat(closed.signals()).isEmpty();
        send.ready(2, 3);
        complete(send);
        complete(receive);
        assertThat(room).isEqualTo(pattern(1, 4));
        StepVerifier.create(Mono.when(ranks.session(0).close(), ranks.session(1).close()))
                .expectComplete()
                .verify(TIMEOUT);
        send.start();
        assertFails(send.completion(), ErrorClass.SESSION, "closed");
        send.ready(1);
        List.of(send, receive, unmet, unmetReceive).forEach(Request::free);
    }

    @OnEveryChannel
    @DisplayName("LIF-4 a rank that aborts ends its starts, also one that waits for its own threads alone")
    void abortedRank(Ranks ranks) {
        PartitionedSend send = ranks.world(0).psend(Buffers.of(new byte[4]), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(new byte[4]), 2, 0, TAG);
        receive.start();
        send.start();
        send.ready(1);
        meet(ranks);
        ranks.abort(0, "enough").block(TIMEOUT);
        assertFails(send.completion(), ErrorClass.SESSION);
        assertFails(receive.completion(), ErrorClass.PROC_FAILED, "precv(source 0");
        send.ready(2);
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("LIF-4 a rank that fails ends the starts with it, before and after its partitions were posted")
    void failedPeer(Ranks ranks) {
        PartitionedSend send = ranks.world(0).psend(Buffers.of(new byte[4]), 4, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(new byte[4]), 2, 0, TAG);
        PartitionedSend unmet = ranks.world(0).psend(Buffers.of(new byte[1]), 1, 1, TAG + 1);
        PartitionedReceive unmetReceive = ranks.world(0).precv(Buffers.of(new byte[1]), 1, 1, TAG + 1);
        receive.start();
        send.start();
        unmet.start();
        unmetReceive.start();
        meet(ranks);
        ranks.abort(1, "enough").block(TIMEOUT);
        assertFails(unmet.completion(), ErrorClass.PROC_FAILED, "psend(destination 1");
        assertFails(unmetReceive.completion(), ErrorClass.PROC_FAILED, "precv(source 1");
        send.ready(0, 3);
        assertFails(send.completion(), ErrorClass.PROC_FAILED, "psend(destination 1");
        assertFails(receive.completion(), ErrorClass.SESSION);
        List.of(send, receive, unmet, unmetReceive).forEach(Request::free);
        assertThat(exchange(ranks.world(0), ranks.world(0), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-7 one whose communicator is revoked fails at its start, or as soon as it has something to send")
    void revoked(Ranks ranks) {
        List<Communicator> dups = dup(worlds(ranks));
        PartitionedSend send = dups.get(0).psend(Buffers.of(new byte[4]), 4, 1, TAG);
        PartitionedReceive receive = dups.get(1).precv(Buffers.of(new byte[4]), 2, 0, TAG);
        receive.start();
        send.start();
        send.ready(2);
        meet(ranks);
        dups.get(1).failures().revoke().block(TIMEOUT);
        meet(ranks);
        assertFails(receive.completion(), ErrorClass.REVOKED, "precv(source 0");
        send.ready(0);
        assertFails(send.completion(), ErrorClass.REVOKED, "psend(destination 1");
        for (PersistentRequest request : List.of(send, receive)) {
            request.start();
            assertFails(request.completion(), ErrorClass.REVOKED);
        }
        send.ready(0, 3);
        send.free();
        receive.free();
        free(dups);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-4 TYP-1 memory of another library is held from each start to its end")
    void heldMemory(Ranks ranks) {
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(12).writeBytes(pattern(1, 12));
        ByteBuf room = PooledByteBufAllocator.DEFAULT.heapBuffer(12, 12);
        PartitionedSend send = ranks.world(0).psend(ByteBufs.readable(data), 3, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(ByteBufs.writable(room), 2, 0, TAG);
        for (int start = 0; start < 2; start++) {
            assertThat(data.refCnt() + room.refCnt()).isEqualTo(2);
            send.start();
            receive.start();
            assertThat(data.refCnt()).isEqualTo(2);
            assertThat(room.refCnt()).isEqualTo(2);
            send.ready(0, 2);
            complete(send, receive);
            assertThat(ByteBufUtil.getBytes(room, 0, 12)).isEqualTo(pattern(1, 12));
        }
        assertThat(data.refCnt() + room.refCnt()).isEqualTo(2);
        data.release();
        send.start();
        assertFails(send.completion(), ErrorClass.BUFFER);
        send.free();
        receive.free();
        room.release();
    }

    /** Throws where it is read, as long as it is to. */
    private static final class Unreadable implements ForeignMemory {

        private final ByteBuffer bytes;
        private volatile boolean throwing;

        Unreadable(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public long lengthBytes() {
            return bytes.capacity();
        }

        @Override
        public List<ByteBuffer> pieces() {
            return List.of(bytes.duplicate());
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public @Nullable String change() {
            if (throwing) {
                throw new IllegalStateException("gone");
            }
            return null;
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PART-4 a start whose memory can't be read fails on both sides, with all that was to come; the next one works")
    void unreadable(Ranks ranks) {
        for (int length : new int[] {4, 300, ranks.eagerLimitBytes() + 4}) {
            for (int joined : new int[] {1, 3, 6}) {
                byte[] room = new byte[6 * length];
                Unreadable memory = new Unreadable(ByteBuffer.wrap(pattern(length, room.length)));
                PartitionedSend send = ranks.world(0).psend(ForeignBuffer.of(memory), 6, 1, TAG);
                PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 6, 0, TAG);
                for (boolean wellBefore : new boolean[] {true, false}) {
                    send.start();
                    receive.start();
                    if (wellBefore) {
                        send.ready(5);
                        receive.arrivals().take(1).blockLast(TIMEOUT);
                    }
                    memory.throwing = true;
                    send.ready(0, joined == 6 ? 4 : joined - 1);
                    assertFails(receive.completion(), ErrorClass.CONVERSION);
                    assertFails(send.completion(), ErrorClass.CONVERSION, "gone");
                    memory.throwing = false;
                    send.start();
                    receive.start();
                    send.ready(0, 5);
                    complete(send, receive);
                    assertThat(room).isEqualTo(pattern(length, room.length));
                }
                send.free();
                receive.free();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PART-8 a stream names the partitions as they become ready, on any thread")
    void stream(Ranks ranks) {
        int partitions = 40;
        byte[] data = pattern(2, 40 * 100);
        byte[] room = new byte[data.length];
        PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 8, 0, TAG);
        receive.start();
        Flux<Integer> readiness =
                Flux.fromIterable(shuffled(partitions, new Random(1))).publishOn(Schedulers.boundedElastic());
        Mono<Status> sent = ranks.world(0).psend(Buffers.of(data), partitions, readiness, 1, TAG);
        assertThat(sent.block(TIMEOUT)).isEqualTo(Status.of(0, TAG, data.length));
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, data.length));
        assertThat(room).isEqualTo(data);
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-8 a stream that fails, ends too early, or names a wrong partition ends the send on both sides")
    void failingStream(Ranks ranks) {
        RuntimeException failure = new IllegalStateException("no more");
        List<Flux<Integer>> wrong = List.of(
                Flux.just(1).concatWith(Flux.error(failure)),
                Flux.just(1, 2),
                Flux.just(1, 1),
                Flux.just(4),
                Flux.empty());
        for (int length : new int[] {0, 8, 4 * (ranks.eagerLimitBytes() + 1)}) {
            for (Flux<Integer> readiness : wrong) {
                PartitionedReceive receive = ranks.world(1).precv(Buffers.of(new byte[length]), 4, 0, TAG);
                receive.start();
                StepVerifier.create(ranks.world(0).psend(Buffers.of(new byte[length]), 4, readiness, 1, TAG))
                        .expectErrorSatisfies(thrown -> {
                            if (thrown != failure) {
                                assertIs(thrown, ErrorClass.ARG);
                            }
                        })
                        .verify(TIMEOUT);
                assertFails(receive.completion(), ErrorClass.OTHER, "given up");
                StepVerifier.create(receive.arrivals())
                        .thenConsumeWhile(partition -> true)
                        .expectError(MpiException.class)
                        .verify(TIMEOUT);
                receive.free();
            }
        }
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-8 a send of a stream that is cancelled cancels the stream, and fails its receive")
    void cancelledStream(Ranks ranks) {
        for (boolean isPosted : new boolean[] {true, false}) {
            PartitionedReceive receive = ranks.world(1).precv(Buffers.of(new byte[4]), 2, 0, TAG);
            if (isPosted) {
                receive.start();
            }
            Sinks.Many<Integer> readiness = Sinks.many().unicast().onBackpressureBuffer();
            Recorder<Status> sent =
                    started(ranks.world(0).psend(Buffers.of(new byte[4]), 4, readiness.asFlux(), 1, TAG));
            readiness.tryEmitNext(2);
            meet(ranks);
            sent.cancel();
            assertThat(readiness.tryEmitNext(1)).isEqualTo(Sinks.EmitResult.FAIL_CANCELLED);
            if (!isPosted) {
                receive.start();
            }
            assertFails(receive.completion(), ErrorClass.OTHER, "given up");
            receive.free();
        }
    }

    @OnEveryChannel
    @DisplayName("PART-9 with no process a start completes, all partitions have arrived, and nothing is touched")
    void noProcess(Ranks ranks) {
        Communicator zero = ranks.world(0);
        byte[] room = untouched(4);
        PartitionedSend send = zero.psend(Buffers.of(new byte[4]), 4, Mpi.PROC_NULL, TAG);
        PartitionedReceive receive = zero.precv(Buffers.of(room), 2, Mpi.PROC_NULL, TAG);
        for (int start = 0; start < 2; start++) {
            send.start();
            receive.start();
            send.ready(0, 3);
            assertThat(send.completion().block(TIMEOUT)).isEqualTo(Status.noProcess());
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.noProcess());
            assertThat(receive.arrived(0) && receive.arrived(1)).isTrue();
            StepVerifier.create(receive.arrivals())
                    .expectNext(0, 1)
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        assertThat(room).isEqualTo(untouched(4));
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("PART-9 one that is freed before it has met another leaves nothing that a later one meets")
    void freedUnstarted(Ranks ranks) {
        ranks.world(0).psend(Buffers.of(new byte[1]), 1, 1, TAG).free();
        ranks.world(1).precv(Buffers.of(new byte[1]), 1, 0, TAG + 1).free();
        meet(ranks);
        for (int tag : new int[] {TAG, TAG + 1}) {
            byte[] data = new byte[6];
            byte[] room = new byte[6];
            PartitionedSend send = ranks.world(0).psend(Buffers.of(data), 2, 1, tag);
            PartitionedReceive receive = ranks.world(1).precv(Buffers.of(room), 3, 0, tag);
            assertCarries(send, data, receive, room, tag);
            send.free();
            receive.free();
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-1 ARG-5 wrong arguments say the value and what was allowed, and harm nothing")
    void wrongArguments(Ranks ranks) {
        Communicator zero = ranks.world(0);
        byte[] four = new byte[4];
        String allowed = "1.." + Partitions.MOST_PARTITIONS;
        for (int count : new int[] {0, -1, Integer.MIN_VALUE, Partitions.MOST_PARTITIONS + 1, (int) ((1L << 31) / 7)}) {
            String given = count + " partitions";
            assertThrows(() -> zero.psend(Buffers.of(four), count, 1, TAG), ErrorClass.COUNT, given, allowed);
            assertThrows(() -> zero.precv(Buffers.of(four), count, 1, TAG), ErrorClass.COUNT, given, allowed);
            assertFails(zero.psend(Buffers.of(four), count, Flux.empty(), 1, TAG), ErrorClass.COUNT, given, allowed);
        }
        assertThrows(() -> zero.precv(Buffers.of(four), 3, 1, TAG), ErrorClass.COUNT, "4 elements", "3 partitions");
        assertThrows(() -> zero.psend(Buffers.of(four), 2, 2, TAG), ErrorClass.RANK, "2", "0..1");
        assertThrows(() -> zero.psend(Buffers.of(four), 2, Mpi.ANY_SOURCE, TAG), ErrorClass.RANK);
        assertThrows(() -> zero.precv(Buffers.of(four), 2, Mpi.ANY_SOURCE, TAG), ErrorClass.RANK, "ANY_SOURCE");
        assertThrows(() -> zero.precv(Buffers.of(four), 2, 1, Mpi.ANY_TAG), ErrorClass.TAG, "ANY_TAG");
        assertThrows(() -> zero.psend(Buffers.of(four), 2, 1, -1), ErrorClass.TAG, "-1");
        assertThrows(() -> zero.psend(Buffers.of(four, 2, 3), 3, 1, TAG), ErrorClass.BUFFER);
        RecordType<Point> points = RecordType.of(Point.class);
        assertThrows(
                () -> zero.psend(points.buffer(new Point[] {new Point(1, 2), new Point(3, 4)}), 2, 1, TAG),
                ErrorClass.TYPE,
                "records");
        assertFails(zero.psend(Buffers.of(four), 3, Flux.empty(), 1, TAG), ErrorClass.COUNT, "3 partitions");
        assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PART-4 a rank sends partitions to itself, and both ways at once")
    void oneselfAndBothWays(Ranks ranks) {
        byte[][] data = new byte[3][600];
        byte[][] rooms = new byte[3][600];
        PartitionedSend[] sends = {
            ranks.world(0).psend(Buffers.of(data[0]), 6, 0, TAG),
            ranks.world(0).psend(Buffers.of(data[1]), 5, 1, TAG),
            ranks.world(1).psend(Buffers.of(data[2]), 4, 0, TAG)
        };
        PartitionedReceive[] receives = {
            ranks.world(0).precv(Buffers.of(rooms[0]), 2, 0, TAG),
            ranks.world(1).precv(Buffers.of(rooms[1]), 3, 0, TAG),
            ranks.world(0).precv(Buffers.of(rooms[2]), 4, 1, TAG)
        };
        for (int start = 0; start < 4; start++) {
            for (int i = 0; i < 3; i++) {
                assertCarries(sends[i], data[i], receives[i], rooms[i], 100 * start + i);
            }
        }
        for (int i = 0; i < 3; i++) {
            sends[i].free();
            receives[i].free();
        }
    }
}
