package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Communicators that are freed: what fails, what goes on, what is dropped, and that nothing of them meets the next one. */
class FreeTest {

    @OnEveryChannel
    @DisplayName(
            "ARG-4 every operation of a freed communicator fails with the communicator error class when subscribed")
    void operationsOfAFreedCommunicator(Ranks ranks) {
        List<Communicator> child = dup(worlds(ranks));
        Communicator freed = child.get(0);
        List<Mono<?>> before = operations(freed);
        List<PersistentRequest> persistent = List.of(
                freed.sendInit(ints(1), 1, TAG),
                freed.ssendInit(ints(1), 1, TAG),
                freed.rsendInit(ints(1), 1, TAG),
                freed.bsendInit(ints(1), 1, TAG),
                freed.recvInit(room(4), 1, TAG));
        free(child);

        Stream.concat(before.stream(), operations(freed).stream())
                .forEach(operation -> assertFails(operation, ErrorClass.COMM, "freed"));
        persistent.forEach(request -> {
            request.start();
            assertFails(request.completion(), ErrorClass.COMM, "freed");
        });
        List<ThrowingCallable> calls = List.of(
                () -> freed.iprobe(1, TAG).block(),
                () -> freed.improbe(1, TAG).block(),
                () -> freed.iprobe(Mpi.PROC_NULL, TAG).block(),
                () -> freed.blocking().send(ints(1), 1, TAG),
                () -> freed.blocking().recv(room(4), 1, TAG),
                () -> freed.blocking().probe(1, TAG),
                () -> freed.barrier().block());
        calls.forEach(call -> assertIs(catchThrowable(call), ErrorClass.COMM, "freed"));

        assertThat(freed.size()).isEqualTo(2);
        assertThat(freed.group().size()).isEqualTo(2);
        assertThat(exchange(ranks.world(0), ranks.world(1), 4)).isEqualTo(4);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
    }

    private static List<Mono<?>> operations(Communicator freed) {
        return List.of(
                freed.isend(ints(1), 1, TAG),
                freed.isend(ints(1), 0, TAG),
                freed.isend(ints(1), Mpi.PROC_NULL, TAG),
                freed.issend(ints(1), 1, TAG),
                freed.irsend(ints(1), 1, TAG),
                freed.ibsend(ints(1), 1, TAG),
                freed.irecv(room(4), 1, TAG),
                freed.irecv(room(4), Mpi.ANY_SOURCE, Mpi.ANY_TAG),
                freed.irecv(room(4), Mpi.PROC_NULL, TAG),
                freed.receive(1, TAG),
                freed.receive(Mpi.PROC_NULL, TAG),
                freed.probe(1, TAG),
                freed.mprobe(1, TAG),
                freed.probe(Mpi.PROC_NULL, TAG),
                freed.isendrecv(ints(1), 1, TAG, room(4), 1, TAG),
                freed.isendrecvReplace(ints(1), 1, TAG, 1, TAG),
                freed.sendStream(Flux.just(1), Codecs.intValue(), 1, TAG),
                freed.receiveStream(Codecs.intValue(), 1, TAG).then(),
                freed.sendStream(Flux.just(1), Codecs.intValue(), Mpi.PROC_NULL, TAG),
                freed.receiveStream(Codecs.intValue(), Mpi.PROC_NULL, TAG).then(),
                freed.barrier(),
                freed.dup(),
                freed.split(0, 0),
                freed.free());
    }

    @OnEveryChannel
    @DisplayName("ARG-4 a communicator is freed for the thread that frees it at once, before the others have")
    void freedAtOnce(Ranks ranks) throws Exception {
        List<Communicator> child = dup(worlds(ranks));
        Mono<Void> free = child.get(0).free();
        assertThat(exchange(child.get(0), child.get(1), 3)).isEqualTo(3);
        Recorder<Void> freeing = started(free);
        assertFails(child.get(0).isend(ints(1), 1, TAG), ErrorClass.COMM);
        assertFails(child.get(0).free(), ErrorClass.COMM);
        assertThat(freeing.signals()).isEmpty();

        child.get(1).free().block(TIMEOUT);
        assertThat(freeing.await()).containsExactly("complete");
    }

