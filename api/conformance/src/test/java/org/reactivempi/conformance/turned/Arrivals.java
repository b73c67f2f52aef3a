package org.reactivempi.conformance.turned;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Two messages from rank 0, and an operation of rank 1 that is to get the first of them and may end without it. Then the next receives
 * get what is left, in order, and memory that was given to the operation is the user's again.
 */
final class Arrivals implements EachTurn.Attempt {

    /** A prime, so that no part of a long pattern that is read at a wrong place looks right. */
    private static final int PERIOD = 251;

    private static final byte UNTOUCHED = 0x5A;
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** What rank 1 starts. */
    interface Form {

        /** A {@code Status}, a {@code Message} or a {@code MatchedMessage}; into {@code room} where it is one that takes memory. */
        Mono<?> into(Communicator one, Buffer room);
    }

    /** How an operation ends early. */
    enum End {
        /** Its subscription is cancelled, by another thread. */
        CANCEL,
        /** The same, by its own progress thread. */
        CANCEL_INSIDE,
        /** {@code within} has it cancelled, on the rank's scheduler. */
        WITHIN,
        /** An operator cancels it on the rank's scheduler, after some time. */
        TAKE_UNTIL,
        /** An operator cancels it by another thread. */
        TAKE_UNTIL_ELSEWHERE
    }

    private final TurnedWorld world;
    private final int length;
    private final End end;
    private final byte[] room;
    private final Outcome<Object> outcome;
    private final Sinks.Empty<Void> elsewhere = Sinks.empty();
    private boolean isOver;

    private Arrivals(TurnedWorld world, int length, Form form, End end) {
        this.world = world;
        this.length = length;
        this.end = end;
        this.room = new byte[length];
        use();
        Communicator one = world.world(1);
        this.outcome = start(form.into(one, Buffers.of(room)));
        send(0);
        send(1);
    }

    /** An operation that ends so, for messages of all lengths. */
    static List<EachTurn.Scenario> of(Form form, End... ends) {
        List<EachTurn.Scenario> all = new ArrayList<>();
        for (int length : EachTurn.LENGTHS) {
            for (End end : ends) {
                all.add(world -> new Arrivals(world, length, form, end));
            }
        }
        return all;
    }

    /** Bytes that no other number has. */
    static byte[] pattern(int number, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < Math.min(PERIOD, length); i++) {
            bytes[i] = (byte) (number + i);
        }
        // Thousands of attempts make long ones: byte by byte, that takes a third of their time.
        for (int copied = PERIOD; copied < length; copied += PERIOD) {
            System.arraycopy(bytes, 0, bytes, copied, Math.min(PERIOD, length - copied));
        }
        return bytes;
    }

    /** An operator in between would not have a cancellation answered. */
    @SuppressWarnings("unchecked")
    private Outcome<Object> start(Mono<?> operation) {
        return Outcome.of(limited((Mono<Object>) operation));
    }

    private Mono<Object> limited(Mono<Object> operation) {
        return switch (end) {
            case CANCEL, CANCEL_INSIDE -> operation;
            case WITHIN -> world.world(1).within(LIMIT, operation);
            case TAKE_UNTIL -> operation.takeUntilOther(Mono.delay(LIMIT, scheduler()));
            case TAKE_UNTIL_ELSEWHERE -> operation.takeUntilOther(elsewhere.asMono());
        };
    }

    private Scheduler scheduler() {
        return world.session(1).scheduler();
    }

    /** The tag is the number. */
    private void send(int number) {
        world.world(0).isend(Buffers.bytes(pattern(number, length)), 1, number).subscribe();
    }

    /** The memory is its owner's. */
    private void use() {
        Arrays.fill(room, UNTOUCHED);
    }

    @Override
    public boolean hasEnded() {
        return outcome.hasEnded();
    }

    @Override
    public void cancel() {
        switch (end) {
            case CANCEL -> outcome.cancel();
            case CANCEL_INSIDE -> scheduler().schedule(outcome::cancel);
            case WITHIN, TAKE_UNTIL -> world.skip(LIMIT);
            case TAKE_UNTIL_ELSEWHERE -> elsewhere.tryEmitEmpty();
        }
        isOver = true;
    }

    @Override
    public boolean isCancelled() {
        List<Object> got = new ArrayList<>(outcome.signals());
        got.addAll(outcome.dropped());
        boolean nothing = isNothing(got);
        if (nothing) {
            use();
        } else {
            assertGot(outcome.dropped().isEmpty() ? outcome.signals() : outcome.dropped());
        }
        for (int number = nothing ? 0 : 1; number < 2; number++) {
            assertMessage(receive(), number);
        }
        if (nothing) {
            byte[] untouched = new byte[length];
            Arrays.fill(untouched, UNTOUCHED);
            assertThat(room).as("memory of a receive that has ended").isEqualTo(untouched);
        }
        return nothing;
    }

    private boolean isNothing(List<Object> got) {
        return switch (end) {
            case CANCEL, CANCEL_INSIDE -> got.equals(List.of(Outcome.CANCELLED));
            case WITHIN -> got.size() == 1 && got.get(0) instanceof TimeoutException;
            case TAKE_UNTIL, TAKE_UNTIL_ELSEWHERE -> got.equals(List.of(Outcome.COMPLETE));
        };
    }

    /** One value and its end; or a value that an operator of Reactor has dropped, since the end came first. */
    private void assertGot(List<Object> signals) {
        if (signals == outcome.dropped()) {
            assertThat(end).isEqualTo(End.TAKE_UNTIL_ELSEWHERE);
            assertThat(isOver).isTrue();
            assertThat(outcome.signals()).containsExactly(Outcome.COMPLETE);
            assertThat(signals).hasSize(1);
        } else {
            assertThat(signals).hasSize(2).endsWith(Outcome.COMPLETE);
        }
        Object result = signals.get(0);
        if (result instanceof Status status) {
            assertThat(status).isEqualTo(Status.of(0, 0, length));
            assertThat(room).isEqualTo(pattern(0, length));
        } else {
            assertMessage(message(result), 0);
        }
    }

    private Message message(Object result) {
        return result instanceof MatchedMessage taken
                ? Objects.requireNonNull(EachTurn.result(world, taken.receive()))
                : (Message) result;
    }

    private Message receive() {
        return Objects.requireNonNull(EachTurn.result(world, world.world(1).receive(0, Mpi.ANY_TAG)));
    }

    private void assertMessage(Message message, int number) {
        assertThat(message.status()).isEqualTo(Status.of(0, number, length));
        assertThat(ByteBuffer.wrap(message.toByteArray())).isEqualTo(ByteBuffer.wrap(pattern(number, length)));
    }

    static Form form(Function<Communicator, Mono<?>> withoutMemory) {
        return (one, room) -> withoutMemory.apply(one);
    }
}
