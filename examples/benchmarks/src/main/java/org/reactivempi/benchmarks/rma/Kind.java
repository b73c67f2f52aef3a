package org.reactivempi.benchmarks.rma;

import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Assertion;
import org.reactivempi.Buffer;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.benchmarks.pt2pt.Memory;
import reactor.core.publisher.Mono;

/** What is measured of a window. */
enum Kind {
    /** Done at the target. */
    PUT_FLUSH {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.put(room(memory, bytes), TARGET, 0).then(window.flush(TARGET));
        }
    },
    GET {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.get(room(memory, bytes), TARGET, 0);
        }
    },
    FETCH_AND_OP {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.longs().fetchAndOp(1L, TARGET, 0, Op.SUM).then();
        }
    },
    COMPARE_AND_SWAP {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.longs().compareAndSwap(0L, 1L, TARGET, 0).then();
        }
    },
    /** Many at once, done at the target. */
    PUTS {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return all(MANY, i -> window.put(room(memory, bytes), TARGET, (long) i * bytes))
                    .then(window.flush(TARGET));
        }
    },
    LOCK_PUT_UNLOCK {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.lock(LockType.EXCLUSIVE, TARGET)
                    .then(window.put(room(memory, bytes), TARGET, 0))
                    .then(window.unlock(TARGET));
        }
    },
    /** Both ranks put, and fence. */
    PUT_FENCE {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.put(room(memory, bytes), 1 - window.rank(), 0).then(window.fence());
        }
    },
    /** Long ones, {@link #UNDER_WAY} at a time. */
    PUT_BW {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return all(UNDER_WAY, i -> window.put(room(memory, bytes), TARGET, (long) i * bytes))
                    .then(window.flush(TARGET));
        }
    },
    /** Long ones, {@link #UNDER_WAY} at a time. */
    GET_BW {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return all(UNDER_WAY, i -> window.get(room(memory, bytes), TARGET, (long) i * bytes));
        }
    };

    /** How many long operations are under way at a time. */
    static final int UNDER_WAY = 16;

    /** The length of short ones. */
    static final int SHORT_BYTES = 8;

    private static final int MANY = 64;

    /** How much memory short ones need at the target. */
    static final int BYTES_OF_SHORT = MANY * SHORT_BYTES;

    private static final int TARGET = 1;

    /** What is repeated, in buffers of its own. Cold. */
    abstract Mono<Void> round(Window window, Memory memory, int bytes);

    /** Whether it is about bandwidth, and so has lengths. */
    boolean isOfBandwidth() {
        return this == PUT_BW || this == GET_BW;
    }

    /** Whether both ranks do it. */
    boolean isCollective() {
        return this == PUT_FENCE;
    }

    /** Begins the epoch that the rounds stand in, on a rank that does them. */
    Mono<Void> begin(Window window) {
        return switch (this) {
            case LOCK_PUT_UNLOCK -> Mono.empty();
            case PUT_FENCE -> window.fence();
            case PUT_FLUSH, GET, FETCH_AND_OP, COMPARE_AND_SWAP, PUTS, PUT_BW, GET_BW -> window.lockAll();
        };
    }

    /** Ends what {@link #begin} has begun. */
    Mono<Void> end(Window window) {
        return switch (this) {
            case LOCK_PUT_UNLOCK -> Mono.empty();
            case PUT_FENCE -> window.fence(Assertion.NO_SUCCEED);
            case PUT_FLUSH, GET, FETCH_AND_OP, COMPARE_AND_SWAP, PUTS, PUT_BW, GET_BW -> window.unlockAll();
        };
    }

    /** How rows call it. */
    String test() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Mono<Void> all(int count, IntFunction<Mono<Void>> operation) {
        return Mono.when(IntStream.range(0, count).mapToObj(operation).toList());
    }

    private static Buffer room(Memory memory, int bytes) {
        return memory.doubles(bytes / Double.BYTES);
    }
}