    @OnEveryChannel
    @DisplayName("ARG-4 the world cannot be freed, and stays usable")
    void world(Ranks ranks) {
        assertFails(ranks.world(0).free(), ErrorClass.COMM, "world");
        assertThat(exchange(ranks.world(0), ranks.world(1), 4)).isEqualTo(4);
    }

    @OnEveryChannel
    @DisplayName("RCV-6, COL-28 what runs when a communicator is freed goes on to its end")
    void runningOperations(Ranks ranks) throws Exception {
        List<Communicator> child = dup(worlds(ranks));
        int large = ranks.eagerLimitBytes() + 1;
        Recorder<Status> send = started(child.get(0).isend(bytes(large), 1, TAG));
        Recorder<Message> receive = started(child.get(0).receive(1, TAG));
        Recorder<Void> freeing = started(child.get(0).free());

        assertThat(child.get(1).receive(0, TAG).block(TIMEOUT).lengthBytes()).isEqualTo(large);
        child.get(1).isend(ints(8), 0, TAG).block(TIMEOUT);
        assertThat(value((Message) receive.await().get(0))).isEqualTo(8);
        assertThat(send.await()).hasSize(2);
        child.get(1).free().block(TIMEOUT);
        assertThat(freeing.await()).containsExactly("complete");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-6 a receive that waits on when its communicator is freed gets no message of a later one")
    void forgottenReceive(Ranks ranks) {
        List<Communicator> child = dup(worlds(ranks));
        Recorder<Message> forgotten = started(child.get(1).receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        ranks.pending(1).block(TIMEOUT);
        free(child);
        for (int i = 0; i < 10; i++) {
            List<Communicator> next = dup(worlds(ranks));
            assertThat(exchange(next.get(0), next.get(1), i)).isEqualTo(i);
            free(next);
        }
        assertThat(forgotten.signals()).isEmpty();
        forgotten.cancel();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-6 messages that nobody has received are dropped with their communicator, and end their sends")
    void unreceivedMessages(Ranks ranks) throws Exception {
        for (int round = 0; round < 20; round++) {
            List<Communicator> child = dup(worlds(ranks));
            // Rank 2 has not spoken to rank 1 yet: the barriers of free know nothing of this message's way.
            child.get(2).isend(ints(-1), 1, TAG).block(TIMEOUT);
            Recorder<Status> large = started(child.get(0).isend(bytes(ranks.eagerLimitBytes() + 1), 1, TAG));
            free(child);
            assertThat(large.await()).isNotEmpty();

            List<Communicator> next = dup(worlds(ranks));
            assertThat(exchange(next.get(2), next.get(1), round)).isEqualTo(round);
            assertThat(next.get(1).iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT))
                    .isNull();
            free(next);
        }
    }

    /** The first message between two ranks waits for their connection; what others say overtakes it. */
    @OnEveryChannel(ranks = 6)
    @DisplayName("RCV-6 messages still on their way when all ranks free their communicator are not in the next one")
    void messagesOnTheirWay(Ranks ranks) {
        int[][] strangers = {{1, 2}, {3, 1}, {4, 1}, {2, 4}, {4, 3}, {5, 1}, {2, 5}, {5, 3}};
        for (int[] pair : strangers) {
            List<Communicator> child = dup(worlds(ranks));
            Request.start(child.get(pair[0]).isend(ints(-1), pair[1], TAG));
            free(child);
            List<Communicator> next = dup(worlds(ranks));
            assertThat(next).extracting(Family::context).containsOnly(context(child.get(0)));
            assertThat(exchange(next.get(pair[0]), next.get(pair[1]), 7)).isEqualTo(7);
            free(next);
        }
    }

    @OnEveryChannel(ranks = 4, timeoutSeconds = 60)
    @DisplayName("RCV-6 numbers are used again at once, and never is a message of an old communicator in a new one")
    void numbersAreUsedAgain(Ranks ranks) {
        Random random = new Random(1);
        List<Communicator> first = dup(worlds(ranks));
        int number = context(first.get(0));
        free(first);
        for (int round = 0; round < 100; round++) {
            List<Communicator> child = dup(worlds(ranks));
            assertThat(child).extracting(Family::context).containsOnly(number);
            for (int i = 0; i < 10; i++) {
                Communicator from = child.get(random.nextInt(4));
                Request.start(from.isend(ints(round), random.nextInt(4), TAG));
            }
            Communicator one = child.get(random.nextInt(4));
            Request.start(one.isend(ints(round), one.rank(), TAG + 1));
            assertThat(value(one.receive(one.rank(), TAG + 1).block(TIMEOUT))).isEqualTo(round);
            while (one.iprobe(Mpi.ANY_SOURCE, TAG).block(TIMEOUT) != null) {
                assertThat(value(one.receive(Mpi.ANY_SOURCE, TAG).block(TIMEOUT)))
                        .isEqualTo(round);
            }
            free(child);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "RCV-6, COL-25 a number is used again where a collective operation was cancelled, which has gone on to its end")
    void cancelledCollective(Ranks ranks) {
        List<Communicator> child = dup(worlds(ranks));
        Disposable zero = child.get(0).split(0, 0).subscribe();
        meet(ranks);
        zero.dispose();
        // The cancellation is here before what ends it.
        meet(ranks);
        Disposable one = child.get(1).split(0, 0).subscribe();
        meet(ranks);
        one.dispose();
        free(child);

        List<Communicator> next = dup(worlds(ranks));
        assertThat(context(next.get(0))).isEqualTo(context(child.get(0)));
        free(next);
    }

    @OnEveryChannel(ranks = 4, timeoutSeconds = 60)
    @DisplayName(
            "RCV-6, LIF-4 a number is used again where ranks have agreed, and no ballot meets the next communicator")
    void agreed(Ranks ranks) {
        Random random = new Random(7);
        Set<Integer> contexts = new HashSet<>();
        for (int round = 0; round < 100; round++) {
            List<Communicator> child = dup(worlds(ranks));
            contexts.add(context(child.get(0)));
            int[] flags = random.ints(4).toArray();
            int all = IntStream.of(flags).reduce(-1, (one, other) -> one & other);
            boolean shrinks = random.nextInt(4) == 0;
            // Each rank frees it as soon as it has the decision itself.
            onAll(child, end -> {
                Mono<Integer> agreed = end.failures().agree(flags[end.rank()]);
                Mono<Void> rest = shrinks
                        ? end.failures().shrink().flatMap(Communicator::free)
                        : end.failures().agree(-1).then();
                return agreed.doOnNext(value -> assertThat(value).isEqualTo(all))
                        .then(rest)
                        .then(end.free());
            });
        }
        assertThat(contexts).hasSizeLessThanOrEqualTo(2);
    }

    @OnEveryChannel
    @DisplayName(
            "RCV-6 a number is not used again where a collective operation has failed: its messages may still come")
    void failedCollective(Ranks ranks) {
        List<Communicator> child = dup(worlds(ranks));
        onAll(child, end -> end.bcast(Payloads.room(4 * (1 + end.rank())), 0).onErrorComplete());
        free(child);

        List<Communicator> next = dup(worlds(ranks));
        assertThat(context(next.get(0))).isNotEqualTo(context(child.get(0)));
        free(next);
        assertThat(context(dup(worlds(ranks)).get(0))).isEqualTo(context(next.get(0)));
    }

    @OnEveryChannel(ranks = 3, timeoutSeconds = 60)
    @DisplayName("RES-3 communicators made of each other, a hundred deep, and freed, use up no numbers")
    void nested(Ranks ranks) {
        int most = 0;
        for (int round = 0; round < 5; round++) {
            List<List<Communicator>> chain = new ArrayList<>(List.of(worlds(ranks)));
            for (int depth = 1; depth <= 100; depth++) {
                List<Communicator> parent = chain.get(depth - 1);
                chain.add(depth % 2 == 0 ? dup(parent) : reordered(parent, rank -> -rank));
                most = Math.max(most, context(chain.get(depth).get(0)));
            }
            assertThat(chain.stream().map(ends -> context(ends.get(0)))).doesNotHaveDuplicates();
            List<Communicator> deepest = chain.get(100);
            assertThat(exchange(deepest.get(0), deepest.get(2), round)).isEqualTo(round);
            IntStream.rangeClosed(1, 100).forEach(i -> free(chain.get(i)));
        }
        // A hundred communicators, one number of each rank that was offered meanwhile, sixteen contexts each.
        assertThat(most).isLessThan(16 * (1 + 3 * (100 + 1)));
        assertThat(onAll(worlds(ranks), world -> world.barrier().thenReturn(true)))
                .containsOnly(true);
    }
}
