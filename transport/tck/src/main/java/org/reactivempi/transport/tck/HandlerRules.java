package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a handler throws costs its link, and nothing else. */
interface HandlerRules {

    /** An exception, or an error. */
    private static void fail(boolean error) {
        if (error) {
            throw new AssertionError("on purpose");
        }
        throw new IllegalStateException("on purpose");
    }

    private static void assertCause(End thrower) throws InterruptedException {
        Optional<Throwable> cause = thrower.awaitClosed();
        assertTrue(
                cause.isPresent() && mentions(cause.get()),
                () -> "onClosed of a handler that threw has the cause " + cause);
    }

    private static boolean mentions(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("on purpose")
                || (cause.getCause() != null && mentions(cause.getCause()));
    }

    @Test
    @DisplayName("CHN-16 onBytes throws: the link ends at both sides, with the cause where it was thrown; others stay")
    default void throwsInOnBytes(World world) throws InterruptedException {
        Pair other = world.pair();
        for (boolean error : new boolean[] {false, true}) {
            Pair pair = world.pair();
            End thrower = pair.acceptor();
            thrower.rank().run(() -> thrower.onBytes(length -> fail(error)));
            pair.connector().rank().run(() -> {
                pair.connector().send(10);
                pair.connector().send(100_000);
            });
            assertCause(thrower);
            pair.connector().awaitClosed();
            other.exchange();
        }
    }

    @Test
    @DisplayName("CHN-16 onOpen throws, at either side: the link ends at both; others stay")
    default void throwsInOnOpen(World world) throws InterruptedException {
        Pair other = world.pair();
        Rank from = other.connector().rank();
        Rank to = other.acceptor().rank();
        for (boolean error : new boolean[] {false, true}) {
            End thrower = from.end();
            from.connect(to.address(), thrower.onOpen(() -> fail(error)));
            assertCause(thrower);
            to.accepted().awaitClosed();

            to.onAccept(end -> end.onOpen(() -> fail(error)));
            from.connect(to.address()).awaitClosed();
            assertCause(to.accepted());
            to.onAccept(end -> {});
            other.exchange();
        }
    }

    @Test
    @DisplayName("CHN-16 onWritable throws: the link ends at both sides; others stay")
    default void throwsInOnWritable(World world) throws InterruptedException {
        Pair other = world.pair();
        Pair pair = world.pair();
        End thrower = pair.connector();
        thrower.rank().run(() -> thrower.onWritable(() -> fail(false)));
        CountDownLatch goOn = pair.acceptor().rank().stop();
        BackPressureRules.fill(thrower);
        goOn.countDown();
        assertCause(thrower);
        pair.acceptor().awaitClosed();
        other.exchange();
    }

    @Test
    @DisplayName("CHN-16 onClosed throws: nobody minds")
    default void throwsInOnClosed(World world) throws InterruptedException {
        Pair other = world.pair();
        Pair pair = world.pair();
        for (End end : pair.ends()) {
            end.rank().run(() -> end.onClosed(() -> fail(false)));
        }
        pair.connector().rank().run(pair.connector()::close);
        pair.connector().awaitClosed();
        pair.acceptor().awaitClosed();

        Rank from = other.connector().rank();
        End refused = from.end();
        from.connect("~", refused.onClosed(() -> fail(false))).awaitClosed();
        other.exchange();
    }
}
