package org.reactivempi.conformance.window;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.reactivempi.Buffers;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Settings;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A rank with a few bytes, and one with more than 2 GiB, which the first one writes, combines and reads at each of their borders. */
final class LongWindowProgram {

    private static final long GIB = 1L << 30;
    private static final long BYTES = 2 * GIB + 5 * Long.BYTES;
    private static final int COUNT = 9;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private LongWindowProgram() {}

    /** Takes the channel, and whether memory is to be shared; prints what is wrong, or that nothing is. */
    public static void main(String[] arguments) {
        InJvmWorld job = InJvmWorld.of(2, Map.of());
        Settings settings = Settings.create().channel(arguments[0]);
        WindowHints hints = WindowHints.create().sharedMemory(Boolean.parseBoolean(arguments[1]));
        List<CoreSession> sessions = Flux.range(0, 2)
                .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        List<Window> ends = Flux.fromIterable(sessions)
                .flatMapSequential(session -> session.world()
                        .windows()
                        .with(hints)
                        .allocate(session.world().rank() == 0 ? Long.BYTES : BYTES))
                .collectList()
                .blockOptional(LONGEST)
                .orElseThrow();
        System.out.println(wrong(ends));
        Mono.when(ends.stream().map(Window::free).toList()).block(LONGEST);
        System.exit(0);
    }

    private static String wrong(List<Window> ends) {
        Window zero = ends.get(0);
        Window one = ends.get(1);
        if (one.size(1) != BYTES || zero.size(1) != BYTES) {
            return "a size of " + zero.size(1);
        }
        zero.lock(LockType.EXCLUSIVE, 1).block(LONGEST);
        for (long border : new long[] {GIB, 2 * GIB}) {
            // Aligned, so that each element is in one part; and not, so that one is in two.
            for (long first : new long[] {border - 5 * Long.BYTES, border - 4 * Long.BYTES - 3}) {
                String found = wrong(zero, one, first);
                if (!found.isEmpty()) {
                    return found + " from byte " + first + " on";
                }
            }
        }
        zero.unlock(1).block(LONGEST);
        ByteBuffer last = one.segment(1, BYTES - Long.BYTES, Long.BYTES).orElseThrow();
        zero.locked(LockType.SHARED, 1, w -> w.put(Buffers.longs(-7), 1, BYTES - Long.BYTES))
                .block(LONGEST);
        return last.getLong(0) == -7 ? "nothing" : "the last element: " + last.getLong(0);
    }

    private static String wrong(Window zero, Window one, long first) {
        long[] values =
                LongStream.range(0, COUNT).map(i -> first + i * 1_000_003).toArray();
        zero.put(Buffers.of(values), 1, first).then(zero.flush(1)).block(LONGEST);
        long[] before = new long[COUNT];
        long[] ones = LongStream.generate(() -> 1).limit(COUNT).toArray();
        zero.getAccumulate(Buffers.of(ones), Buffers.of(before), 1, Place.at(first), Op.SUM)
                .block(LONGEST);
        if (!Arrays.equals(before, values)) {
            return "before the sum " + Arrays.toString(before);
        }
        long[] got = new long[COUNT];
        zero.get(Buffers.of(got), 1, first).block(LONGEST);
        for (int i = 0; i < COUNT; i++) {
            if (got[i] != values[i] + 1) {
                return "element " + i + " is " + got[i];
            }
        }
        // The first one is in one part in any case.
        long seen = one.segment(1, first, Long.BYTES).orElseThrow().getLong(0);
        return seen == values[0] + 1 ? "" : "the target sees " + seen;
    }
}
