package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Op;
import org.reactivempi.RecordType;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Memory of programs that throws when a message is copied out of it, or into it: that message alone fails, on both ranks. */
@AlsoWithFaults
class UnreadableMemoryTest {

    private static final int SHORT_BYTES = 100;
    private static final int MEDIUM_BYTES = 50_000;
    private static final int LONG_BYTES = 3_000_000;
    private static final int[] LENGTHS = {SHORT_BYTES, MEDIUM_BYTES, LONG_BYTES};

    private static final List<Supplier<Throwable>> THROWN = List.of(
            () -> new IllegalStateException("an exception"),
            () -> new AssertionError("an assertion"),
            () -> new StackOverflowError("a stack"),
            () -> new NoClassDefFoundError("a class"));

    private static final List<Function<Communicator, Function<Buffer, Mono<Status>>>> SENDS = List.of(
            from -> data -> from.isend(data, 1, TAG),
            from -> data -> from.issend(data, 1, TAG),
            from -> data -> from.ibsend(data, 1, TAG),
            from -> data -> from.irsend(data, 1, TAG));

    @SuppressWarnings("unchecked") // the compiler is to take it for unchecked
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Throws after it was asked so many times, as long as it is held. */
    private static final class Memory implements ForeignMemory {

        private final ByteBuffer bytes;
        private final Throwable thrown;
        private final boolean inPieces;
        private final AtomicBoolean held = new AtomicBoolean();
        private int left;

        Memory(ByteBuffer bytes, Throwable thrown, boolean inPieces, int left) {
            this.bytes = bytes;
            this.thrown = thrown;
            this.inPieces = inPieces;
            this.left = left;
        }

        @Override
        public long lengthBytes() {
            return bytes.capacity();
        }

        @Override
        public List<ByteBuffer> pieces() {
            if (inPieces) {
                UnreadableMemoryTest.<RuntimeException>sneak(thrown);
            }
            return List.of(bytes.duplicate());
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public void retain() {
            held.set(true);
        }

        @Override
        public void release() {
            held.set(false);
        }

        @Override
        public synchronized @Nullable String change() {
            if (!inPieces && held.get() && left-- <= 0) {
                UnreadableMemoryTest.<RuntimeException>sneak(thrown);
            }
            return null;
        }
    }

    private static List<Buffer> throwing(int length, Throwable thrown) {
        List<Buffer> all = new ArrayList<>();
        for (boolean inPieces : new boolean[] {false, true}) {
            for (boolean direct : new boolean[] {false, true}) {
                ByteBuffer bytes = direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
                Buffer memory = ForeignBuffer.of(new Memory(bytes, thrown, inPieces, 0));
                all.add(memory);
                if (!inPieces) {
                    all.add(memory.as(Datatype.BYTE, length));
                }
            }
        }
        if (length == LONG_BYTES) {
            // In the middle of the message.
            all.add(ForeignBuffer.of(new Memory(ByteBuffer.allocate(length), thrown, false, 9)));
            all.add(ForeignBuffer.of(new Memory(ByteBuffer.allocateDirect(length), thrown, false, 3)));
        }
        return all;
    }

    private static void assertWorks(Communicator from, Communicator to) {
        for (int length : LENGTHS) {
            byte[] room = new byte[length];
            Recorder<Status> receive = started(to.irecv(Buffers.of(room), from.rank(), TAG));
            started(from.isend(Payloads.bytes(length), to.rank(), TAG));
            try {
                assertThat(receive.await()).hasSize(2).endsWith("complete");
            } catch (Exception e) {
                throw new AssertionError("no message after the failure", e);
            }
            assertThat(room).isEqualTo(Payloads.pattern(0, length));
        }
    }

