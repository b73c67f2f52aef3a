package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;

import java.time.Duration;
import java.util.List;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Buffered mode: what has a place in the buffer, and what becomes of the rest. */
final class BufferedSends {

    private static final int COUNT = 5;

    private BufferedSends() {}

    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "BUF-1, BUF-3, BUF-5, MODE-2 a buffer that is full again and again, and is flushed",
                        3,
                        BufferedSends::full),
                new Conversation(
                        "BUF-1, BUF-5, ORD-1 a buffer that is detached while another one fills",
                        3,
                        BufferedSends::replaced));
    }

    private static Publisher<?> receive(Communicator world, int count) {
        int[] next = new int[world.size()];
        return Mono.delay(Duration.ofNanos(15_000))
                .thenMany(Flux.range(0, count * (world.size() - 1)))
                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, 1), 3)
                .doOnNext(message -> {
                    int from = message.status().source();
                    check(message, from, next[from]++);
                });
    }

    private static Publisher<?> full(Communicator world) {
        if (world.rank() == 0) {
            return receive(world, COUNT);
        }
        // Room for the longest of the messages, and a little more: the others have to leave before it.
        int size = 3_100 + Mpi.BSEND_OVERHEAD_BYTES;
        return world.buffers()
                .attach(size)
                .thenMany(Flux.range(0, COUNT).concatMap(i -> buffered(world, i)))
                .then(world.buffers().detach())
                .doOnNext(bytes -> assertThat(bytes).isEqualTo(size));
    }

    /** In its order: what had no place is sent when all before it has left. */
    private static Mono<Status> buffered(Communicator world, int nth) {
        Mono<Status> send = world.ibsend(buffer(world.rank(), nth), 0, 1);
        return send.onErrorResume(
                thrown -> Data.isOf(ErrorClass.BUFFER, thrown),
                noRoom -> world.buffers().flush().then(send));
    }

    private static Publisher<?> replaced(Communicator world) {
        if (world.rank() == 0) {
            return receive(world, 2 * COUNT);
        }
        int large = 8_000;
        return world.session()
                .buffers()
                .attach(large)
                .thenMany(Flux.range(0, COUNT))
                .concatMap(i -> world.ibsend(buffer(world.rank(), i), 0, 1))
                .then(Mono.zip(
                        world.session().buffers().detach(),
                        world.session()
                                .buffers()
                                .attachAutomatic()
                                .thenMany(Flux.range(COUNT, COUNT))
                                .concatMap(i -> world.ibsend(buffer(world.rank(), i), 0, 1))
                                .then(world.session().buffers().detach())))
                .doOnNext(sizes -> {
                    assertThat(sizes.getT1()).isEqualTo(large);
                    assertThat(sizes.getT2()).isZero();
                });
    }
}
