package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What looks for a message and takes it out of matching, and what is taken back before it has met anything. */
final class Probes {

    private Probes() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic("PRB-1, PRB-3 probes, and what they have taken", 3, Probes::probes),
                new Conversation("PRB-3, ORD-2 several probes that take messages at a time", 3, Probes::takers),
                new Conversation("PRB-2, PRB-3 probes that don't wait, and look again", 3, Probes::polling),
                Conversation.basic(
                        "PRB-4, PRB-5, PRB-6 a receive and a send that time out, or have met", 2, Probes::timedOut),
                new Conversation(
                        "PRB-4, PRB-6, ORD-2 receives from any source that time out among others",
                        3,
                        Probes::receivesTakenBack),
                new Conversation(
                        "PRB-4, PRB-5, REQ-1 sends that are taken back, and know whether they were",
                        3,
                        Probes::sendsTakenBack));
    }

    private static Publisher<?> probes(Communicator world) {
        if (world.rank() > 0) {
            return world.issend(buffer(world.rank(), 0, 900), 0, 4)
                    .then(world.isend(buffer(world.rank(), 1, 24), 0, 4));
        }
        Mono<Void> taken = world.mprobe(Mpi.ANY_SOURCE, 4)
                .flatMap(found -> found.receive()
                        .doOnNext(message -> check(message, found.status().source(), 0, 900)))
                .then();
        Mono<Void> seen = world.probe(Mpi.ANY_SOURCE, 4)
                .flatMap(found -> world.receive(found.source(), 4)
                        .doOnNext(message -> assertThat(message.lengthBytes()).isEqualTo(found.lengthBytes())))
                .then();
        return taken.then(seen)
                .then(seen)
                .then(world.receive(Mpi.ANY_SOURCE, 4))
                .then(world.iprobe(1, 4));
    }

    /** The oldest probe gets the first message. What they have taken is received the other way round, while receives get the rest. */
    private static Publisher<?> takers(Communicator world) {
        int count = 4;
        if (world.rank() > 0) {
            return Flux.range(0, count).flatMap(i -> world.isend(buffer(world.rank(), i), 0, i));
        }
        int[] next = new int[world.size()];
        int taken = 5;
        return Flux.range(0, taken)
                .flatMapSequential(i -> world.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .doOnNext(found -> assertThat(found.status().tag())
                        .isEqualTo(next[found.status().source()]++))
                .collectList()
                .flatMap(handles -> Mono.when(
                        Flux.range(0, taken)
                                .map(i -> handles.get(taken - 1 - i))
                                .flatMap(Probes::received)
                                .then(),
                        Flux.range(taken, count * (world.size() - 1) - taken)
                                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                                .doOnNext(message -> {
                                    int from = message.status().source();
                                    check(message, from, next[from]++);
                                })
                                .then()));
    }

    private static Mono<Message> received(MatchedMessage found) {
        return found.receive()
                .doOnNext(message ->
                        check(message, found.status().source(), found.status().tag()));
    }

    private static Publisher<?> polling(Communicator world) {
        int count = 3;
        if (world.rank() > 0) {
            return Flux.range(0, count).concatMap(i -> world.issend(buffer(world.rank(), i), 0, i));
        }
        int[] next = new int[world.size()];
        Mono<Message> one = Mono.defer(() -> world.improbe(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .repeatWhenEmpty(again -> again.delayElements(Duration.ofNanos(15_000)))
                .doOnNext(found -> assertThat(found.status().tag())
                        .isEqualTo(next[found.status().source()]++))
                .flatMap(Probes::received);
        // Two that look at the same time: a message is seen by one of them.
        return Flux.range(0, 2)
                .flatMap(taker -> one.repeat(count - 1L))
                .then(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .doOnNext(more -> assertThat(more).as("one message too many").isNull());
    }

    private static Publisher<?> timedOut(Communicator world) {
        int peer = 1 - world.rank();
        // A receive that has waited in vain is cancelled; its message comes to the receive that follows.
        Mono<Integer> early = world.receive(peer, 5).map(message -> 1).timeout(Duration.ofNanos(30_000), Mono.just(0));
        Mono<Integer> sent = world.issend(buffer(world.rank(), 1, 900), peer, 5)
                .map(status -> 1)
                .timeout(Duration.ofMillis(50), Mono.just(0));
        return Mono.zip(early, sent)
                .flatMap(both -> Mono.just(both)
                        .delayElement(Duration.ofMillis(200))
                        .then(world.iprobe(peer, 5))
                        .flatMap(left -> world.receive(peer, 5))
                        .then(world.barrier()));
    }

    /** A receive that is taken back has got nothing, and each message comes to one of the others, those of a source in their order. */
    private static Publisher<?> receivesTakenBack(Communicator world) {
        int count = 3;
        if (world.rank() > 0) {
            return Flux.range(0, count).flatMap(i -> world.isend(buffer(world.rank(), i), 0, 3));
        }
        int all = count * (world.size() - 1);
        Message[] got = new Message[2 * all];
        return Flux.range(0, all)
                .flatMap(i -> world.receive(Mpi.ANY_SOURCE, 3)
                        .timeout(Duration.ofNanos(4_000L + 9_000L * ((i * 5) % all)), Mono.empty())
                        .doOnNext(message -> got[i] = message))
                .thenMany(Flux.defer(() -> Flux.range(all, (int)
                        (all - Stream.of(got).filter(Objects::nonNull).count()))))
                .flatMap(i -> world.receive(Mpi.ANY_SOURCE, 3).doOnNext(message -> got[i] = message))
                .doOnComplete(() -> {
                    int[] next = new int[world.size()];
                    Stream.of(got).filter(Objects::nonNull).forEach(message -> {
                        int from = message.status().source();
                        check(message, from, next[from]++);
                    });
                    assertThat(Arrays.copyOfRange(next, 1, next.length)).containsOnly(count);
                });
    }

    /** A sender tells at the end which of its messages have been delivered: these, and no others, were received. */
    private static Publisher<?> sendsTakenBack(Communicator world) {
        int count = 6;
        int last = 9;
        if (world.rank() > 0) {
            return Flux.range(0, count)
                    .flatMapSequential(i -> takenBack(
                            Request.start(world.issend(buffer(world.rank(), i), 0, 3)),
                            Duration.ofNanos(11_000L * ((i * 5) % count))))
                    .collectList()
                    .flatMap(delivered -> {
                        int[] mask = new int[count];
                        Arrays.setAll(mask, i -> delivered.get(i) ? 1 : 0);
                        return world.isend(Buffers.of(mask), 0, last);
                    });
        }
        return Mono.delay(Duration.ofNanos(20_000))
                .thenMany(Flux.range(1, world.size() - 1))
                .flatMap(from -> {
                    List<Message> got = new ArrayList<>();
                    return world.receive(from, Mpi.ANY_TAG)
                            .repeat()
                            .doOnNext(got::add)
                            .takeUntil(message -> message.status().tag() == last)
                            .then(Mono.fromRunnable(() -> checkDelivered(got, from, count)));
                });
    }

    private static Mono<Boolean> takenBack(Request request, Duration after) {
        return Mono.delay(after)
                .doOnNext(late -> request.cancel())
                .then(request.completion())
                .map(status -> !status.isCancelled());
    }

    private static void checkDelivered(List<Message> got, int from, int count) {
        int next = 0;
        Message mask = got.get(got.size() - 1);
        for (int i = 0; i < count; i++) {
            if (mask.payload().getInt(i * Integer.BYTES) == 1) {
                check(got.get(next++), from, i);
            }
        }
        assertThat(next).as("messages of %d that were not taken back", from).isEqualTo(got.size() - 1);
    }
}
