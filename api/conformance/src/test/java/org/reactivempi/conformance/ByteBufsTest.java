package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.PersistentRequest;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.netty.ByteBufs;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** Netty's buffers as memory of operations, which hold a reference from their request to their end. */
@AlsoWithFaults
class ByteBufsTest {

    private static final int LONG_BYTES = 300_001;

    /** Kinds of memory, each with room for some bytes after 3 that have been written and read. */
    private static final List<IntFunction<ByteBuf>> KINDS = List.of(
            length -> begun(PooledByteBufAllocator.DEFAULT.heapBuffer(length + 3)),
            length -> begun(PooledByteBufAllocator.DEFAULT.directBuffer(length + 3)),
            ByteBufsTest::composite);

    private static ByteBuf begun(ByteBuf buf) {
        return buf.capacity(buf.capacity()).writeMedium(1).skipBytes(3);
    }

    /** Of parts of many lengths, on the heap and direct. */
    private static ByteBuf composite(int length) {
        Random random = new Random(length);
        CompositeByteBuf all = PooledByteBufAllocator.DEFAULT.compositeBuffer(1000);
        for (int left = length + 3; left > 0; ) {
            int part = Math.min(left, 1 + random.nextInt(left > 1000 ? left / 2 : 13));
            ByteBuf memory = random.nextBoolean()
                    ? PooledByteBufAllocator.DEFAULT.directBuffer(part, part)
                    : PooledByteBufAllocator.DEFAULT.heapBuffer(part, part);
            all.addComponent(true, memory.writeZero(part));
            left -= part;
        }
        return begun(all.clear());
    }

