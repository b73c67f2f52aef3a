package org.reactivempi.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import reactor.core.publisher.Mono;

/** Makes messages, in both kinds of memory, and takes them in. Direct memory is used again. */
final class Cargo {

    static final int LONGEST_BYTES = 2 << 20;

    private static final int MOST_BITS = 18;

    private final Stamp stamp;
    private final Queue<ByteBuffer> direct = new ConcurrentLinkedQueue<>();

    Cargo(long seed) {
        this.stamp = new Stamp(seed);
    }

    /** As often between 1 and 2 bytes as between 100 and 200 KiB; sometimes none at all, sometimes much more. */
    static int length(Random random) {
        return switch (random.nextInt(50)) {
            case 0, 1 -> 0;
            case 2 -> random.nextInt(LONGEST_BYTES + 1);
            default -> random.nextInt(1 << (1 + random.nextInt(MOST_BITS)));
        };
    }

    /** Uses a message of this number and length. */
    <T> Mono<T> with(long number, int length, boolean heap, Function<Buffer, Mono<T>> use) {
        return withMemory(length, heap, memory -> {
            stamp.write(memory, number);
            return use.apply(Buffers.of(memory));
        });
    }

    /** Uses memory of this length, which is free when the use has ended. */
    <T> Mono<T> withMemory(int length, boolean heap, Function<ByteBuffer, Mono<T>> use) {
        if (heap) {
            return Mono.defer(() -> use.apply(ByteBuffer.allocate(length)));
        }
        return Mono.using(this::borrow, memory -> use.apply(memory.limit(length).slice()), this::giveBack);
    }

    private ByteBuffer borrow() {
        ByteBuffer used = direct.poll();
        return used == null ? ByteBuffer.allocateDirect(LONGEST_BYTES) : used;
    }

    private void giveBack(ByteBuffer memory) {
        direct.add(memory.clear());
    }

    /** Bytes of a message by itself. */
    byte[] bytes(long number, int length) {
        byte[] bytes = new byte[length];
        stamp.write(ByteBuffer.wrap(bytes), number);
        return bytes;
    }
}
