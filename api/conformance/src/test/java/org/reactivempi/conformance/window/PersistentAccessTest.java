package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.apart;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** Operations of windows that are started again and again. */
class PersistentAccessTest {

    /** More than is done to memory in one turn. */
    private static final int MANY = 200_000;

    private static Status ended(PersistentRequest request) {
        return request.completion().blockOptional(TIMEOUT).orElseThrow();
    }

    private static void again(PersistentRequest request) {
        request.start();
        assertThat(ended(request).isCancelled()).isFalse();
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-20, PER-1 each start of a persistent operation moves what is in the buffers at that time, short and long")
    void eachStart(Ranks ranks) {
        for (int count : new int[] {1, MANY}) {
            for (List<Window> ends :
                    List.of(allocated(ranks, 2 * count, Datatype.LONG), apart(ranks, 2 * count, Datatype.LONG))) {
                Window zero = ends.get(0);
                long[] data = new long[count];
                long[] room = new long[count];
                long[] before = new long[count];
                PersistentRequest put = PersistentRequest.of(zero.put(Buffers.of(data), 1, 0));
                PersistentRequest get = PersistentRequest.of(zero.get(Buffers.of(room), 1, 0));
                PersistentRequest add = PersistentRequest.of(
                        zero.getAccumulate(Buffers.of(data), Buffers.of(before), 1, count, Op.SUM));
                run(zero.lockAll());
                long sum = 0;
                for (int i = 1; i <= 4; i++) {
                    Arrays.fill(data, i);
                    again(put);
                    run(zero.flush(1));
                    again(get);
                    assertThat(room).containsOnly(i);
                    again(add);
                    assertThat(before).containsOnly(sum);
                    sum += i;
                }
                run(zero.unlockAll());
                assertThat(longAt(ends.get(1), count - 1)).isEqualTo(4);
                assertThat(longAt(ends.get(1), 2 * count - 1)).isEqualTo(sum);
                free(ends);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-20, WIN-39 a start that is wrong fails, and harms no later one")
    void wrongStarts(Ranks ranks) {
        List<Window> ends = allocated(ranks, 8, Datatype.LONG);
        Window zero = ends.get(0);
        PersistentRequest put = PersistentRequest.of(zero.put(Buffers.longs(7), 1, 3));
        PersistentRequest outside = PersistentRequest.of(zero.put(Buffers.longs(7), 1, 8));
        PersistentRequest nobody = PersistentRequest.of(zero.put(Buffers.longs(7), 2, 0));
        for (int i = 0; i < 2; i++) {
            assertFails(put, ErrorClass.RMA_SYNC);
            run(zero.lock(LockType.EXCLUSIVE, 1));
            assertFails(outside, ErrorClass.RMA_RANGE);
            assertFails(nobody, ErrorClass.RANK);
            memory(ends.get(1)).putLong(3 * Long.BYTES, 0);
            again(put);
            run(zero.unlock(1));
            assertThat(longAt(ends.get(1), 3)).isEqualTo(7);
        }
        free(ends);
        assertFails(put, ErrorClass.WIN);
    }

    private static void assertFails(PersistentRequest request, ErrorClass expected) {
        request.start();
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> ended(request))
                .satisfies(error -> assertThat(error.errorClass()).isEqualTo(expected));
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-52, PRB-5 a start that is cancelled before its target has posted does nothing, and the next one does")
    void cancelled(Ranks ranks) {
        for (List<Window> ends : List.of(allocated(ranks, 8, Datatype.LONG), apart(ranks, 8, Datatype.LONG))) {
            Window zero = ends.get(0);
            Window one = ends.get(1);
            long[] data = {1};
            PersistentRequest put = PersistentRequest.of(zero.put(Buffers.of(data), 1, 0));
            PersistentRequest get = PersistentRequest.of(zero.get(Buffers.of(new long[1]), 1, 1));
            run(zero.start(group(zero, 1)));
            for (PersistentRequest each : List.of(put, get)) {
                each.start();
                settle(ranks);
                assertThat(each.isComplete()).isFalse();
                each.cancel();
                assertThat(ended(each).isCancelled()).isTrue();
            }
            data[0] = 2;
            put.start();
            get.start();
            run(one.post(group(one, 0)));
            assertThat(ended(put).isCancelled()).isFalse();
            assertThat(ended(get).isCancelled()).isFalse();
            run(zero.complete());
            run(one.waitFor());
            assertThat(longAt(one, 0)).isEqualTo(2);
            free(ends);
        }
    }
}
