package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.Mpi.ANY_SOURCE;
import static org.reactivempi.conformance.LooseJob.TIMEOUT;
import static org.reactivempi.conformance.LooseJob.await;
import static org.reactivempi.conformance.LooseJob.awaitPresent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Member;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Session;
import org.reactivempi.Status;
import org.reactivempi.core.session.CoreSession;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Ranks that come and go, over every channel. */
class MembersTest {

    private static final int TAG = 3;
    private static final int OTHER_TAG = 4;

    static Stream<String> channels() {
        return Channels.all();
    }

    private static void exchange(Session from, int source, Session to, int destination, int value) {
        int[] room = new int[1];
        Mono<Status> received = to.world().irecv(Buffers.of(room), source, TAG);
        Mono.when(from.world().isend(ints(value), destination, TAG), received).as(LooseJob::ends);
        assertThat(room).containsExactly(value);
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-1 members() gives the state of each rank, then each change, before what operations signal")
    void states(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            CoreSession zero = job.start(0);
            StepVerifier.create(zero.members().take(3))
                    .expectNext(
                            new Member(0, Member.State.JOINED, 1),
                            new Member(1, Member.State.AWAITED, 0),
                            new Member(2, Member.State.AWAITED, 0))
                    .expectComplete()
                    .verify(TIMEOUT);
            Queue<Object> seen = new ConcurrentLinkedQueue<>();
            zero.members()
                    .skip(3)
                    .filter(member -> member.state() != Member.State.SUSPECT)
                    .subscribe(seen::add);
            CoreSession one = job.start(1);
            awaitPresent(zero, 1);
            Mono<Object> old = zero.world()
                    .irecv(Buffers.of(new int[1]), 1, TAG)
                    .cast(Object.class)
                    .onErrorResume(ProcessFailedException.class, Mono::just)
                    .doOnNext(seen::add)
                    .cache();
            old.subscribe();
            job.kill(one);
            Object failure = old.as(LooseJob::ends);
            CoreSession again = job.start(1);
            await(zero, 1, Member.State.RETURNED, 2);
            again.close().as(LooseJob::ends);
            await(zero, 1, Member.State.LEFT, 2);
            job.start(1);
            await(zero, 1, Member.State.RETURNED, 3);
            assertThat(seen)
                    .startsWith(
                            new Member(1, Member.State.JOINED, 1),
                            new Member(1, Member.State.FAILED, 1),
                            failure,
                            new Member(1, Member.State.RETURNED, 2),
                            new Member(1, Member.State.LEFT, 2));
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-1 a rank that closes while it greets has left, and has not failed")
    void closesWhileItGreets(String channel) {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            Queue<Member> seen = new ConcurrentLinkedQueue<>();
            zero.members().subscribe(seen::add);
            for (int incarnation = 1; incarnation <= 20; incarnation++) {
                CoreSession one = job.start(1);
                // Rank 0 may know of the connection before rank 1 does.
                await(zero, 1, incarnation == 1 ? Member.State.JOINED : Member.State.RETURNED, incarnation);
                one.close().as(LooseJob::ends);
                await(zero, 1, Member.State.LEFT, incarnation);
            }
            assertThat(seen)
                    .filteredOn(member -> member.state() == Member.State.FAILED)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "MBR-2, MBR-3 what starts after a return reaches the new process, both ways, and nothing from before does")
    void reachesTheNewOne(String channel) {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            CoreSession one = job.start(1);
            exchange(zero, 0, one, 1, 1);
            Mono<Status> waits =
                    zero.world().irecv(Buffers.of(new int[1]), 1, OTHER_TAG).cache();
            Mono<Status> unmatched = zero.world().issend(ints(5), 1, TAG).cache();
            waits.subscribe();
            unmatched.subscribe();
            one.world().isend(ints(9), 0, TAG).as(LooseJob::ends);
            zero.world().isend(ints(7), 1, TAG).as(LooseJob::ends);
            zero.world().probe(1, TAG).as(LooseJob::ends);
            job.kill(one);
            assertThatThrownBy(() -> waits.as(LooseJob::ends)).isInstanceOf(ProcessFailedException.class);
            assertThatThrownBy(() -> unmatched.as(LooseJob::ends)).isInstanceOf(ProcessFailedException.class);

            CoreSession again = job.start(1);
            await(zero, 1, Member.State.RETURNED, 2);
            exchange(again, 1, zero, 0, 2);
            exchange(zero, 0, again, 1, 3);
            Flux<Integer> stream = again.world().receiveStream(Codecs.intValue(), 0, TAG);
            StepVerifier.create(stream.mergeWith(zero.world()
                            .sendStream(Flux.range(0, 100), Codecs.intValue(), 1, TAG)
                            .then(Mono.empty())))
                    .expectNextCount(100)
                    .expectComplete()
                    .verify(TIMEOUT);
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "MBR-4 collective operations and derived communicators fail until shrink or a new split, in which who has returned takes part")
    void collectives(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            List<CoreSession> all = IntStream.range(0, 3).mapToObj(job::start).toList();
            all.forEach(session -> awaitPresent(session, 0, 1, 2));
            List<Communicator> twins =
                    together(List.of(0, 1, 2), rank -> all.get(rank).world().dup());
            job.kill(all.get(1));
            await(all.get(0), 1, Member.State.FAILED, 1);
            await(all.get(2), 1, Member.State.FAILED, 1);
            CoreSession again = job.start(1);
            await(all.get(0), 1, Member.State.RETURNED, 2);
            await(all.get(2), 1, Member.State.RETURNED, 2);
            awaitPresent(again, 0, 2);

            List<Class<?>> ends = Flux.just(all.get(0), again, all.get(2))
                    .flatMap(rank -> rank.world()
                            .barrier()
                            .<Class<?>>then(Mono.just(Void.class))
                            .onErrorResume(lost -> Mono.just(lost.getClass())))
                    .collectList()
                    .as(LooseJob::ends);
            assertThat(ends).hasSize(3).containsOnly(ProcessFailedException.class);
            for (Mono<?> broken : List.<Mono<?>>of(
                    twins.get(0).isend(ints(1), 1, TAG),
                    twins.get(2).receive(1, TAG),
                    twins.get(0).sendStream(Flux.just(1), Codecs.intValue(), 1, TAG))) {
                assertThatThrownBy(() -> broken.as(LooseJob::ends)).isInstanceOf(ProcessFailedException.class);
            }
            exchange(again, 1, all.get(2), 2, 4);
            List<CoreSession> now = List.of(all.get(0), again, all.get(2));
            List<Communicator> whole = together(
                    List.of(0, 1, 2), rank -> now.get(rank).world().failures().shrink());
            assertTogether(whole, 3);
            ErrorHandler<Object> handler = (where, error) -> {};
            now.get(1).world().errors().handler(handler);
            List<Communicator> parts =
                    together(List.of(0, 1, 2), rank -> now.get(rank).world().split(rank == 0 ? 1 : 2, -rank));
            assertThat(parts).extracting(Communicator::size).containsExactly(1, 2, 2);
            assertThat(parts).extracting(Communicator::rank).containsExactly(0, 1, 0);
            assertThat(parts.get(1)).asString().contains("world.split(color 2)");
            assertTogether(parts.subList(1, 3), 2);
            List<Communicator> copies =
                    together(List.of(0, 1, 2), rank -> now.get(rank).world().dup());
            assertTogether(copies, 3);
            // Whatever they have come together in for that.
            assertThat(List.of(parts.get(1), copies.get(1)))
                    .extracting(copy -> copy.errors().handler())
                    .allMatch(inherited -> inherited == handler);
            assertThat(copies.get(0).errors().handler()).isSameAs(ErrorHandler.RETURN);
            // Derived from the one before, two fail, and the third is not there.
            List<Communicator> left =
                    together(List.of(0, 2), rank -> twins.get(rank).failures().shrink());
            assertTogether(left, 2);
        }
    }

    /** Each rank contributes its number among them to a sum, twice, so that both operations must have the same number everywhere. */
    private static void assertTogether(List<Communicator> all, int size) {
        assertThat(all).extracting(Communicator::size).containsOnly(size);
        for (int i = 0; i < 2; i++) {
            List<int[]> sums = Flux.fromIterable(all)
                    .flatMap(each -> {
                        int[] sum = new int[1];
                        return each.allreduce(ints(each.rank()), Buffers.of(sum), Op.SUM)
                                .thenReturn(sum);
                    })
                    .collectList()
                    .as(LooseJob::ends);
            assertThat(sums).allSatisfy(sum -> assertThat(sum).containsExactly(size * (size - 1) / 2));
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "MBR-4 every rank in turn is replaced, also between two calls, and shrink brings together who is there")
    void everyRankIsReplaced(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            List<CoreSession> now =
                    new ArrayList<>(IntStream.range(0, 3).mapToObj(job::start).toList());
            now.forEach(session -> awaitPresent(session, 0, 1, 2));
            assertTogether(shrunk(now), 3);
            for (int round = 0; round < 4; round++) {
                int rank = round % 3;
                // In even rounds the ranks that stay come together once more without the one that goes.
                boolean meanwhile = round % 2 == 0;
                job.kill(now.get(rank));
                List<CoreSession> stay = new ArrayList<>(now);
                stay.remove(rank);
                stay.forEach(session -> session.members()
                        .filter(member -> member.rank() == rank && !member.isPresent())
                        .filter(member -> member.state() != Member.State.SUSPECT)
                        .next()
                        .as(LooseJob::ends));
                if (meanwhile) {
                    assertTogether(shrunk(stay), 2);
                }
                CoreSession again = job.start(rank);
                now.set(rank, again);
                now.forEach(session -> awaitPresent(session, 0, 1, 2));
                assertTogether(shrunk(now), 3);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "MBR-4 a rank that is lost while the others wait for its call holds nobody up, and takes part when it has come again")
    void replacedWhileOthersWait(String channel) {
        for (int rank = 0; rank < 3; rank++) {
            try (LooseJob job = new LooseJob(3, channel, 0)) {
                List<CoreSession> now = new ArrayList<>(
                        IntStream.range(0, 3).mapToObj(job::start).toList());
                now.forEach(session -> awaitPresent(session, 0, 1, 2));
                job.kill(now.get(rank));
                CoreSession again = job.start(rank);
                List<CoreSession> stay = new ArrayList<>(now);
                stay.remove(rank);
                int replaced = rank;
                stay.forEach(session -> await(session, replaced, Member.State.RETURNED, 2));
                Mono<List<Communicator>> waiting = Flux.fromIterable(stay)
                        .flatMapSequential(session -> session.world().failures().shrink())
                        .collectList()
                        .cache();
                waiting.subscribe();
                job.kill(again);
                assertTogether(waiting.as(LooseJob::ends), 2);
                now.set(rank, job.start(rank));
                now.forEach(session -> awaitPresent(session, 0, 1, 2));
                assertTogether(shrunk(now), 3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "local"})
    @DisplayName(
            "MBR-1, MBR-4 of 20 ranks, each of which is connected with few, one is replaced, and all come together before and after")
    void manyRanks(String channel) {
        try (LooseJob job = new LooseJob(20, channel, 0)) {
            List<CoreSession> now =
                    new ArrayList<>(IntStream.range(0, 20).mapToObj(job::start).toList());
            assertTogether(shrunk(now), 20);
            int replaced = 4;
            job.kill(now.get(replaced));
            List<CoreSession> stay = new ArrayList<>(now);
            stay.remove(replaced);
            assertTogether(shrunk(stay), 19);
            CoreSession again = job.start(replaced);
            now.set(replaced, again);
            await(now.get(0), replaced, Member.State.RETURNED, 2);
            // No neighbour of it.
            awaitPresent(now.get(11), replaced);
            awaitPresent(again, IntStream.range(0, 20).toArray());
            assertTogether(shrunk(now), 20);
        }
    }

    private static List<Communicator> shrunk(List<CoreSession> sessions) {
        return Flux.fromIterable(sessions)
                .flatMapSequential(session -> session.world().failures().shrink())
                .collectList()
                .as(LooseJob::ends);
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-4 a split of the world while a rank is missing fails on all that are there")
    void splitWithoutAll(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            List<CoreSession> all = IntStream.range(0, 3).mapToObj(job::start).toList();
            all.forEach(session -> awaitPresent(session, 0, 1, 2));
            job.kill(all.get(1));
            await(all.get(0), 1, Member.State.FAILED, 1);
            await(all.get(2), 1, Member.State.FAILED, 1);
            List<Throwable> errors = Flux.just(all.get(0), all.get(2))
                    .flatMap(session -> session.world()
                            .split(0, 0)
                            .<Throwable>map(made -> new AssertionError("made " + made))
                            .onErrorResume(Mono::just))
                    .collectList()
                    .as(LooseJob::ends);
            assertThat(errors)
                    .hasSize(2)
                    .allSatisfy(error -> assertThat(error)
                            .isInstanceOf(ProcessFailedException.class)
                            .hasMessageContaining("split(world)")
                            .hasMessageContaining("rank 1"));
        }
    }

    private static List<Communicator> together(List<Integer> ranks, IntFunction<Mono<Communicator>> each) {
        return Flux.fromIterable(ranks)
                .flatMapSequential(rank -> each.apply(rank))
                .collectList()
                .as(LooseJob::ends);
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-5 receives from any source, handlers and listeners go on across a leave and a return")
    void listenersGoOn(String channel) {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            Queue<Integer> heard = new ConcurrentLinkedQueue<>();
            Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
            Disposable any = listen(zero, ANY_SOURCE, TAG, heard, errors);
            Disposable one = listen(zero, 1, OTHER_TAG, heard, errors);
            Disposable answers = zero.world()
                    .answer(Codecs.intValue(), Codecs.intValue(), TAG, question -> Mono.just(question + 1))
                    .subscribe(status -> {}, errors::add);
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                CoreSession asker = job.start(1);
                awaitPresent(asker, 0);
                asker.world().issend(ints(10 * incarnation), 0, TAG).as(LooseJob::ends);
                asker.world().issend(ints(10 * incarnation + 1), 0, OTHER_TAG).as(LooseJob::ends);
                assertThat(LooseJob.ends(asker.world().ask(incarnation, Codecs.intValue(), Codecs.intValue(), 0, TAG)))
                        .isEqualTo(incarnation + 1);
                job.kill(asker);
                await(zero, 1, Member.State.FAILED, incarnation);
            }
            assertThat(heard).containsExactlyInAnyOrder(10, 11, 20, 21, 30, 31);
            assertThat(errors).isEmpty();
            any.dispose();
            one.dispose();
            answers.dispose();
        }
    }

    private static Disposable listen(Session at, int source, int tag, Queue<Integer> heard, Queue<Throwable> errors) {
        return at.world()
                .receive(source, tag)
                .contextWrite(Mpi.LISTENING)
                .map(message -> message.as(Codecs.intValue()))
                .repeat()
                .subscribe(heard::add, errors::add);
    }

    @Test
    @DisplayName(
            "MBR-5, MBR-7 a rank that comes later than wait-for-peers is there then; waiting for any starts no clock")
    void late() {
        try (LooseJob job = new LooseJob(3, "tcp", 0)) {
            CoreSession zero = job.start(0, settings -> settings.waitForPeers(Duration.ofMillis(100)));
            Mono<Message> any = zero.world().receive(ANY_SOURCE, TAG).cache();
            any.subscribe();
            assertThatThrownBy(() -> zero.world().issend(ints(1), 1, TAG).as(LooseJob::ends))
                    .isInstanceOf(ProcessFailedException.class);
            CoreSession one = job.start(1);
            await(zero, 1, Member.State.JOINED, 1);
            exchange(zero, 0, one, 1, 2);
            one.world().isend(ints(3), 0, TAG).as(LooseJob::ends);
            assertThat(any.as(LooseJob::ends).status().source()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("MBR-7 a rank that comes within wait-for-peers joins as if it had been there")
    void comesInTime() {
        try (LooseJob job = new LooseJob(2, "tcp", 0)) {
            CoreSession zero = job.start(0, settings -> settings.connectTimeout(Duration.ofMillis(50)));
            Mono<Status> sent = zero.world().issend(ints(1), 1, TAG).cache();
            Mono<Void> met = zero.world().barrier().cache();
            sent.subscribe();
            met.subscribe();
            await(zero, 1, Member.State.AWAITED, 0);
            CoreSession one = job.start(1);
            one.world().receive(0, TAG).as(LooseJob::ends);
            one.world().barrier().as(LooseJob::ends);
            sent.as(LooseJob::ends);
            met.as(LooseJob::ends);
        }
    }

    @Test
    @DisplayName(
            "MBR-6 a process that claims the rank of one that lives ends with code 36, and the one before is not disturbed")
    void claimed() {
        try (LooseJob job = new LooseJob(2, "tcp", 0)) {
            CoreSession zero = job.start(0);
            CoreSession former = job.start(1);
            exchange(zero, 0, former, 1, 1);
            job.start(1);
            assertThat(LooseJob.ends(job.exit.asMono())).isEqualTo(36);
            exchange(zero, 0, former, 1, 2);
            exchange(former, 1, zero, 0, 3);
            assertThat(LooseJob.ends(zero.members().take(2).collectList()))
                    .containsExactly(new Member(0, Member.State.JOINED, 1), new Member(1, Member.State.JOINED, 1));
        }
    }

    @Test
    @DisplayName("MBR-6 a process that claims a rank gets it when the one before goes")
    void laterWins() {
        try (LooseJob job = new LooseJob(2, "tcp", 0)) {
            CoreSession zero = job.start(0, settings -> settings.reconnectTimeout(Duration.ofSeconds(10)));
            CoreSession former = job.start(1, settings -> settings.reconnectTimeout(Duration.ofSeconds(10)));
            exchange(zero, 0, former, 1, 1);
            CoreSession later = job.start(1, settings -> settings.reconnectTimeout(Duration.ofSeconds(10)));
            job.kill(former);
            await(zero, 1, Member.State.RETURNED, 2);
            exchange(zero, 0, later, 1, 2);
        }
    }

    @Test
    @DisplayName("MBR-6 a rank that comes again with another secret is refused with what is wrong")
    void otherSecret() {
        try (LooseJob job = new LooseJob(2, "tcp", 0)) {
            CoreSession zero = job.start(0);
            job.kill(job.start(1));
            CoreSession stranger = job.start(
                    1,
                    settings -> settings.secret("another secret, long enough for a test")
                            .waitForPeers(Duration.ofMillis(300)));
            assertThatThrownBy(() -> stranger.world()
                            .isend(ints(1), 0, TAG)
                            .then(stranger.world().receive(0, TAG))
                            .as(LooseJob::ends))
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining("secret");
            assertThat(LooseJob.ends(
                            zero.members().take(2).map(Member::isPresent).collectList()))
                    .containsExactly(true, false);
        }
    }

    /** Each message says which process of which rank has sent it, and which it is meant for. */
    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName(
            "MBR-2, MBR-3 a rank that is killed and started again twice, with messages under way both ways, and connections that break")
    void underWay(String channel, int seed) {
        try (LooseJob job = new LooseJob(2, channel, seed)) {
            CoreSession zero = job.start(0);
            Queue<Integer> heard = new ConcurrentLinkedQueue<>();
            Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
            Disposable listener = listen(zero, ANY_SOURCE, TAG, heard, errors);
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                CoreSession one = job.start(1);
                await(zero, 1, incarnation == 1 ? Member.State.JOINED : Member.State.RETURNED, incarnation);
                awaitPresent(one, 0);
                int now = incarnation;
                Disposable up = Flux.range(0, 1000)
                        .concatMap(i -> one.world().isend(ints(now), 0, TAG))
                        .subscribe(status -> {}, lost -> {});
                Disposable down = Flux.range(0, 1000)
                        .concatMap(i -> zero.world().isend(ints(now), 1, OTHER_TAG))
                        .subscribe(status -> {}, lost -> {});
                List<Integer> got = one.world()
                        .receive(0, OTHER_TAG)
                        .map(message -> message.as(Codecs.intValue()))
                        .repeat()
                        .take(100)
                        .collectList()
                        .as(LooseJob::ends);
                assertThat(new ArrayList<>(got)).containsOnly(incarnation);
                job.kill(one);
                await(zero, 1, Member.State.FAILED, incarnation);
                up.dispose();
                down.dispose();
                assertThat(heard).allMatch(value -> value <= now);
            }
            assertThat(errors).isEmpty();
            listener.dispose();
        }
    }

    static Stream<Arguments> faults() {
        return Stream.concat(
                channels().map(name -> Arguments.of(name, 0)),
                IntStream.range(1, 3).mapToObj(seed -> Arguments.of("faulty:tcp", seed)));
    }
}
