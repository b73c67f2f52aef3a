package org.reactivempi.conformance.turned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.turned.Arrivals.pattern;
import static org.reactivempi.conformance.turned.EachTurn.LENGTHS;
import static org.reactivempi.conformance.turned.EachTurn.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Settings;
import org.reactivempi.Status;
import org.reactivempi.conformance.turned.Arrivals.End;
import reactor.core.publisher.Mono;

/** PRB: operations that are cancelled after each turn that the ranks make until they have ended. */
@Tag("once")
class CancelledAtEachTurnTest {

    private static final int TAG = 7;
    private static final Duration LIMIT = Duration.ofSeconds(1);

    // ---- Receives and probes

    @Test
    @DisplayName(
            "PRB-4 PRB-6 RX-5 a receive that is cancelled after any turn has its message, or leaves it: one of them")
    void receives() {
        EachTurn.of(Arrivals.of((one, room) -> one.irecv(room, 0, Mpi.ANY_TAG), End.values()));
    }

    @Test
    @DisplayName("PRB-6 a receive into memory of its own that is cancelled after any turn loses no message")
    void ownedReceives() {
        EachTurn.of(Arrivals.of(
                Arrivals.form(one -> one.receive(0, Mpi.ANY_TAG)), End.CANCEL, End.WITHIN, End.TAKE_UNTIL_ELSEWHERE));
    }

    @Test
    @DisplayName("PRB-6 PRB-3 a matched probe that is cancelled after any turn loses no message")
    void matchedProbes() {
        EachTurn.of(Arrivals.of(
                Arrivals.form(one -> one.mprobe(0, Mpi.ANY_TAG)), End.CANCEL, End.WITHIN, End.TAKE_UNTIL_ELSEWHERE));
    }

    @Test
    @DisplayName("PRB-6 an exchange that only receives and is cancelled after any turn has its message, or leaves it")
    void halfExchanges() {
        EachTurn.of(Arrivals.of(
                (one, room) -> one.isendrecv(Buffers.ints(1), Mpi.PROC_NULL, TAG, room, 0, Mpi.ANY_TAG),
                End.CANCEL,
                End.WITHIN));
    }

    @Test
    @DisplayName(
            "PRB-6 within a limit of time that passes at any moment, one receive after the other: every message, in order")
    void oneAfterTheOther() {
        int late = IntStream.range(0, 40).map(this::receiveAll).sum();
        assertThat(late).isPositive();
    }

    /** Between turns the limit passes now and then; returns how often it has ended a receive. */
    private int receiveAll(int order) {
        int messages = 30;
        try (TurnedWorld world = TurnedWorld.of(2, order, Settings.create().with("eager-limit-bytes", "64"))) {
            Communicator one = world.world(1);
            List<Integer> received = new ArrayList<>();
            int[] late = {0};
            one.within(LIMIT, one.receive(0, Mpi.ANY_TAG))
                    .map(message -> message.status().tag())
                    .onErrorResume(TimeoutException.class, error -> {
                        late[0]++;
                        return Mono.empty();
                    })
                    .repeat(() -> received.size() < messages)
                    .subscribe(received::add);
            for (int number = 0; number < messages; number++) {
                int length = LENGTHS.get(number % LENGTHS.size());
                world.world(0)
                        .isend(Buffers.bytes(pattern(number, length)), 1, number)
                        .subscribe();
            }
            Random chance = new Random(order);
            world.turnUntil(() -> {
                if (chance.nextInt(4) == 0) {
                    world.skip(LIMIT);
                }
                return received.size() == messages;
            });
            assertThat(received)
                    .containsExactlyElementsOf(
                            IntStream.range(0, messages).boxed().toList());
            return late[0];
        }
    }

    // ---- Sends

    @Test
    @DisplayName("PRB-5 RX-5 a send that is cancelled after any turn was received, or ends as cancelled: one of them")
    void sends() {
        List<EachTurn.Scenario> all = new ArrayList<>();
        for (int length : LENGTHS) {
            for (boolean inside : new boolean[] {false, true}) {
                for (boolean receivesFirst : new boolean[] {false, true}) {
                    all.add(world -> new Sent(world, length, inside, receivesFirst));
                }
            }
        }
        EachTurn.of(all);
    }

    /** A synchronous message, and a receive of it. */
    private static final class Sent implements EachTurn.Attempt {

        private final TurnedWorld world;
        private final int length;
        private final boolean inside;
        private final Outcome<Status> send;
        private final Outcome<Message> receive;

        Sent(TurnedWorld world, int length, boolean inside, boolean receivesFirst) {
            this.world = world;
            this.length = length;
            this.inside = inside;
            Mono<Message> receive = world.world(1).receive(0, TAG);
            Mono<Status> send = world.world(0).issend(Buffers.bytes(pattern(0, length)), 1, TAG);
            if (receivesFirst) {
                this.receive = Outcome.of(receive);
                this.send = Outcome.of(send);
            } else {
                this.send = Outcome.of(send);
                this.receive = Outcome.of(receive);
            }
        }

