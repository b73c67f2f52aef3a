package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** DT-7: where types are checked, a message whose elements are not those of its receive fails that, and names both types. */
@AlsoWithFaults
class TypeCheckTest {

    /** In one packet, and announced. */
    private static final int[] LENGTHS = {1, 5, 50_000};

    private static void assertMismatch(Mono<Status> sent, Mono<Status> received, String... words) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Mono.whenDelayError(received, sent).block(TIMEOUT))
                .matches(error -> error.errorClass() == ErrorClass.TYPE, "of the class TYPE")
                .satisfies(error -> assertThat(error.getMessage()).contains(words));
    }

    /** Sends to a receive that waits, then to one that comes later. */
    private static void assertMismatch(Ranks ranks, int from, SendBuffer data, Buffer room, String... words) {
        Communicator sender = ranks.world(from);
        Communicator one = ranks.world(1);
        assertMismatch(sender.isend(data, 1, TAG), one.irecv(room, from, TAG), words);
        assertMismatch(sender.isend(data, 1, TAG), one.probe(from, TAG).then(one.irecv(room, from, TAG)), words);
        assertMismatch(
                sender.issend(data, 1, TAG), one.mprobe(from, TAG).flatMap(message -> message.receive(room)), words);
    }

    private static void assertMatch(Ranks ranks, Buffer data, Buffer room) {
        Mono.when(ranks.world(0).isend(data, 1, TAG), ranks.world(1).irecv(room, 0, TAG))
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 with types checked, ints that are received as floats fail the receive, which writes nothing and names both types")
    void basicTypes(Ranks ranks) {
        for (int length : LENGTHS) {
            float[] room = new float[length];
            for (int from = 0; from < 2; from++) {
                assertMismatch(
                        ranks,
                        from,
                        Buffers.of(new int[] {1, 2, 3, 4, 5}, 0, Math.min(5, length)),
                        Buffers.of(room),
                        Math.min(5, length) + " x INT",
                        length + " x FLOAT",
                        "irecv");
            }
            int[] ones = new int[length];
            Arrays.fill(ones, 1);
            assertMismatch(ranks, 0, Buffers.ints(ones), Buffers.of(room), length + " x INT", length + " x FLOAT");
            assertThat(room).containsOnly(0);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 with types checked, the signature counts, not the map: order and places of basic elements in a message")
    void derivedTypes(Ranks ranks) {
        Datatype intsFirst = Datatype.struct()
                .add(0, Datatype.INT, 2)
                .add(8, Datatype.DOUBLE)
                .build();
        Datatype doubleFirst = Datatype.struct()
                .add(0, Datatype.DOUBLE)
                .add(8, Datatype.INT, 2)
                .build();
        Datatype same = Datatype.struct()
                .add(16, Datatype.INT)
                .add(4, Datatype.INT.contiguous(1))
                .add(8, Datatype.DOUBLE)
                .build(24);
        for (int count : new int[] {1, 9, 9000}) {
            ByteBuffer data = ByteBuffer.allocate(16 * count);
            ByteBuffer room = ByteBuffer.allocateDirect(24 * (count + 1));
            assertMismatch(
                    ranks,
                    0,
                    Buffers.of(data).as(intsFirst, count),
                    Buffers.of(room).as(doubleFirst, count),
                    count + " x " + intsFirst,
                    count + " x " + doubleFirst);
            assertMatch(
                    ranks,
                    Buffers.of(data).as(intsFirst, count),
                    Buffers.of(room).as(same, count + 1));
            assertMatch(
                    ranks,
                    Buffers.of(data).as(Datatype.INT, 2),
                    Buffers.of(room).as(same, 1));
        }
        double[] matrix = new double[10_000];
        assertMatch(
                ranks,
                Buffers.of(matrix).as(Datatype.DOUBLE.vector(100, 1, 100).resized(0, 8), 100),
                Buffers.of(new double[10_000]));
    }

    @OnEveryChannel
    @DisplayName("DT-7 PCK-2 with types checked, bytes and packed data go with everything")
    void rawTypes(Ranks ranks) {
        int[] ints = {1, 2, 3};
        byte[] bytes = new byte[12];
        assertMatch(ranks, Buffers.of(ints), Buffers.of(bytes));
        assertMatch(ranks, Buffers.of(bytes), Buffers.of(new float[3]));
        assertMatch(ranks, Buffers.of(ints), Buffers.of(bytes).as(Datatype.PACKED, 12));
        assertMatch(ranks, Buffers.of(bytes).as(Datatype.PACKED, 12), Buffers.of(new short[6]));
        assertMatch(ranks, Buffers.of(new int[0]), Buffers.of(new double[0]));
    }

    @OnEveryChannel(settings = "check-types=strict")
    @DisplayName("DT-7 PCK-2 with types checked strictly, bytes go with bytes alone, and packed data with everything")
    void strictly(Ranks ranks) {
        int[] ints = {1, 2, 3};
        byte[] bytes = new byte[12];
        assertMismatch(ranks, 0, Buffers.ints(ints), Buffers.of(bytes), "3 x INT", "12 x BYTE");
        assertMismatch(ranks, 0, Buffers.bytes(bytes), Buffers.of(ints), "12 x BYTE", "3 x INT");
        assertMatch(ranks, Buffers.of(bytes), Buffers.of(ByteBuffer.allocateDirect(20)));
        assertMatch(ranks, Buffers.of(ints), Buffers.of(bytes).as(Datatype.PACKED, 12));
        assertMatch(ranks, Buffers.of(bytes).as(Datatype.PACKED, 12), Buffers.of(ints));
    }

    @OnEveryChannel(settings = "check-types=off")
    @DisplayName("DT-7 without the check, a message is its bytes")
    void unchecked(Ranks ranks) {
        float[] room = new float[3];
        assertMatch(ranks, Buffers.of(new int[] {Float.floatToIntBits(1.5f), 0, 0}), Buffers.of(room));
        assertThat(room).containsExactly(1.5f, 0, 0);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 DT-18 with types checked, every send mode says what its elements are; a message that is too long fails as that")
    void modes(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        List<BiFunction<Buffer, Integer, Mono<Status>>> modes = List.of(
                (data, tag) -> zero.isend(data, 1, tag),
                (data, tag) -> zero.issend(data, 1, tag),
                (data, tag) -> zero.ibsend(data, 1, tag),
                (data, tag) -> one.isend(Buffer.empty(), 0, 1)
                        .then(zero.irecv(Buffer.empty(), 1, 1))
                        .then(zero.irsend(data, 1, tag)));
        for (int length : LENGTHS) {
            for (BiFunction<Buffer, Integer, Mono<Status>> mode : modes) {
                assertMismatch(
                        mode.apply(Buffers.of(new long[length]), TAG),
                        one.irecv(Buffers.of(new double[length]), 0, TAG),
                        length + " x LONG",
                        length + " x DOUBLE");
            }
            assertFails(
                    Mono.whenDelayError(
                            one.irecv(Buffers.of(new double[length - 1]), 0, TAG),
                            zero.isend(Buffers.longs(new long[length]), 1, TAG)),
                    ErrorClass.TRUNCATE);
        }
        zero.buffers().detach().block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 DT-18 with types checked, the send of a sendrecv ends well where its receive gets other elements")
    void sendrecv(Ranks ranks) {
        int[] room = new int[2];
        assertFails(
                Mono.whenDelayError(
                        ranks.world(0).isendrecv(Buffers.ints(1, 2), 1, TAG, Buffers.of(new float[2]), 1, TAG),
                        ranks.world(1).isendrecv(Buffers.ints(3, 4), 0, TAG, Buffers.of(room), 0, TAG)),
                ErrorClass.TYPE);
        assertThat(room).containsExactly(1, 2);
    }

    @OnEveryChannel
    @DisplayName("DT-7 with types checked, the error says where the message was sent and where its receive was called")
    void places(Ranks ranks) {
        int sent = line() + 1;
        Mono<Status> send = ranks.world(0).isend(Buffers.ints(1), 1, TAG);
        int called = line() + 1;
        Mono<Status> receive = ranks.world(1).irecv(Buffers.of(new float[1]), 0, TAG);
        assertMismatch(
                send,
                receive,
                "1 x INT was sent at TypeCheckTest.java:" + sent + ",",
                "1 x FLOAT is to be received at TypeCheckTest.java:" + called);
        assertMismatch(
                ranks.world(0).issend(Buffers.ints(1), 1, TAG),
                ranks.world(1).mprobe(0, TAG).flatMap(message -> message.receive(Buffers.of(new float[1]))),
                "TypeCheckTest.java:" + (line() - 2) + ",",
                "TypeCheckTest.java:" + (line() - 2));
    }

    /** The line that the caller stands in. */
    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
    }
}
