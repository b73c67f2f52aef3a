package org.reactivempi.conformance.turned;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.engine.event.CreditBalance;
import reactor.core.publisher.Mono;

/**
 * An attempt to end something early, once after each turn that two ranks make until it has ended by itself, in several orders of turns: every
 * moment there is, and the same ones each time.
 *
 * <pre>
 *  order 1:  begin | cancel          begin, turn | cancel          begin, turn, turn | cancel    ...    begin, turn, turn, turn, ended
 *  order 2:  ...
 * </pre>
 */
final class EachTurn {

    /** Shorter than the limit of eager messages, in one piece, and in several, which take several turns to arrive. */
    static final List<Integer> LENGTHS = List.of(16, 2_000, 140_000);

    private static final int EAGER_LIMIT_BYTES = 64;
    private static final int ORDERS = 4;

    /** What two ranks do. */
    interface Scenario {

        /** Starts it, on ranks that may have met before. */
        Attempt begin(TurnedWorld world);
    }

    /** What has begun. */
    interface Attempt {

        /** Whether it has ended by itself. */
        boolean hasEnded();

        /** Ends it early, in no turn: as another thread does. */
        void cancel();

        /** When all ranks rest: whether it has ended early. Fails unless that is all that has happened, or the other all. */
        boolean isCancelled();
    }

    /** How often an attempt has ended early, and how often by itself. */
    private int cancelled;

    private int completed;

    private EachTurn() {}

    /** Every moment of a scenario; some of them end it early, and some come too late. */
    static void of(List<Scenario> scenarios) {
        EachTurn all = new EachTurn();
        for (Scenario scenario : scenarios) {
            for (int order = 0; order < ORDERS; order++) {
                all.sweep(scenario, order);
            }
        }
        assertThat(all.cancelled).as("ended early").isPositive();
        assertThat(all.completed).as("ended by itself").isPositive();
    }

    private void sweep(Scenario scenario, int order) {
        boolean ended = false;
        for (int turns = 0; !ended; turns++) {
            try (TurnedWorld world = world(order)) {
                ended = attempt(scenario, world, order, turns);
                assertNothingIsLeft(world);
            } catch (Throwable failure) {
                throw new AssertionError("order " + order + ", cancelled after " + turns + " turns", failure);
            }
        }
    }

    /** Every second one has its connections. */
    private static TurnedWorld world(int order) {
        TurnedWorld world = TurnedWorld.of(
                2, order, Settings.create().with("eager-limit-bytes", Integer.toString(EAGER_LIMIT_BYTES)));
        if (order % 2 == 0) {
            world.world(0).barrier().subscribe();
            result(world, world.world(1).barrier());
            world.rest();
        }
        return world;
    }

    /** Whether it has ended before its moment. */
    private boolean attempt(Scenario scenario, TurnedWorld world, int order, int turns) {
        Attempt attempt = scenario.begin(world);
        Random chance = new Random(order);
        for (int turn = 0; turn < turns && !attempt.hasEnded(); turn++) {
            if (!turn(world, order, chance)) {
                throw new AssertionError("it neither ends, nor goes on");
            }
        }
        boolean ended = attempt.hasEnded();
        if (!ended) {
            attempt.cancel();
        }
        world.rest();
        if (attempt.isCancelled()) {
            assertThat(ended).as("ended before it was cancelled").isFalse();
            cancelled++;
        } else {
            completed++;
        }
        return ended;
    }

    /** Half of the orders have the shortest turns there are, the others some of them and some longer ones. */
    private static boolean turn(TurnedWorld world, int order, Random chance) {
        List<Integer> ready = world.ready();
        if (ready.isEmpty()) {
            return false;
        }
        boolean isShort = order % 4 < 2 || chance.nextBoolean();
        world.turn(ready.get(chance.nextInt(ready.size())), isShort ? 1 : Integer.MAX_VALUE);
        return true;
    }

    /** What an operation gives, without any time that passes. */
    static <T> T result(TurnedWorld world, Mono<T> operation) {
        AtomicReference<@Nullable T> given = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        boolean[] ended = {false};
        operation.subscribe(given::set, failure::set, () -> ended[0] = true);
        while (!ended[0] && failure.get() == null && world.step()) {
            // The ranks go on.
        }
        assertThat(failure.get()).isNull();
        assertThat(ended[0])
                .as("it ends, and nothing is lost that it waits for")
                .isTrue();
        return given.get();
    }

    private static void assertNothingIsLeft(TurnedWorld world) {
        world.rest();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(Objects.requireNonNull(result(world, world.session(rank).pending())))
                    .as("operations of rank %d", rank)
                    .isEmpty();
            assertThat(Objects.requireNonNull(result(world, world.session(rank).unreceived())))
                    .as("messages at rank %d", rank)
                    .isEmpty();
        }
        assertCredit(world, 0, 1);
        assertCredit(world, 1, 0);
    }

    private static void assertCredit(TurnedWorld world, int from, int to) {
        CreditBalance gives = balance(world, to, from);
        CreditBalance has = balance(world, from, to);
        if (gives == null || has == null) {
            return;
        }
        assertThat(gives.roomBytes() + gives.unreturnedBytes())
                .as("credit that rank %d gives", to)
                .isEqualTo(gives.windowBytes());
        assertThat(has.creditBytes()).as("credit that rank %d has", from).isEqualTo(gives.roomBytes());
        assertThat(has.unanswered()).as("sends that wait for an answer").isZero();
        assertThat(gives.withdrawable()).as("messages that may be taken back").isZero();
    }

    /** Null where the ranks have not met. */
    private static @Nullable CreditBalance balance(TurnedWorld world, int rank, int peer) {
        return Objects.requireNonNull(result(world, world.session(rank).balances())).stream()
                .filter(balance -> balance.peer() == peer)
                .findFirst()
                .orElse(null);
    }
}
