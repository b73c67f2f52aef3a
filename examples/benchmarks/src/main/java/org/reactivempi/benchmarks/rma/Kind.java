package org.reactivempi.benchmarks.rma;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Assertion;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
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
    /** A long one alone. */
    GET_LONG {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return window.get(room(memory, bytes), TARGET, 0);
        }
    },
    /** A column of a matrix, done at the target. */
    PUT_COLUMN {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            int rows = bytes / SHORT_BYTES;
            Datatype column = Datatype.DOUBLE.vector(rows, 1, COLUMNS);
            return window.put(room(memory, bytes), TARGET, Place.at(0).as(column, 1))
                    .then(window.flush(TARGET));
        }
    },
    /** Many at once. */
    GETS {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            return all(MANY, i -> window.get(room(memory, bytes), TARGET, (long) i * bytes));
        }
    },
    /** Many at once, done at the target. */
    ACCUMULATES {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            long count = bytes / SHORT_BYTES;
            return all(MANY, i -> {
                        Place place = Place.at((long) i * bytes).as(Datatype.DOUBLE, count);
                        return window.accumulate(room(memory, bytes).as(Datatype.DOUBLE, count), TARGET, place, Op.SUM);
                    })
                    .then(window.flush(TARGET));
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
    /** Each rank puts to the next one, and all fence. */
    PUT_FENCE {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            int next = (window.rank() + 1) % window.group().size();
            return window.put(room(memory, bytes), next, 0).then(window.fence());
        }
    },
    /** By the program itself, in memory that the ranks have in common. */
    STORES {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            ByteBuffer there = window.segment(TARGET).orElseThrow();
            return Mono.fromRunnable(() -> {
                for (int i = 0; i < IN_PLACE; i++) {
                    there.putLong(i * SHORT_BYTES, i);
                }
                VarHandle.fullFence();
            });
        }
    },
    /** By the program itself, in memory that the ranks have in common. */
    ADDITIONS {
        @Override
        Mono<Void> round(Window window, Memory memory, int bytes) {
            ByteBuffer there = window.segment(TARGET).orElseThrow();
            return Mono.fromRunnable(() -> {
                for (int i = 0; i < IN_PLACE; i++) {
                    LONGS.getAndAdd(there, i * SHORT_BYTES, 1L);
                }
            });
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

    /** The length of a long one that is alone. */
    static final int LONG_BYTES = 64 * 1024;

    /** The length of a column. */
    static final int COLUMN_BYTES = 8 * 1024;

    private static final int COLUMNS = 8;
    private static final int MANY = 64;
    /** How many stores or additions the program does itself: one alone takes no time that a clock shows. */
    private static final int IN_PLACE = 4096;

    /** How much memory all but the bandwidth needs at the target. */
    static final int LEAST_BYTES = COLUMN_BYTES * COLUMNS;

    private static final int TARGET = 1;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What is repeated, in buffers of its own. Cold. */
    abstract Mono<Void> round(Window window, Memory memory, int bytes);

    /** Whether it is about bandwidth, and so has lengths. */
    boolean isOfBandwidth() {
        return this == PUT_BW || this == GET_BW;
    }

    /** Whether it can be done in a window. */
    boolean isPossible(Window window) {
        int other = window.rank() == TARGET ? 0 : TARGET;
        return this != STORES && this != ADDITIONS || window.segment(other).isPresent();
    }

    /** How long its operations are, where it is not about bandwidth. */
    int bytes() {
        return switch (this) {
            case GET_LONG -> LONG_BYTES;
            case PUT_COLUMN -> COLUMN_BYTES;
            default -> SHORT_BYTES;
        };
    }

    /** Whether all ranks do it. */
    boolean isCollective() {
        return this == PUT_FENCE;
    }

    /** Begins the epoch that the rounds stand in, on a rank that does them. */
    Mono<Void> begin(Window window) {
        return switch (this) {
            case LOCK_PUT_UNLOCK -> Mono.empty();
            case PUT_FENCE -> window.fence();
            default -> window.lockAll();
        };
    }

    /** Ends what {@link #begin} has begun. */
    Mono<Void> end(Window window) {
        return switch (this) {
            case LOCK_PUT_UNLOCK -> Mono.empty();
            case PUT_FENCE -> window.fence(Assertion.NO_SUCCEED);
            default -> window.unlockAll();
        };
    }

    /** How rows call it that so many ranks have done. */
    String test(int ranks) {
        return name().toLowerCase(Locale.ROOT) + (ranks == 2 ? "" : "_of_" + ranks);
    }

    private static Mono<Void> all(int count, IntFunction<Mono<Void>> operation) {
        return Mono.when(IntStream.range(0, count).mapToObj(operation).toList());
    }

    private static Buffer room(Memory memory, int bytes) {
        return memory.doubles(bytes / Double.BYTES);
    }
}
