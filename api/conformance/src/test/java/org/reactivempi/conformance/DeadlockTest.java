package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.room;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Stall;
import org.reactivempi.Status;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * PRG-4, PRG-5: a rank that waits for ever is told so, and how, in virtual time. The test's own threads wait without a time limit, since
 * a thread that wakes up by itself might send what the others wait for.
 */
class DeadlockTest {

    private static final String SOON = "stall-after=60ms";
    private static final String BY_ITSELF = "deadlock=report";
    /** Several times as long as a rank has to be quiet. */
    private static final Duration LONGER = Duration.ofMillis(300);
    /** For Reactor's own timers, which live in real time. */
    private static final Duration NOT_HERE = Duration.ofHours(1);

    private final Disposable.Composite running = Disposables.composite();

    @AfterEach
    void giveUp() {
        running.dispose();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 Example 3.8: both receive first, which is proven, with the cycle, rank by rank")
    void bothReceiveFirst(Ranks ranks) {
        program(ranks, 0, "rank 0", zero -> {
            zero.recv(room(4), 1, TAG);
            zero.send(ints(0), 1, TAG);
        });
        program(ranks, 1, "rank 1", one -> {
            one.recv(room(4), 0, TAG);
            one.send(ints(1), 0, TAG);
        });

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .startsWith("deadlock: ranks 0 and 1 wait for each other")
                .contains("rank 0 waits for irecv(source 1, tag 7, world), for 0.")
                .contains("rank 1 waits for irecv(source 0, tag 7, world), for 0.")
                .contains("thread rank 0 waits at " + DeadlockTest.class.getName())
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-5 Example 3.9: both send first, which completes for messages that fit the eager buffers")
    void bothSendShortOnesFirst(Ranks ranks) {
        Mono<Void> exchange = Mono.when(
                sendThenReceive(ranks.world(0), 1, ranks.eagerLimitBytes()),
                sendThenReceive(ranks.world(1), 0, ranks.eagerLimitBytes()));

        assertNoStall(ranks, exchange);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-5 Example 3.9: both send first, which is proven for messages that do not fit")
    void bothSendLongOnesFirst(Ranks ranks) {
        int length = ranks.eagerLimitBytes() + 1;
        running.add(sendThenReceive(ranks.world(0), 1, length).subscribe());
        running.add(sendThenReceive(ranks.world(1), 0, length).subscribe());

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .contains("rank 0 waits for isend(destination 1, tag 7, world, " + length
                        + " bytes), which is ANNOUNCED, for 0.")
                .contains("rank 1 waits for isend(destination 0, tag 7, world, " + length
                        + " bytes), which is ANNOUNCED, for 0.")
                .contains("cycle: rank 0 -> rank 1 -> rank 0");
    }

    // The messages that are missed stay where they are.
    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF},
            without = Check.UNRECEIVED_MESSAGES)
    @DisplayName("PRG-4 the report names messages that a receive misses by one thing, and where it was called")
    void nearMisses(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        one.isend(ints(1), 0, 8).block();
        running.add(zero.irecv(room(4), 1, TAG).checkpoint("the first receive").subscribe());
        running.add(one.issend(ints(2), 0, 9).subscribe());

        assertThat(proven(ranks).report())
                .contains("an unexpected message from 1 has tag 8")
                .contains("an unexpected message from 1 has tag 9")
                .contains("called at checkpoint(\"the first receive\")");
    }

    @MpiTest(
            virtualTime = true,
            ranks = 4,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 only the ranks of the knot are in the report; the lowest one tells it")
    void knotAmongOthers(Ranks ranks) {
        running.add(ranks.world(1).irecv(room(4), 3, TAG).subscribe());
        running.add(ranks.world(3).issend(ints(1), 2, TAG).subscribe());
        running.add(ranks.world(2).probe(1, Mpi.ANY_TAG).subscribe());

        Stall stall = firstOf(ranks, ranks.session(1).stalls());

        assertThat(stall.proven()).isTrue();
        assertThat(stall.ranks()).containsExactly(1, 2, 3);
        assertThat(stall.report()).endsWith("cycle: rank 1 -> rank 3 -> rank 2 -> rank 1");
    }

    @MpiTest(
            virtualTime = true,
            ranks = 3,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a rank that waits for any other, and all have come to their end, waits in vain")
    void inVain(Ranks ranks) {
        running.add(ranks.world(2).irecv(room(4), Mpi.ANY_SOURCE, TAG).subscribe());

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1, 2);
        assertThat(stall.report())
                .startsWith("deadlock: rank 2 waits in vain")
                .contains("rank 0 waits for no message")
                .contains("rank 2 waits for irecv(source any, tag 7, world)");
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a rank that waits for itself")
    void alone(Ranks ranks) {
        running.add(ranks.world(0).issend(ints(1), 0, TAG).subscribe());

        assertThat(proven(ranks).report())
                .startsWith("deadlock: rank 0 waits for itself")
                .contains("issend(destination 0, tag 7, world, 4 bytes)");
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 ranks that something from outside has freed of a deadlock are told of the next one as well")
    void again(Ranks ranks) {
        for (int tag = 0; tag < 3; tag++) {
            String receive = "irecv(source 1, tag " + tag + ", world)";
            Disposable stuck = Disposables.composite(
                    ranks.world(0).irecv(room(4), 1, tag).subscribe(),
                    ranks.world(1).irecv(room(4), 0, tag).subscribe());
            running.add(stuck);

            firstOf(
                    ranks,
                    allStalls(ranks)
                            .filter(stall -> stall.proven() && stall.report().contains(receive)));
            stuck.dispose();
        }
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("COL-26, PRG-4 a barrier to which one rank does not come, since it waits for the other")
    void barrier(Ranks ranks) {
        assertThat(withoutOneRank(ranks).report())
                .contains("rank 0 waits for barrier(world)")
                .contains("rank 1 waits for receive(source 0, tag 7, world)");
        ranks.world(1).barrier().block(Payloads.TIMEOUT);
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "check-collectives=off"})
    @DisplayName("COL-26, PRG-4 a report of ranks that may have called different collective operations names --check")
    void unlikeCollectives(Ranks ranks) {
        assertThat(withoutOneRank(ranks).report())
                .contains("rank 0 waits for barrier(world)")
                .containsOnlyOnce("rmpirun --check, or the setting check-collectives");
        ranks.world(1).barrier().block(Payloads.TIMEOUT);
        running.add(ranks.world(0).receive(1, TAG).subscribe());
        Stall withoutBarrier = firstOf(
                ranks,
                allStalls(ranks)
                        .filter(stall -> stall.proven() && !stall.report().contains("barrier")));
        assertThat(withoutBarrier.report()).doesNotContain("--check");
    }

    /** Of a barrier that rank 1 does not come to. */
    private Stall withoutOneRank(Ranks ranks) {
        running.add(ranks.world(0).barrier().subscribe());
        running.add(ranks.world(1).receive(0, TAG).subscribe());
        return proven(ranks);
    }

    private static Stall proven(Ranks ranks) {
        return firstOf(ranks, allStalls(ranks).filter(Stall::proven));
    }

    private static Stall firstOf(Ranks ranks, Flux<Stall> stalls) {
        return ranks.time().until(stalls.next()).orElseThrow();
    }

    /** Nothing is told until something has ended. */
    private static void assertNoStall(Ranks ranks, Mono<Void> before) {
        assertThat(ranks.time()
                        .until(allStalls(ranks).takeUntilOther(before).collectList())
                        .orElseThrow())
                .isEmpty();
    }

    /** Nothing is told for some time. */
    private void assertNoStall(Ranks ranks) {
        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        running.add(allStalls(ranks).subscribe(told::add));
        ranks.time().advance(LONGER);
        assertThat(told).isEmpty();
    }

    private static Flux<Stall> allStalls(Ranks ranks) {
        return Flux.range(0, ranks.size()).flatMap(rank -> ranks.session(rank).stalls());
    }

    private static Mono<Void> sendThenReceive(Communicator world, int other, int length) {
        return world.isend(bytes(length), other, TAG)
                .then(world.irecv(room(length), other, TAG))
                .then();
    }

    private void program(Ranks ranks, int rank, String name, Consumer<BlockingPointToPoint> program) {
        Thread thread = new Thread(
                () -> {
                    try {
                        program.accept(ranks.world(rank).blocking());
                    } catch (RuntimeException ended) {
                        // The test is over, and gives it up.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        running.add(thread::interrupt);
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a receive with a time limit is no deadlock: it ends, and nothing is proven before")
    void timeLimit(Ranks ranks) {
        assertNoStall(
                ranks,
                ranks.world(0)
                        .irecv(room(4), 1, TAG)
                        .timeout(LONGER, Mono.empty(), ranks.session(0).scheduler())
                        .then());

        Disposable limited =
                ranks.world(0).irecv(room(4), 1, TAG).timeout(NOT_HERE).subscribe();
        running.add(limited);
        assertNoStall(ranks);
        limited.dispose();
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 nor is one whose sender waits for a timer, on a scheduler of Reactor or on the rank's own")
    void timers(Ranks ranks) {
        assertNoStall(ranks, afterATimer(ranks, LONGER, ranks.session(1).scheduler()));

        Disposable exchange =
                afterATimer(ranks, NOT_HERE, Schedulers.parallel()).subscribe();
        running.add(exchange);
        assertNoStall(ranks);
        exchange.dispose();
    }

    private static Mono<Void> afterATimer(Ranks ranks, Duration time, Scheduler timer) {
        return Mono.when(
                ranks.world(0).irecv(room(4), 1, TAG),
                Mono.delay(time, timer).then(ranks.world(1).isend(ints(1), 0, TAG)));
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 nor is one whose sender computes")
    void computing(Ranks ranks) {
        AtomicBoolean computes = new AtomicBoolean(true);
        running.add(() -> computes.set(false));
        program(ranks, 1, "computes", one -> {
            while (computes.get()) {
                Thread.onSpinWait();
            }
            one.send(ints(1), 0, TAG);
        });
        Mono<Status> received = ranks.world(0).irecv(room(4), 1, TAG).cache();
        running.add(received.subscribe());

        assertNoStall(ranks);
        computes.set(false);
        received.block();
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "suspect-after=1s"})
    @DisplayName("PRG-4 what one rank has proven, the others don't suspect as well")
    void noSuspicionBehindAProof(Ranks ranks) {
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());
        running.add(ranks.world(1).irecv(room(4), 0, TAG).subscribe());

        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        running.add(allStalls(ranks).subscribe(told::add));
        proven(ranks);
        int before = told.size();

        ranks.time().advance(Duration.ofMillis(1500));
        assertThat(told).hasSize(before);
    }

    @OnEveryChannel(
            virtualTime = true,
            ranks = 3,
            settings = {SOON, BY_ITSELF, "reconnect-timeout=500ms"})
    @DisplayName("PRG-4, LIF-4 a rank shrinks while another still receives: the report names the call that is missing")
    void missingRevoke(Ranks ranks) {
        shrinkWhileAnotherReceives(ranks, 1, 0);
    }

    @OnEveryChannel(
            virtualTime = true,
            ranks = 3,
            settings = {SOON, BY_ITSELF, "reconnect-timeout=500ms"})
    @DisplayName("PRG-4, LIF-4 the same where it is the lowest rank that shrinks, which counts the calls of all")
    void missingRevokeOfTheLowest(Ranks ranks) {
        shrinkWhileAnotherReceives(ranks, 0, 1);
    }

    private void shrinkWhileAnotherReceives(Ranks ranks, int shrinking, int receiving) {
        Traffic.meet(ranks);
        ranks.abort(2, "killed by the test").block();
        ranks.time()
                .until(ranks.world(shrinking)
                        .receive(2, TAG)
                        .onErrorResume(ProcessFailedException.class, failed -> Mono.empty()));
        running.add(ranks.world(shrinking).failures().shrink().subscribe());
        running.add(ranks.world(receiving).irecv(room(4), shrinking, TAG).subscribe());

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .startsWith("deadlock: ranks 0 and 1 wait for each other")
                .contains("rank " + shrinking + " waits for shrink(world)")
                .contains("rank " + receiving + " waits for irecv(source " + shrinking + ", tag 7, world)")
                .contains("rank " + receiving
                        + " has not called shrink(world); a revoke would end what it still waits for there")
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
    }

    @MpiTest(
            virtualTime = true,
            settings = {"stall-after=0s", "suspect-after=50ms"})
    @DisplayName("what merely takes long is suspected, once")
    void suspected(Ranks ranks) {
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        Stall stall = firstOf(ranks, allStalls(ranks));

        assertThat(stall.proven()).isFalse();
        assertThat(stall.ranks()).containsExactly(0);
        assertThat(stall.report())
                .startsWith("suspected stall: nothing has happened on rank 0 for ")
                .contains("rank 0 waits for irecv(source 1, tag 7, world)");
    }

    @MpiTest(
            virtualTime = true,
            settings = {"stall-after=0s", "suspect-after=50ms"})
    @DisplayName("the receives of a stream's elements, which wait alike, are one line of a report, with their number")
    void alike(Ranks ranks) {
        CountDownLatch open = new CountDownLatch(1);
        running.add(ranks.world(1)
                .sendStream(Flux.<Integer>never().doOnSubscribe(now -> open.countDown()), Codecs.intValue(), 0, TAG)
                .contextWrite(Mpi.LISTENING)
                .subscribe());
        // At the test's end the sender is cancelled as well, perhaps first.
        running.add(ranks.world(0).receiveStream(Codecs.intValue(), 1, TAG).subscribe(number -> {}, cancelled -> {}));
        assertThat(await(open)).isTrue();

        Flux<Stall> ofRankZero = allStalls(ranks).filter(stall -> stall.ranks().equals(List.of(0)));
        String report = firstOf(ranks, ofRankZero).report();

        assertThat(report.lines().filter(line -> line.startsWith("  rank 0 waits for ")))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).matches(".* a part of the above, 64 times, for .*"));
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("ASK-5 PRG-4 two ranks whose questions wait for each other are proven to wait for ever, taken or not")
    void questions(Ranks ranks) {
        Communicator one = ranks.world(1);
        running.add(one.answer(Codecs.intValue(), Codecs.intValue(), TAG, number -> ask(one, 0))
                .subscribe());
        // At the test's end the handler is cancelled as well: if that comes first, it is what the question ends with.
        running.add(ask(ranks.world(0), 1).subscribe(number -> {}, cancelled -> {}));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .contains("rank 0 waits for ask(destination 1, tag 7, world, 4 bytes)")
                .contains("rank 1 waits for ask(destination 0, tag 7, world, 4 bytes)")
                .contains("cycle: rank 0 -> rank 1 -> rank 0");
    }

    private static Mono<Integer> ask(Communicator asker, int rank) {
        return asker.ask(1, Codecs.intValue(), Codecs.intValue(), rank, TAG);
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "suspect-after=50ms"})
    @DisplayName("ASK-5 handlers that wait are no stall, neither proven nor suspected")
    void handlersThatWait(Ranks ranks) {
        for (int rank = 0; rank < 2; rank++) {
            running.add(ranks.world(rank)
                    .answer(Codecs.intValue(), Codecs.intValue(), TAG, Mono::just)
                    .subscribe());
        }
        assertThat(ask(ranks.world(0), 1).block()).isEqualTo(1);
        // The answer is acknowledged by what follows it: however slow the ranks are, nothing but the handlers waits
        // from here on.
        for (int rank = 0; rank < 2; rank++) {
            int other = 1 - rank;
            ranks.world(rank)
                    .isend(ints(rank), other, TAG)
                    .and(ranks.world(other).irecv(room(4), rank, TAG))
                    .block();
        }

        assertNoStall(ranks);
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "suspect-after=50ms"})
    @DisplayName("PART-7 PRG-4 partitioned requests that rest are no stall, and hide none")
    void restingPartitions(Ranks ranks) {
        List<Request> resting = List.of(
                ranks.world(0).psend(ints(1), 1, 1, TAG),
                ranks.world(1).precv(room(4), 1, 0, TAG),
                ranks.world(0).psend(ints(2), 1, 1, 1),
                ranks.world(1).precv(room(4), 1, 0, 2));
        assertNoStall(ranks);
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());
        running.add(ranks.world(1).irecv(room(4), 0, TAG).subscribe());

        assertThat(proven(ranks).report()).endsWith("cycle: rank 0 -> rank 1 -> rank 0");
        resting.forEach(Request::free);
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "PART-4 PRG-4 where no thread can make partitions ready any more, the report says how far both ends are")
    void unreadyPartitions(Ranks ranks) {
        PartitionedSend send = ranks.world(0).psend(bytes(12), 3, 1, TAG);
        PartitionedReceive receive = ranks.world(1).precv(room(12), 4, 0, TAG);
        send.start();
        receive.start();
        send.ready(1);

        assertThat(proven(ranks).report())
                .contains("rank 0 waits for psend(destination 1, tag 7), 1 of 3 partitions were ready")
                .contains("rank 1 waits for precv(source 0, tag 7), 0 of 4 partitions are here");
        send.readyAll(2, 0);
        ranks.time().until(Requests.waitAll(List.of(send, receive)));
        send.free();
        receive.free();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "suspect-after=50ms"})
    @DisplayName(
            "ASK-8 readers that are marked as listeners, and whose streams are quiet, are no stall, before and after"
                    + " a handler has their questions; nor are the handlers")
    void quietStreams(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        running.add(one.answerStream(
                        Codecs.intValue(),
                        Codecs.intValue(),
                        TAG,
                        number -> Flux.just(number).concatWith(Flux.never()))
                .subscribe());
        running.add(one.answerStreams(Codecs.intValue(), Codecs.intValue(), TAG + 1, numbers -> numbers)
                .subscribe());
        CountDownLatch open = new CountDownLatch(2);
        Flux<Integer> quiet = Flux.just(1).concatWith(Flux.never());
        List.of(
                        zero.askStream(1, Codecs.intValue(), Codecs.intValue(), 1, TAG),
                        zero.askStreams(quiet, Codecs.intValue(), Codecs.intValue(), 1, TAG + 1),
                        zero.askStream(1, Codecs.intValue(), Codecs.intValue(), 1, TAG + 2))
                // At the test's end the handlers are cancelled as well, perhaps first.
                .forEach(asked -> running.add(
                        asked.contextWrite(Mpi.LISTENING).subscribe(value -> open.countDown(), cancelled -> {})));
        assertThat(await(open)).isTrue();
        for (int rank = 0; rank < 2; rank++) {
            int other = 1 - rank;
            ranks.world(rank)
                    .isend(ints(rank), other, TAG)
                    .and(ranks.world(other).irecv(room(4), rank, TAG))
                    .block();
        }

        assertNoStall(ranks);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(Payloads.TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
