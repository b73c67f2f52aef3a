package org.reactivempi.transport.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WindowPackets.AccumulateRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Get;
import org.reactivempi.transport.engine.packet.WindowPackets.GetRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Put;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Request;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

class ConflictCheckTest {

    private static final int BYTES = 200;
    private static final int ORIGINS = 3;

    /** Memory in which elements are twice as long as in packets. */
    private static final EngineWindows.Memory TWICE_AS_LONG = (EngineWindows.Memory) Proxy.newProxyInstance(
            ConflictCheckTest.class.getClassLoader(),
            new Class<?>[] {EngineWindows.Memory.class},
            (self, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("spanBytes");
                return 2 * (long) arguments[1];
            });

    private final Set<Integer> holders = new HashSet<>();
    private final ConflictCheck check = new ConflictCheck(7, holders, () -> "the window");
    private final ByteBuf packet = Unpooled.buffer();

    private @Nullable RefusedException put(int origin, long at, int length) {
        Put.encode(packet.clear(), 0, 0, at, length);
        return check.look(null, origin, PacketKind.PUT, false, packet, length);
    }

    private @Nullable RefusedException get(int origin, long at, int length) {
        Get.encode(packet.clear(), 0, 0, 5, at, length);
        return check.look(null, origin, PacketKind.GET, true, packet, 0);
    }