        @Override
        public boolean hasEnded() {
            return send.hasEnded();
        }

        @Override
        public void cancel() {
            if (inside) {
                world.session(0).scheduler().schedule(send::cancel);
            } else {
                send.cancel();
            }
        }

        @Override
        public boolean isCancelled() {
            boolean cancelled = send.signals().equals(List.of(Outcome.CANCELLED));
            if (cancelled) {
                assertThat(receive.signals()).isEmpty();
                receive.cancel();
                world.rest();
                assertThat(receive.signals()).containsExactly(Outcome.CANCELLED);
            } else {
                assertThat(send.signals()).containsExactly(Status.of(0, TAG, length), Outcome.COMPLETE);
                assertThat(receive.signals()).hasSize(2).endsWith(Outcome.COMPLETE);
                assertThat(((Message) receive.signals().get(0)).toByteArray()).isEqualTo(pattern(0, length));
            }
            return cancelled;
        }
    }

    @Test
    @DisplayName(
            "PRB-5 PRB-6 a message that a receive or a probe has left, which was cancelled after any turn, can be taken back by its sender")
    void leftAndTakenBack() {
        List<EachTurn.Scenario> all = new ArrayList<>();
        for (int length : LENGTHS) {
            all.add(world -> new Left(world, length, (one, room) -> one.irecv(room, 0, TAG)));
            all.add(world -> new Left(world, length, Arrivals.form(one -> one.receive(0, TAG))));
            all.add(world -> new Left(world, length, Arrivals.form(one -> one.mprobe(0, TAG))));
        }
        EachTurn.of(all);
    }

    /** A synchronous message, and an operation that may leave it. */
    private static final class Left implements EachTurn.Attempt {

        private final TurnedWorld world;
        private final int length;
        private final Outcome<Status> send;
        private final Outcome<?> operation;

        Left(TurnedWorld world, int length, Arrivals.Form form) {
            this.world = world;
            this.length = length;
            operation = Outcome.of(form.into(world.world(1), Buffers.of(new byte[length])));
            send = Outcome.of(world.world(0).issend(Buffers.bytes(pattern(0, length)), 1, TAG));
        }

        @Override
        public boolean hasEnded() {
            return operation.hasEnded();
        }

        @Override
        public void cancel() {
            operation.cancel();
        }

        @Override
        public boolean isCancelled() {
            boolean cancelled = operation.signals().equals(List.of(Outcome.CANCELLED));
            if (cancelled && !send.hasEnded()) {
                send.cancel();
                world.rest();
                assertThat(send.signals()).containsExactly(Outcome.CANCELLED);
                return true;
            }
            if (cancelled) {
                Message left =
                        Objects.requireNonNull(result(world, world.world(1).receive(0, TAG)));
                assertThat(left.toByteArray()).isEqualTo(pattern(0, length));
            } else if (operation.signals().get(0) instanceof MatchedMessage taken) {
                assertThat(Objects.requireNonNull(result(world, taken.receive()))
                                .toByteArray())
                        .isEqualTo(pattern(0, length));
            }
            world.rest();
            assertThat(send.signals()).containsExactly(Status.of(0, TAG, length), Outcome.COMPLETE);
            return cancelled;
        }
    }

    // ---- Requests

    @Test
    @DisplayName(
            "PRB-6 PER-1 a persistent receive that is cancelled after any turn has its message, or leaves it for its next run")
    void persistent() {
        EachTurn.of(eachLength(length -> world -> {
            byte[] room = new byte[length];
            PersistentRequest receive = world.world(1).recvInit(Buffers.of(room), 0, Mpi.ANY_TAG);
            receive.start();
            for (int number = 0; number < 2; number++) {
                world.world(0)
                        .isend(Buffers.bytes(pattern(number, length)), 1, number)
                        .subscribe();
            }
            return new Requested(receive) {

                @Override
                void check(boolean cancelled) {
                    if (!cancelled) {
                        assertThat(room).isEqualTo(pattern(0, length));
                    }
                    result(world, receive.completion());
                    for (int number = cancelled ? 0 : 1; number < 2; number++) {
                        receive.start();
                        assertThat(result(world, receive.completion())).isEqualTo(Status.of(0, number, length));
                        assertThat(room).isEqualTo(pattern(number, length));
                    }
                    receive.free();
                }
            };
        }));
    }