    @OnEveryChannel
    @DisplayName("a send whose memory throws fails with what was thrown, and so does its receive, naming the sender")
    void sendersMemory(Ranks ranks) throws Exception {
        Communicator from = ranks.world(0);
        Communicator to = ranks.world(1);
        // Room for one of them, so that each has to give it back.
        from.buffers().attach(LONG_BYTES + 1000).block(TIMEOUT);
        for (int length : LENGTHS) {
            Throwable thrown = THROWN.get(length % THROWN.size()).get();
            for (Buffer data : throwing(length, thrown)) {
                for (boolean receiveFirst : new boolean[] {true, false}) {
                    for (int mode = 0; mode < SENDS.size() - (receiveFirst ? 0 : 1); mode++) {
                        Mono<Status> receiving = to.irecv(Payloads.room(length), 0, TAG);
                        Recorder<Status> receive = null;
                        if (receiveFirst) {
                            receive = started(receiving);
                            ranks.pending(1).block(TIMEOUT);
                        }
                        Recorder<Status> send =
                                started(SENDS.get(mode).apply(from).apply(data));
                        if (receive == null) {
                            ranks.pending(0).block(TIMEOUT);
                            receive = started(receiving);
                        }
                        assertError(send.await().get(0), ErrorClass.CONVERSION, thrown.getMessage());
                        assertError(receive.await().get(0), ErrorClass.CONVERSION, "rank 0");
                    }
                }
            }
            assertWorks(from, to);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "a receive whose memory throws fails with what was thrown; its message's send is done, and the next come")
    void receiversMemory(Ranks ranks) throws Exception {
        Communicator from = ranks.world(0);
        Communicator to = ranks.world(1);
        for (int length : LENGTHS) {
            Throwable thrown = THROWN.get(length % THROWN.size()).get();
            for (Buffer room : throwing(length, thrown)) {
                for (boolean receiveFirst : new boolean[] {true, false}) {
                    Recorder<Status> receive = new Recorder<>();
                    to.irecv(room, 0, TAG).subscribe(receive);
                    if (receiveFirst) {
                        receive.request(1);
                        ranks.pending(1).block(TIMEOUT);
                    }
                    Recorder<Status> send = started(from.issend(Payloads.bytes(length), 1, TAG));
                    if (!receiveFirst) {
                        ranks.pending(0).block(TIMEOUT);
                        receive.request(1);
                    }
                    assertError(receive.await().get(0), ErrorClass.CONVERSION, thrown.getMessage());
                    assertThat(send.await()).endsWith("complete");
                }
            }
            assertWorks(from, to);
        }
    }

    @OnEveryChannel
    @DisplayName("memory that throws fails both ends of a message of a rank to itself")
    void ownMemory(Ranks ranks) throws Exception {
        Communicator own = ranks.world(1);
        for (int length : LENGTHS) {
            Throwable thrown = THROWN.get(length % THROWN.size()).get();
            for (Buffer data : throwing(length, thrown)) {
                for (boolean receiveFirst : new boolean[] {true, false}) {
                    Recorder<Status> receive = new Recorder<>();
                    own.irecv(Payloads.room(length), 1, TAG).subscribe(receive);
                    if (receiveFirst) {
                        receive.request(1);
                    }
                    Recorder<Status> send = started(own.isend(data, 1, TAG));
                    if (!receiveFirst) {
                        ranks.pending(1).block(TIMEOUT);
                        receive.request(1);
                    }
                    assertError(send.await().get(0), ErrorClass.CONVERSION, thrown.getMessage());
                    assertError(receive.await().get(0), ErrorClass.CONVERSION, "rank 1");
                }
            }
            assertWorks(own, own);
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-30 memory that throws fails a collective operation on each rank that depends on it")
    void collectives(Ranks ranks) throws Exception {
        List<Communicator> ends = worlds(ranks);
        for (int length : LENGTHS) {
            Throwable thrown = THROWN.get(length % THROWN.size()).get();
            for (int kind = 0; kind < throwing(length, thrown).size(); kind++) {
                List<Recorder<Void>> root = new ArrayList<>();
                List<Recorder<Void>> leaf = new ArrayList<>();
                for (Communicator end : ends) {
                    Buffer bad = throwing(length, thrown).get(kind);
                    Buffer good = Payloads.room(length);
                    root.add(started(end.bcast(end.rank() == 0 ? bad : good, 0)));
                    leaf.add(started(end.bcast(end.rank() == 3 ? bad : good, 0)));
                }
                for (Recorder<Void> each : root) {
                    assertError(
                            each.await().get(0),
                            ErrorClass.CONVERSION,
                            each == root.get(0) ? thrown.getMessage() : "rank ");
                }
                assertError(leaf.get(3).await().get(0), ErrorClass.CONVERSION, thrown.getMessage());
                for (Recorder<Void> each : leaf) {
                    each.await();
                }
            }
            assertThat(onAll(ends, end -> {
                        int[] sum = new int[1];
                        return end.allreduce(Buffers.ints(1), Buffers.of(sum), Op.SUM)
                                .then(Mono.fromSupplier(() -> sum[0]));
                    }))
                    .containsOnly(4);
        }
    }

    private static Codec<Integer> writing(Buffer bad) {
        return new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                return value == 3 ? bad : Codecs.intValue().encode(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return Codecs.intValue().decode(payload);
            }
        };
    }

    @OnEveryChannel
    @DisplayName("ASK-4 a question or an answer in memory that throws fails, and the handler goes on")
    void questions(Ranks ranks) {
        Communicator asker = ranks.world(0);
        for (int length : LENGTHS) {
            Codec<Integer> bad =
                    writing(throwing(length, new StackOverflowError("a stack")).get(4));
            Disposable answering = ranks.world(1)
                    .answer(Codecs.intValue(), bad, TAG, 1, (number, status) -> Mono.just(number))
                    .subscribe();
            for (int i = 0; i < 2; i++) {
                Family.assertFails(asker.ask(3, bad, Codecs.intValue(), 1, TAG), ErrorClass.CONVERSION, "a stack");
                Family.assertFails(
                        asker.ask(3, Codecs.intValue(), Codecs.intValue(), 1, TAG), ErrorClass.CONVERSION, "rank 1");
                assertThat(asker.ask(7, Codecs.intValue(), Codecs.intValue(), 1, TAG)
                                .block(TIMEOUT))
                        .isEqualTo(7);
            }
            answering.dispose();
            // After that, on the same thread.
            ranks.pending(1).block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("an element in memory that throws ends its stream on both ranks")
    void streams(Ranks ranks) throws Exception {
        for (int length : LENGTHS) {
            Codec<Integer> bad =
                    writing(throwing(length, new StackOverflowError("a stack")).get(4));
            Recorder<Integer> received = new Recorder<>();
            ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG).subscribe(received);
            received.request(100);
            Recorder<Void> sent = started(ranks.world(0).sendStream(Flux.range(0, 9), bad, 1, TAG));
            List<Object> signals = sent.await();
            assertError(signals.get(signals.size() - 1), ErrorClass.CONVERSION, "a stack");
            signals = received.await();
            assertError(signals.get(signals.size() - 1), ErrorClass.CONVERSION, "rank 0");
        }
        assertWorks(ranks.world(0), ranks.world(1));
    }

    /** Its constructor throws on the way out of a message. */
    record Sample(int number) {

        private static @Nullable Error thrown;

        Sample {
            if (thrown != null) {
                throw thrown;
            }
        }
    }

    @OnEveryChannel
    @DisplayName("an Error of a record's constructor fails its receive, and nothing else")
    void records(Ranks ranks) throws Exception {
        RecordType<Sample> type = RecordType.of(Sample.class);
        for (int count : new int[] {1, 100_000}) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                samples.add(new Sample(i));
            }
            for (Supplier<Throwable> each : THROWN.subList(1, THROWN.size())) {
                Error thrown = (Error) each.get();
                Sample.thrown = thrown;
                try {
                    List<Sample> room = new ArrayList<>(samples);
                    Recorder<Status> receive = started(ranks.world(1).irecv(type.buffer(room), 0, TAG));
                    Recorder<Status> send = started(ranks.world(0).issend(type.buffer(samples), 1, TAG));
                    assertError(receive.await().get(0), ErrorClass.CONVERSION, thrown.getMessage());
                    assertThat(send.await()).endsWith("complete");
                } finally {
                    Sample.thrown = null;
                }
            }
        }
        assertWorks(ranks.world(0), ranks.world(1));
    }
}