    private void flush(int origin) {
        Request.encode(packet.clear(), PacketKind.FLUSH, 0, 0, 5);
        assertThat(check.look(null, origin, PacketKind.FLUSH, true, packet, 0)).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("in an epoch of all it refuses what shares a byte with what another origin has done, and nothing else")
    void random(long seed) {
        Random random = new Random(seed);
        for (int epoch = 0; epoch < 20; epoch++) {
            check.epochBegins();
            BitSet[] put = new BitSet[ORIGINS];
            BitSet[] got = new BitSet[ORIGINS];
            for (int origin = 0; origin < ORIGINS; origin++) {
                put[origin] = new BitSet();
                got[origin] = new BitSet();
            }
            for (int i = 0; i < 60; i++) {
                int origin = random.nextInt(ORIGINS);
                int from = random.nextInt(BYTES);
                int length = 1 + random.nextInt(6);
                boolean puts = random.nextBoolean();
                boolean meets = false;
                for (int other = 0; other < ORIGINS; other++) {
                    meets |= other != origin
                            && (shares(put[other], from, length) || puts && shares(got[other], from, length));
                }
                RefusedException told = puts ? put(origin, from, length) : get(origin, from, length);
                if (meets) {
                    assertThat(told)
                            .hasMessageContaining("of rank " + origin)
                            .hasMessageContaining("byte " + from)
                            .hasMessageContaining("at rank 7");
                } else {
                    assertThat(told).isNull();
                    (puts ? put : got)[origin].set(from, from + length);
                }
            }
        }
    }

    private static boolean shares(BitSet bytes, int from, int length) {
        return !bytes.get(from, from + length).isEmpty();
    }

    private @Nullable RefusedException putRuns(int origin, long at, int run, long stride, int length) {
        PutRuns.encode(packet.clear(), 0, 0, at, run, stride, length);
        return check.look(null, origin, PacketKind.PUT_RUNS, false, packet, length);
    }

    private @Nullable RefusedException getRuns(int origin, long at, int run, long stride, long length) {
        GetRuns.encode(packet.clear(), 0, 0, 5, at, length, run, stride);
        return check.look(null, origin, PacketKind.GET_RUNS, true, packet, 0);
    }

    @Test
    @DisplayName(
            "runs are looked at one by one: what lies between them is another's; of runs that are refused none counts")
    void runs() {
        check.epochBegins();
        assertThat(putRuns(0, 10, 2, 10, 10)).isNull();
        assertThat(put(1, 12, 8)).isNull();
        assertThat(getRuns(1, 13, 8, 10, 32)).hasMessageContaining("put of rank 0 to byte 20..21");
        assertThat(getRuns(1, 12, 8, 10, 32)).isNull();
        assertThat(getRuns(1, 55, 2, -5, 12)).hasMessageContaining("put of rank 0 to byte 50..51");
        assertThat(putRuns(2, 60, 3, -11, 9)).hasMessageContaining("put of rank 2 to byte 49..51");
        assertThat(put(1, 60, 3)).as("what was refused").isNull();
        assertThat(putRuns(1, 10, 0, 1, 4))
                .as("a breach, of which another tells")
                .isNull();
        assertThat(getRuns(1, 10, 1, 1, Long.MAX_VALUE)).as("another").isNull();
    }

    @Test
    @DisplayName("accumulates of runs meet puts, each in the bytes that its elements have in memory")
    void accumulatedRuns() {
        check.epochBegins();
        assertThat(put(0, 24, 1)).isNull();
        assertThat(accumulateRuns(1, 10, 2, 10, 4))
                .as("2 elements at 10..13 and 20..23")
                .isNull();
        assertThat(accumulateRuns(1, 11, 2, 10, 4)).hasMessageContaining("put of rank 0 to byte 24");
        assertThat(accumulateRuns(1, 11, 0, 10, 4))
                .as("a breach, of which another tells")
                .isNull();
        assertThat(put(2, 23, 1)).hasMessageContaining("accumulate of rank 1 to byte 20..23");
    }

    private @Nullable RefusedException accumulateRuns(int origin, long at, int run, long stride, int length) {
        AccumulateRuns.encode(packet.clear(), 0, 0, -1, at, 3, 1, run, stride, length);
        return check.look(TWICE_AS_LONG, origin, PacketKind.ACCUMULATE_RUNS, false, packet, length);
    }

    @Test
    @DisplayName("of origins with locks it remembers puts alone, until they are flushed")
    void locked() {
        holders.add(1);
        holders.add(2);
        assertThat(get(1, 0, 8)).isNull();
        assertThat(put(2, 4, 8)).isNull();
        assertThat(put(1, 11, 2))
                .hasMessageContaining("put of rank 1 to byte 11..12 meets put of rank 2 to byte 4..11");
        flush(2);
        assertThat(put(1, 11, 1)).isNull();
        assertThat(get(2, 11, 1)).hasMessageContaining("get of rank 2 from byte 11 meets put of rank 1 to byte 11");
        check.lose(1);
        assertThat(get(2, 11, 1)).isNull();
    }

    @Test
    @DisplayName("outside of epochs, and for bytes that there can't be, it says nothing")
    void outside() {
        assertThat(put(1, 0, 8)).isNull();
        assertThat(put(2, 0, 8)).isNull();
        check.epochBegins();
        assertThat(put(1, Long.MAX_VALUE - 3, 8)).isNull();
        assertThat(put(2, -4, 8)).isNull();
        assertThat(put(1, 0, 8)).isNull();
        flush(1);
        assertThat(put(2, 0, 8)).isNotNull();
        check.epochEnds();
        assertThat(put(2, 0, 8)).isNull();
    }

    @Test
    @DisplayName("what touches is one part; beyond the parts that it may have, it gives up for good")
    void givesUp() {
        check.epochBegins();
        for (int i = 0; i < 2 * ConflictCheck.MOST_RANGES; i++) {
            assertThat(put(1, i, 1)).isNull();
        }
        assertThat(put(2, 5, 1)).hasMessageContaining("byte 0.." + (2 * ConflictCheck.MOST_RANGES - 1));
        check.epochBegins();
        for (int i = 0; i <= ConflictCheck.MOST_RANGES; i++) {
            assertThat(put(1, 2L * i, 1)).isNull();
        }
        assertThat(put(2, 0, 1)).isNull();
        check.epochBegins();
        assertThat(put(1, 0, 1)).isNull();
        assertThat(put(2, 0, 1)).isNull();
    }
}