    @OnEveryChannel
    @DisplayName(
            "TYP-1 ByteBufs of every kind are sent and received, and the operations hold them until they have ended")
    void everyKind(Ranks ranks) {
        for (int length : new int[] {0, 5, 1000, 20_000, LONG_BYTES}) {
            byte[] content = pattern(length, length);
            for (int kind = 0; kind < 2 * KINDS.size(); kind++) {
                ByteBuf data = KINDS.get(kind % KINDS.size()).apply(length).writeBytes(content);
                ByteBuf room =
                        KINDS.get((kind + kind / KINDS.size()) % KINDS.size()).apply(length);
                int index = room.writerIndex();
                Request received = Request.start(ranks.world(1).irecv(ByteBufs.writable(room), 0, TAG));
                assertThat(room.refCnt()).isEqualTo(2);
                Request sent = Request.start(ranks.world(0).isend(ByteBufs.readable(data), 1, TAG));
                data.release();
                Mono.when(sent.completion(), received.completion()).block(TIMEOUT);

                assertThat(room.writerIndex()).as("the library moves no index").isEqualTo(index);
                byte[] bytes = new byte[length];
                room.getBytes(index, bytes);
                assertThat(bytes).isEqualTo(content);
                assertThat(room.refCnt()).isEqualTo(1);
                assertThat(data.refCnt()).isZero();
                room.release();
            }
        }
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 DT-18 derived types lie in ByteBufs of every kind, also across the parts of one that is put together")
    void derived(Ranks ranks) {
        Datatype particle = Datatype.struct()
                .add(0, Datatype.INT)
                .add(8, Datatype.DOUBLE, 2)
                .add(24, Datatype.BYTE)
                .build(32);
        Datatype places =
                Datatype.INT.indexed(new long[] {2, 1, 3}, new long[] {5, 0, 9}).resized(0, 48);
        for (int count : new int[] {1, 65, 3000}) {
            for (Datatype type : List.of(particle, places, Datatype.SHORT.vector(7, 1, 3))) {
                byte[] content = pattern(count, Math.toIntExact(count * type.extentBytes()) + 64);
                for (IntFunction<ByteBuf> kind : KINDS) {
                    ByteBuf data = kind.apply(content.length).writeBytes(content);
                    ByteBuf room = kind.apply(content.length).writeZero(content.length);
                    Mono.when(
                                    ranks.world(1).irecv(ByteBufs.readable(room).as(type, count), 0, TAG),
                                    ranks.world(0).isend(ByteBufs.readable(data).as(type, count), 1, TAG))
                            .block(TIMEOUT);
                    ByteBuffer wanted = ByteBuffer.allocate(content.length);
                    copy(ByteBuffer.wrap(content), wanted, type, count);
                    byte[] bytes = new byte[content.length];
                    room.readBytes(bytes);
                    assertThat(bytes).isEqualTo(wanted.array());
                    assertThat(List.of(data.refCnt(), room.refCnt())).containsOnly(1);
                    data.release();
                    room.release();
                }
            }
        }
    }

    /** What stands where elements are, and nothing else. */
    private static void copy(ByteBuffer from, ByteBuffer to, Datatype type, int count) {
        Buffer source = Buffers.of(from).as(type, count);
        ByteBuffer payload = ByteBuffer.allocate(Math.toIntExact(source.lengthBytes()));
        Payload.of(source).copyTo(0, payload);
        Payload.of(Buffers.of(to).as(type, count)).copyFrom(0, payload.flip());
    }

    @OnEveryChannel
    @DisplayName("PRB-4 PRB-5 a cancelled operation gives its reference back, and so does one that was never requested")
    void cancelled(Ranks ranks) {
        ByteBuf room = PooledByteBufAllocator.DEFAULT.directBuffer(100);
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(100).writeZero(100);
        Request receive = Request.start(ranks.world(1).irecv(ByteBufs.writable(room), 0, TAG));
        Request send = Request.start(ranks.world(0).issend(ByteBufs.readable(data), 1, TAG + 1));
        assertThat(List.of(room.refCnt(), data.refCnt())).containsOnly(2);
        receive.cancel();
        send.cancel();
        assertThat(receive.completion().block(TIMEOUT).isCancelled()).isTrue();
        assertThat(send.completion().block(TIMEOUT).isCancelled()).isTrue();
        assertThat(List.of(room.refCnt(), data.refCnt())).containsOnly(1);

        BaseSubscriber<Status> never = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                // Requests nothing.
            }
        };
        ranks.world(1).irecv(ByteBufs.writable(room), 0, TAG).subscribe(never);
        assertThat(room.refCnt()).isEqualTo(1);
        never.cancel();
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
        room.release();
        data.release();
    }

    @OnEveryChannel
    @DisplayName("RCV-3 an operation that fails gives its reference back")
    void failed(Ranks ranks) {
        for (int length : new int[] {100, LONG_BYTES}) {
            ByteBuf room = PooledByteBufAllocator.DEFAULT.directBuffer(50, 50);
            Mono<Status> received = ranks.world(1).irecv(ByteBufs.writable(room), 0, TAG);
            Mono<Status> sent = ranks.world(0).isend(Payloads.bytes(length), 1, TAG);
            assertThatExceptionOfType(TruncationException.class)
                    .isThrownBy(() -> Mono.whenDelayError(sent, received).block(TIMEOUT));
            assertThat(room.refCnt()).isEqualTo(1);
            room.release();
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-1 what is wrong with a ByteBuf fails before anything is sent")
    void wrong(Ranks ranks) {
        Communicator zero = ranks.world(0);
        ByteBuf released = Unpooled.buffer(10).writeZero(10);
        Buffer gone = ByteBufs.readable(released);
        released.release();
        assertFails(zero.isend(gone, 1, TAG), ErrorClass.BUFFER, "released");
        assertFails(zero.irecv(gone.as(Datatype.INT, 1), 1, TAG), ErrorClass.BUFFER, "released");

        ByteBuf buf = Unpooled.buffer(10, 10).writeZero(10);
        assertFails(zero.irecv(ByteBufs.readable(buf.asReadOnly()), 1, TAG), ErrorClass.BUFFER, "read-only");
        assertFails(zero.isend(ByteBufs.region(buf, 4, 7), 1, TAG), ErrorClass.BUFFER, "bytes 4 to 10");
        assertFails(zero.isend(ByteBufs.region(buf, -1, 2), 1, TAG), ErrorClass.BUFFER, "bytes -1");
        assertFails(
                zero.isend(ByteBufs.readable(buf).as(Datatype.LONG, 2), 1, TAG), ErrorClass.BUFFER, "bytes 0 to 15");
        assertThat(buf.refCnt()).isEqualTo(1);
        buf.release();
    }

    @OnEveryChannel
    @DisplayName("TYP-1 a ByteBuf that is released between subscription and request fails the operation")
    void releasedBeforeItsRequest(Ranks ranks) {
        ByteBuf data = Unpooled.buffer(10).writeZero(10);
        List<Throwable> errors = new ArrayList<>();
        BaseSubscriber<Status> late = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                // Requests later.
            }

            @Override
            protected void hookOnError(Throwable error) {
                errors.add(error);
            }
        };
        ranks.world(0).isend(ByteBufs.readable(data), 1, TAG).subscribe(late);
        data.release();
        late.request(1);
        assertThat(errors)
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.BUFFER));
    }

    @OnEveryChannel
    @DisplayName("TYP-1 a ByteBuf that has got other memory fails the next operation; another buffer of it works")
    void otherCapacity(Ranks ranks) {
        for (IntFunction<ByteBuf> kind : KINDS) {
            ByteBuf buf = kind.apply(100).writeBytes(pattern(1, 100));
            Buffer first = ByteBufs.readable(buf);
            byte[] room = new byte[100];
            Mono.when(
                            ranks.world(1).irecv(Buffers.of(room), 0, TAG),
                            ranks.world(0).isend(first, 1, TAG))
                    .block(TIMEOUT);
            buf.capacity(buf.capacity() + 1000);
            assertFails(ranks.world(0).isend(first, 1, TAG), ErrorClass.BUFFER, "has changed");
            assertFails(ranks.world(0).irecv(first.as(Datatype.SHORT, 50), 1, TAG), ErrorClass.BUFFER, "has changed");

            Arrays.fill(room, (byte) 0);
            Mono.when(
                            ranks.world(1).irecv(Buffers.of(room), 0, TAG),
                            ranks.world(0).isend(ByteBufs.readable(buf), 1, TAG))
                    .block(TIMEOUT);
            assertThat(room).isEqualTo(pattern(1, 100));
            assertThat(buf.refCnt()).isEqualTo(1);
            buf.release();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "TYP-1 a receive whose ByteBuf gets other memory while it waits writes nothing there, and fails with the buffer class")
    void movedInFlight(Ranks ranks) {
        for (boolean isDerived : new boolean[] {false, true}) {
            ByteBuf buf = Unpooled.buffer(1000, 100_000).writeZero(1000);
            byte[] old = buf.array();
            Buffer whole = ByteBufs.readable(buf);
            Buffer room = isDerived ? whole.as(Datatype.SHORT.vector(250, 1, 2), 1) : whole;
            // The memory is looked up by the first operation.
            Mono.when(ranks.world(1).irecv(room, 0, TAG), ranks.world(0).isend(Buffers.bytes(new byte[100]), 1, TAG))
                    .block(TIMEOUT);
            Request received = Request.start(ranks.world(1).irecv(room, 0, TAG));
            buf.capacity(2000);
            ranks.world(0).isend(Payloads.bytes(500), 1, TAG).block(TIMEOUT);
            assertFails(received.completion(), ErrorClass.BUFFER, "has changed");
            assertThat(old).containsOnly(0);
            assertThat(buf.array()).containsOnly(0);
            assertThat(buf.refCnt()).isEqualTo(1);
            buf.release();
        }
        Traffic.meet(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "TYP-1 operations whose ByteBuf loses its last reference fail with the buffer class, and the ranks go on")
    void releasedInFlight(Ranks ranks) {
        ByteBuf room = Unpooled.buffer(1000, 1000).writeZero(1000);
        byte[] memory = room.array();
        Request received = Request.start(ranks.world(1).irecv(ByteBufs.readable(room), 0, TAG));
        room.release(2);
        ranks.world(0).isend(Payloads.bytes(1000), 1, TAG).block(TIMEOUT);
        assertFails(received.completion(), ErrorClass.BUFFER, "released");
        assertThat(memory).containsOnly(0);

        ByteBuf data = Unpooled.buffer(LONG_BYTES, LONG_BYTES).writeZero(LONG_BYTES);
        byte[] ofOthers = data.array();
        Request sent = Request.start(ranks.world(0).issend(ByteBufs.readable(data), 1, TAG));
        data.release(2);
        Arrays.fill(ofOthers, (byte) 7);
        byte[] zeros = new byte[LONG_BYTES];
        Arrays.fill(zeros, (byte) 1);
        ranks.world(1).irecv(Buffers.of(zeros), 0, TAG).block(TIMEOUT);
        assertFails(sent.completion(), ErrorClass.BUFFER, "released");
        assertThat(zeros).containsOnly(0);
        Traffic.meet(ranks);
    }

    @OnEveryChannel
    @DisplayName("PER-1 persistent operations hold ByteBufs from each start to its end")
    void persistent(Ranks ranks) {
        ByteBuf data = composite(1000).writeBytes(pattern(1, 1000));
        ByteBuf room = composite(1000);
        PersistentRequest send = ranks.world(0).sendInit(ByteBufs.readable(data), 1, TAG);
        PersistentRequest receive = ranks.world(1).recvInit(ByteBufs.writable(room), 0, TAG);
        for (int round = 0; round < 3; round++) {
            data.setByte(data.readerIndex(), round);
            receive.start();
            send.start();
            Mono.when(send.completion(), receive.completion()).block(TIMEOUT);
            assertThat(room.getByte(room.writerIndex())).isEqualTo((byte) round);
            assertThat(List.of(data.refCnt(), room.refCnt())).containsOnly(1);
        }
        send.free();
        receive.free();
        data.release();
        room.release();
    }

    @OnEveryChannel
    @DisplayName("PER-1, COL-24 a persistent collective operation holds ByteBufs from the call that starts it")
    void persistentCollective(Ranks ranks) {
        List<ByteBuf> rooms = List.of(
                composite(4000).writeBytes(pattern(1, 4000)), composite(4000).writeZero(4000));
        List<PersistentRequest> requests = Stream.of(0, 1)
                .map(rank -> PersistentRequest.of(ranks.world(rank).bcast(ByteBufs.readable(rooms.get(rank)), 0)))
                .toList();
        for (int round = 0; round < 3; round++) {
            // It is the program's last reference until the operation has ended.
            rooms.forEach(ByteBuf::retain);
            requests.forEach(PersistentRequest::start);
            rooms.forEach(ByteBuf::release);
            Mono.when(requests.get(0).completion(), requests.get(1).completion())
                    .block(TIMEOUT);
            assertThat(rooms).allSatisfy(room -> assertThat(room.refCnt()).isEqualTo(1));
        }
        requests.forEach(PersistentRequest::start);
        rooms.forEach(ByteBuf::release);
        Mono.when(requests.get(0).completion(), requests.get(1).completion()).block(TIMEOUT);
        assertThat(rooms).allSatisfy(room -> assertThat(room.refCnt()).isZero());
        requests.forEach(PersistentRequest::free);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-18 exchanges, buffered sends, matched receives and collective operations take ByteBufs, and release them")
    void otherOperations(Ranks ranks) {
        ByteBuf data = composite(8000).writeBytes(pattern(1, 8000));
        ByteBuf room = composite(8000);
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Mono.when(
                        zero.isendrecv(ByteBufs.readable(data), 1, TAG, ByteBufs.writable(room), 1, TAG),
                        one.mprobe(0, TAG)
                                .flatMap(message -> message.receive(Buffers.of(new byte[8000])))
                                .then(one.isend(Payloads.bytes(8000), 0, TAG)))
                .block(TIMEOUT);
        assertThat(List.of(data.refCnt(), room.refCnt())).containsOnly(1);
        byte[] received = new byte[8000];
        room.getBytes(room.writerIndex(), received);
        assertThat(received).isEqualTo(pattern(0, 8000));

        zero.buffers().attach(10_000).block(TIMEOUT);
        zero.ibsend(ByteBufs.readable(data), 1, TAG).block(TIMEOUT);
        assertThat(data.refCnt()).isEqualTo(1);
        one.mprobe(0, TAG)
                .flatMap(message -> message.receive(ByteBufs.writable(room)))
                .block(TIMEOUT);
        assertThat(room.refCnt()).isEqualTo(1);
        zero.buffers().detach().block(TIMEOUT);

        ByteBuf sum = PooledByteBufAllocator.DEFAULT.directBuffer(8000, 8000);
        onAll(worlds(ranks), world -> {
            ByteBuf own = world.rank() == 0 ? sum : data;
            Buffer result = world.rank() == 0
                    ? ByteBufs.writable(own).as(Datatype.INT, 2000)
                    : ByteBufs.readable(own).as(Datatype.INT, 2000);
            return world.bcast(result, 1).then(world.allreduce(Buffer.inPlace(), result, Op.MAX));
        });
        assertThat(List.of(data.refCnt(), sum.refCnt())).containsOnly(1);
        List.of(data, room, sum).forEach(ByteBuf::release);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-3 operations that end since their peer has failed give their references back")
    void lostPeer(Ranks ranks) {
        Traffic.meet(ranks);
        ByteBuf room = PooledByteBufAllocator.DEFAULT.directBuffer(LONG_BYTES);
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(LONG_BYTES).writeZero(LONG_BYTES);
        Communicator zero = ranks.world(0);
        Request receive = Request.start(zero.irecv(ByteBufs.writable(room), 1, TAG));
        Request send = Request.start(zero.isend(ByteBufs.readable(data), 1, TAG));
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        for (Request each : List.of(receive, send)) {
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(() -> each.completion().block(TIMEOUT));
        }
        assertThat(List.of(room.refCnt(), data.refCnt())).containsOnly(1);
        room.release();
        data.release();
    }
}
