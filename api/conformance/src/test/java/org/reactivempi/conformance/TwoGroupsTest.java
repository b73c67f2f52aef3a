package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Stall;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** How two groups become one communicator, and what is theirs alone. */
class TwoGroupsTest {

    private static List<Communicator> halves(List<Communicator> all, int first) {
        return onAll(all, end -> end.split(end.rank() < first ? 0 : 1, 0));
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("a communicator's number is not used again while a leader still waits in it for another one")
    void freedWhileLeadersMeet(Ranks ranks) {
        List<Communicator> peer = dup(worlds(ranks));
        List<Communicator> alone = halves(worlds(ranks), 1);
        started(alone.get(0).intercommunicator(0, peer.get(0), 1, TAG)).cancel();
        int former = context(peer.get(0));
        free(peer);
        List<Communicator> next = dup(worlds(ranks));
        assertThat(context(next.get(0))).isNotEqualTo(former);
        onAll(next, Communicator::barrier);
        // Ends what waits.
        ranks.abort(1, "ended by the test").block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("elements that are reduced for another group have the type of its result")
    void types(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator one = ends.get(0);
        assertFails(one.allreduce(Buffers.ints(1), Buffers.of(new float[1]), Op.SUM), ErrorClass.TYPE, "INT", "FLOAT");
        assertFails(one.reduceScatterBlock(Buffers.ints(1), Buffers.of(new float[1]), Op.SUM), ErrorClass.TYPE, "INT");
        assertFails(
                one.reduceScatter(Buffers.ints(1), Buffers.of(new float[1]), new int[] {1}, Op.SUM),
                ErrorClass.TYPE,
                "FLOAT");

        // The first operation of all.
        int[][] results = new int[3][1];
        onAll(ends, end -> {
            int rank = ends.indexOf(end);
            return end.allreduce(Buffers.ints(1 + rank), Buffers.of(results[rank]), Op.SUM);
        });
        assertThat(results).isDeepEqualTo(new int[][] {{5}, {1}, {1}});
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "ranks that may live in a communicator of two groups keep its number, also where the other group has lost a rank")
    void lostWhileJoining(Ranks ranks) throws InterruptedException {
        List<Communicator> groups = halves(worlds(ranks), 3);
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Mono<Intercommunicator> other = groups.get(3).intercommunicator(0, ranks.world(3), 2, TAG);
        List<Mono<Intercommunicator>> ofFirst = List.of(
                groups.get(0).intercommunicator(2, ranks.world(0), 3, TAG),
                groups.get(2).intercommunicator(2, ranks.world(2), 3, TAG));
        List<Recorder<Intercommunicator>> ends =
                List.of(started(other), started(ofFirst.get(0)), started(ofFirst.get(1)));
        int lived = 0;
        int number = -1;
        for (Recorder<Intercommunicator> end : ends) {
            Object told = end.await().get(0);
            if (told instanceof Intercommunicator made) {
                lived++;
                number = numberOf(made.toString());
            } else {
                assertThat(told)
                        .isInstanceOfSatisfying(
                                ProcessFailedException.class,
                                lost -> assertThat(lost.rank()).isEqualTo(1));
            }
        }
        assertThat(lived)
                .as("the communicator lacks rank 1 wherever it is whole")
                .isLessThan(3);
        Communicator next = onAll(
                        List.of(ranks.world(0), ranks.world(2), ranks.world(3)),
                        end -> end.failures().acknowledge().then(end.failures().shrink()))
                .get(0);
        assertThat(context(next)).isNotEqualTo(number);
    }

    private static int numberOf(String words) {
        return Integer.parseInt(words.replaceAll(".*context=(\\d+).*", "$1"));
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("a lost rank has the number that its group knows it by, and none in its own group")
    void lost(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        List<Recorder<Void>> barriers = IntStream.of(0, 1, 2, 4)
                .mapToObj(rank -> started(ends.get(rank).barrier()))
                .toList();
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        for (int i = 0; i < barriers.size(); i++) {
            int expected = i < 2 ? 1 : Mpi.UNDEFINED;
            assertThat(barriers.get(i).await())
                    .singleElement()
                    .isInstanceOfSatisfying(ProcessFailedException.class, lost -> {
                        assertThat(lost.rank()).isEqualTo(3);
                        assertThat(lost.rankInCommunicator()).isEqualTo(expected);
                    });
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "LIF-4 a receive from any rank of the other group waits on when a rank of the own one dies, and not for one of the other")
    void anySource(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[] room = new int[1];
        Recorder<Status> waiting = started(ends.get(0).irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG));
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        ends.get(2).isend(Buffers.ints(7), 0, TAG).block(TIMEOUT);
        assertThat(waiting.await().get(0))
                .isInstanceOfSatisfying(
                        Status.class, status -> assertThat(status.source()).isEqualTo(0));
        assertThat(room).containsExactly(7);
        // Which end as soon as the loss is known.
        assertFails(ranks.world(0).irecv(Buffers.of(new int[1]), 1, TAG), ErrorClass.PROC_FAILED);
        assertFails(ends.get(2).irecv(Buffers.of(new int[1]), 1, TAG), ErrorClass.PROC_FAILED);
        onAll(
                List.of(ends.get(0), ends.get(3)),
                end -> end == ends.get(0)
                        ? end.irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG)
                        : end.isend(Buffers.ints(8), 0, TAG));
        assertThat(room).containsExactly(8);
        assertFails(ends.get(2).irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, TAG), ErrorClass.PROC_FAILED_PENDING);
    }

    @OnEveryChannel(ranks = 3, virtualTime = true, settings = "deadlock=report")
    @DisplayName(
            "PRG-4 ranks that wait for any rank of the other group are in a deadlock though a rank of the own one is not")
    void deadlock(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Flux<Stall> stalls =
                Flux.merge(ranks.session(0).stalls(), ranks.session(2).stalls());
        Disposable stuck = ends.get(0)
                .irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, TAG)
                .and(ends.get(2).irecv(Buffers.of(new int[1]), 0, TAG))
                .subscribe();
        Stall proven = ranks.time().until(stalls.filter(Stall::proven).next()).orElseThrow();
        assertThat(proven.ranks()).containsExactly(0, 2);
        stuck.dispose();
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("PRG-4 streams and questions of two groups name the rank of the other group that they wait for")
    void words(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        List<Disposable> waiting = List.of(
                ends.get(0).sendStream(Flux.just("a"), Codecs.string(), 0, TAG).subscribe(),
                ends.get(0).receiveStream(Codecs.string(), 1, TAG).subscribe(),
                ends.get(0).ask("b", Codecs.string(), Codecs.string(), 1, TAG).subscribe());
        List<String> pending = ranks.pending(0).blockOptional(TIMEOUT).orElseThrow();
        assertThat(pending).anySatisfy(one -> assertThat(one).contains("sendStream(destination remote 0 (2 in world)"));
        assertThat(pending).anySatisfy(one -> assertThat(one).contains("receiveStream(source remote 1 (3 in world)"));
        assertThat(pending).anySatisfy(one -> assertThat(one).contains("ask(destination remote 1 (3 in world)"));
        waiting.forEach(Disposable::dispose);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("a wrong length names the rank that it came from by its group")
    void wrongLength(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        List<Recorder<Void>> gathered = ends.stream()
                .map(end -> ends.indexOf(end) == 0
                        ? started(end.gather(null, Buffers.of(new int[2]), Mpi.ROOT))
                        : started(end.gather(Buffers.of(new int[ends.indexOf(end)]), null, 0)))
                .toList();
        assertThat(awaited(gathered.get(0)))
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        wrong -> assertThat(wrong)
                                .hasMessageContaining("8 bytes came from rank remote 1 (2 in world)")
                                .hasMessageContaining("own 0 (0 in world)"));
        gathered.forEach(TwoGroupsTest::awaited);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("a message that is too long names the rank that it came from by its group, whatever receives it")
    void tooLong(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator sender = ends.get(2);
        Intercommunicator receiver = ends.get(0);
        Codec<String> atMostFour = Codecs.limited(Codecs.string(), 4);
        List<Mono<?>> receives = List.of(
                receiver.irecv(Buffers.of(new byte[4]), 1, TAG),
                receiver.receive(atMostFour, 1, TAG),
                receiver.receive(atMostFour, Mpi.ANY_SOURCE, Mpi.ANY_TAG),
                receiver.mprobe(1, TAG).flatMap(message -> message.receive(Buffers.of(new byte[4]))));
        for (Mono<?> receive : receives) {
            Recorder<Status> sent = started(sender.send("12345", Codecs.string(), 0, TAG));
            assertFails(receive, ErrorClass.TRUNCATE, "from rank remote 1 (2 in world)");
            awaited(sent);
        }
        Disposable answers = receiver.answer(atMostFour, Codecs.string(), TAG, question -> Mono.just("!"))
                .subscribe();
        StepVerifier.create(sender.ask("12345", Codecs.string(), Codecs.string(), 0, TAG))
                .expectErrorSatisfies(
                        error -> assertThat(error).hasMessageContaining("from rank remote 1 (2 in world)"))
                .verify(TIMEOUT);
        answers.dispose();
        Disposable longAnswers = receiver.answer(
                        Codecs.string(), Codecs.string(), TAG + 1, question -> Mono.just("12345"))
                .subscribe();
        assertFails(
                sender.ask("?", Codecs.string(), atMostFour, 0, TAG + 1),
                ErrorClass.TRUNCATE,
                "from rank remote 0 (0 in world)");
        longAnswers.dispose();
    }

    private static List<Object> awaited(Recorder<?> end) {
        try {
            return end.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("what ends a leader's part ends that of all ranks of both groups, with the class that it has there")
    void revoked(Ranks ranks) throws InterruptedException {
        List<Communicator> groups = halves(worlds(ranks), 2);
        List<Communicator> peer = dup(worlds(ranks));
        List<Recorder<Intercommunicator>> ends = groups.subList(0, 2).stream()
                .map(end -> started(end.intercommunicator(0, peer.get(groups.indexOf(end)), 2, TAG)))
                .toList();
        peer.get(2).failures().revoke().block(TIMEOUT);
        for (Recorder<Intercommunicator> end : ends) {
            assertThat(end.await()).singleElement().isInstanceOf(RevokedException.class);
        }
    }
}