    @Test
    @DisplayName(
            "PRB-6 PRB-3 a matched message whose receive is cancelled after any turn is received, or stays with its handle")
    void matchedMessages() {
        EachTurn.of(eachLength(length -> world -> {
            world.world(0).isend(Buffers.bytes(pattern(0, length)), 1, 0).subscribe();
            MatchedMessage message =
                    Objects.requireNonNull(result(world, world.world(1).mprobe(0, Mpi.ANY_TAG)));
            byte[] room = new byte[length];
            return new Requested(Request.start(message.receive(Buffers.of(room)))) {

                @Override
                void check(boolean cancelled) {
                    byte[] got = cancelled
                            ? Objects.requireNonNull(result(world, message.receive()))
                                    .toByteArray()
                            : room;
                    assertThat(got).isEqualTo(pattern(0, length));
                }
            };
        }));
    }

    private static List<EachTurn.Scenario> eachLength(Function<Integer, EachTurn.Scenario> scenario) {
        return LENGTHS.stream().map(scenario).toList();
    }

    /** A request that is cancelled. */
    private abstract static class Requested implements EachTurn.Attempt {

        private final Request request;

        Requested(Request request) {
            this.request = request;
        }

        /** What has to be so then. */
        abstract void check(boolean cancelled);

        @Override
        public final boolean hasEnded() {
            return request.isComplete();
        }

        @Override
        public final void cancel() {
            request.cancel();
        }

        @Override
        public final boolean isCancelled() {
            assertThat(request.isComplete()).isTrue();
            boolean cancelled = request.status().orElseThrow().isCancelled();
            check(cancelled);
            return cancelled;
        }
    }

    // ---- Both at once

    @Test
    @DisplayName(
            "PRB-6 an exchange that is cancelled after any turn ends once: complete, or cancelled; no message is lost")
    void exchanges() {
        List<EachTurn.Scenario> all = new ArrayList<>();
        for (int length : LENGTHS) {
            for (boolean inside : new boolean[] {false, true}) {
                for (boolean answersFirst : new boolean[] {false, true}) {
                    all.add(world -> new Exchanged(world, length, inside, answersFirst));
                }
            }
        }
        EachTurn.of(all);
    }

    /** Rank 0 asks and receives at once; rank 1 answers, and receives what it was asked. */
    private static final class Exchanged implements EachTurn.Attempt {

        private static final int ANSWER = 1;

        private final TurnedWorld world;
        private final int length;
        private final boolean inside;
        private final byte[] room;
        private final Outcome<Status> exchange;
        private final Outcome<Status> answer;
        private final Outcome<Message> question;

        Exchanged(TurnedWorld world, int length, boolean inside, boolean answersFirst) {
            this.world = world;
            this.length = length;
            this.inside = inside;
            this.room = new byte[length];
            Mono<Status> answer = world.world(1).issend(Buffers.bytes(pattern(ANSWER, length)), 0, ANSWER);
            Mono<Status> exchange = world.world(0)
                    .isendrecv(Buffers.bytes(pattern(0, length)), 1, TAG, Buffers.of(room), 1, Mpi.ANY_TAG);
            if (answersFirst) {
                this.answer = Outcome.of(answer);
                this.exchange = Outcome.of(exchange);
            } else {
                this.exchange = Outcome.of(exchange);
                this.answer = Outcome.of(answer);
            }
            this.question = Outcome.of(world.world(1).receive(0, TAG));
        }

        @Override
        public boolean hasEnded() {
            return exchange.hasEnded();
        }

        @Override
        public void cancel() {
            if (inside) {
                world.session(0).scheduler().schedule(exchange::cancel);
            } else {
                exchange.cancel();
            }
        }

        @Override
        public boolean isCancelled() {
            Status expected = Status.of(1, ANSWER, length);
            boolean cancelled = exchange.signals().equals(List.of(Outcome.CANCELLED));
            if (cancelled) {
                Message left =
                        Objects.requireNonNull(result(world, world.world(0).receive(1, Mpi.ANY_TAG)));
                assertThat(left.status()).isEqualTo(expected);
            } else {
                assertThat(exchange.signals()).containsExactly(expected, Outcome.COMPLETE);
                assertThat(room).isEqualTo(pattern(ANSWER, length));
            }
            world.rest();
            assertThat(answer.signals()).endsWith(Outcome.COMPLETE);
            assertQuestion(cancelled);
            return cancelled;
        }

        /** Its own message has been received, or was taken back. */
        private void assertQuestion(boolean cancelled) {
            result(world, world.world(0).isend(Buffer.empty(), 1, TAG));
            world.rest();
            Message first = (Message) question.signals().get(0);
            if (first.lengthBytes() == 0) {
                assertThat(cancelled).isTrue();
            } else {
                assertThat(first.toByteArray()).isEqualTo(pattern(0, length));
                Message next =
                        Objects.requireNonNull(result(world, world.world(1).receive(0, TAG)));
                assertThat(next.lengthBytes()).isZero();
            }
        }
    }
}
