package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.meet;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What the errors of operations say: which operation has failed, why, and what is near. */
class ErrorTextsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static Recorder<Object> started(Publisher<?> operation) {
        Recorder<Object> recorder = new Recorder<>();
        Flux.from(operation).cast(Object.class).subscribe(recorder);
        recorder.request(1);
        return recorder;
    }

    private static String failureOf(Publisher<?> operation) {
        return Mono.from(operation)
                .materialize()
                .mapNotNull(signal -> signal.getThrowable())
                .map(failure -> String.valueOf(failure.getMessage()))
                .block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("a receive from a rank that has finalized names itself, and the message that it has just missed")
    void nearMiss(Ranks ranks) {
        Communicator one = ranks.world(1);
        ranks.world(0).isend(ints(7), 1, TAG).block(TIMEOUT);
        one.probe(0, TAG).block(TIMEOUT);
        ranks.session(0).close().block(TIMEOUT);

        assertThat(failureOf(one.irecv(room(1), 0, TAG + 1)))
                .isEqualTo("irecv(source 0, tag " + (TAG + 1) + "): rank 0 has finalized; unexpected here: tag " + TAG
                        + ", 4 bytes");
        assertThat(failureOf(one.receiveStream(Codecs.intValue(), 0, TAG)))
                .isEqualTo("receiveStream(source 0, tag " + TAG
                        + "): rank 0 has finalized; unexpected here: a message from rank 0 with tag " + TAG
                        + ", 4 bytes, where a stream is expected");
        one.receive(0, TAG).block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("an operation that waits when its peer finalizes names itself, and asks for the send that is missing")
    void neverSent(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        meet(ranks);
        List<Recorder<Object>> waiting = Stream.<Publisher<?>>of(
                        one.receive(0, TAG), one.probe(0, TAG), one.receiveStream(Codecs.intValue(), 0, TAG))
                .map(ErrorTextsTest::started)
                .toList();
        ranks.pending(1).block(TIMEOUT);
        ranks.session(0).close().block(TIMEOUT);

        assertThat(waiting.get(0).await())
                .hasToString("[org.reactivempi.ProcessFailedException [PROC_FAILED]: receive(source 0, tag " + TAG
                        + "): rank 0 has finalized; was an isend ever subscribed?]");
        assertThat(waiting.get(1).await())
                .asString()
                .contains("probe(source 0, tag " + TAG + "): rank 0 has finalized");
        assertThat(waiting.get(2).await())
                .asString()
                .contains("receiveStream(source 0, tag " + TAG
                        + "): rank 0 has finalized; was a sendStream ever subscribed?");
        assertThat(failureOf(one.isend(ints(1), 0, TAG)))
                .isEqualTo("isend(destination 0, tag " + TAG + "): rank 0 has finalized");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("that a rank has finalized is said before anything of a connection that can't be made")
    void finalizedBeforeAnyConnection(Ranks ranks) {
        ranks.session(0).close().block(TIMEOUT);

        assertThatThrownBy(() -> ranks.world(1).issend(ints(1), 0, TAG).block(TIMEOUT))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageStartingWith("issend(destination 0, tag " + TAG + "): rank 0 has finalized");
    }

    @MpiTest(ranks = 3)
    @DisplayName("in a communicator with ranks of its own, an error names both numbers and the communicator")
    void ofAnotherCommunicator(Ranks ranks) {
        List<Communicator> parts = Flux.range(0, 3)
                .flatMapSequential(rank -> ranks.world(rank).split(rank == 0 ? 1 : 0, 0))
                .collectList()
                .block(TIMEOUT);
        ranks.session(1).close().block(TIMEOUT);

        assertThat(failureOf(parts.get(2).receive(0, TAG)))
                .startsWith(
                        "receive(source 0 (1 in world), tag " + TAG + ", world.split(color 0) as rank 1): rank 1 has");
    }

    @MpiTest(ranks = 2)
    @DisplayName("Reactor's own timeouts name the operation")
    void timeouts(Ranks ranks) throws Exception {
        Communicator world = ranks.world(0);

        assertThat(lateness(clock -> world.receive(1, 77).timeout(HOUR, clock)))
                .contains("Did not observe any item or terminal signal within 3600000ms in 'receive(source 1, tag 77)'"
                        + " (and no fallback has been configured)");
        assertThat(lateness(clock ->
                        world.irecv(room(1), Mpi.ANY_SOURCE, Mpi.ANY_TAG).timeout(HOUR, clock)))
                .contains("in 'irecv(source any, tag any)'");
        assertThat(lateness(clock -> world.issend(ints(1), 1, 77).timeout(HOUR, clock)))
                .contains("'issend(destination 1, tag 77)'");
        assertThat(lateness(clock -> world.mprobe(1, 77).timeout(HOUR, clock))).contains("'mprobe(source 1, tag 77)'");
        assertThat(lateness(
                        clock -> world.receiveStream(Codecs.intValue(), 1, 77).timeout(HOUR, clock)))
                .contains("'receiveStream(source 1, tag 77)'");
        assertThat(lateness(clock ->
                        world.sendStream(Flux.never(), Codecs.intValue(), 1, 77).timeout(HOUR, clock)))
                .contains("'sendStream(destination 1, tag 77)'");
    }

    @MpiTest(ranks = 2)
    @DisplayName("Reactor's own timeouts name a collective operation, which goes on where it has begun")
    void collectiveTimeout(Ranks ranks) throws Exception {
        VirtualTimeScheduler clock = VirtualTimeScheduler.create();
        Recorder<Object> barrier = started(ranks.world(0).barrier().timeout(HOUR, clock));
        // It has begun when it is listed; what is given up before that is without effect on the others.
        assertThat(ranks.pending(0).block(TIMEOUT)).anyMatch(line -> line.startsWith("barrier(world), operation"));
        clock.advanceTimeBy(HOUR);
        assertThat(barrier.await()).asString().contains("'barrier(world)'");
        ranks.world(1).barrier().block(TIMEOUT);
    }

    /** What becomes of an operation that is waited for in vain. */
    private static String lateness(Function<Scheduler, Publisher<?>> operation) throws Exception {
        VirtualTimeScheduler clock = VirtualTimeScheduler.create();
        Recorder<Object> end = started(operation.apply(clock));
        clock.advanceTimeBy(HOUR);
        return end.await().toString();
    }

    @MpiTest(ranks = 1)
    @DisplayName("operations are Scannable by name, also for arguments that are wrong")
    void names(Ranks ranks) {
        Communicator world = ranks.world(0);

        assertThat(Scannable.from(world.irecv(room(1), 0, 7)).name()).isEqualTo("irecv(source 0, tag 7)");
        assertThat(Scannable.from(world.ibsend(ints(1), 0, 7)).name()).isEqualTo("ibsend(destination 0, tag 7)");
        assertThat(Scannable.from(world.iprobe(9, -5)).name()).isEqualTo("iprobe(source 9, tag -5)");
        assertThat(world.improbe(0, 7)).hasToString("improbe(source 0, tag 7)");
    }

    @MpiTest(ranks = 1)
    @DisplayName("a null buffer is an error of the class BUFFER that says so")
    void nullBuffer(Ranks ranks) {
        Communicator world = ranks.world(0);
        Buffer none = Nothing.of(Buffer.class);

        for (Mono<?> operation : List.of(
                world.isend(none, 0, TAG),
                world.issend(none, 0, TAG),
                world.ibsend(none, 0, TAG),
                world.irecv(none, 0, TAG),
                world.isend(none, Mpi.PROC_NULL, TAG),
                world.irecv(none, Mpi.PROC_NULL, TAG),
                world.isendrecv(none, 0, TAG, room(1), 0, TAG),
                world.isendrecvReplace(none, 0, TAG, 0, TAG))) {
            assertThatThrownBy(() -> operation.block(TIMEOUT))
                    .isInstanceOfSatisfying(
                            MpiException.class,
                            error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.BUFFER))
                    .hasMessageContaining("the buffer is null");
        }
    }

    @MpiTest(ranks = 1)
    @DisplayName("an error's text has its class")
    void withClass(Ranks ranks) {
        assertThatThrownBy(() -> ranks.world(0).isend(ints(1), 9, TAG).block())
                .hasToString("org.reactivempi.MpiException [RANK]: destination 9 is outside 0..0");
    }

    /** What a caller gives in spite of the type. */
    private static final class Nothing {

        @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
        static <T> T of(Class<T> type) {
            return type.cast(null);
        }
    }
}
