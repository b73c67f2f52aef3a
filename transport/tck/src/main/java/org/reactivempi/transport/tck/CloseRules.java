package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** An orderly end loses nothing, and each side hears of it once. */
interface CloseRules {

    @RepeatedTest(4)
    @DisplayName(
            "CHN-8 all that was written before the close arrives, also what was not flushed; both hear of an orderly end")
    default void closeDelivers(World world, RepetitionInfo repetition) throws InterruptedException {
        Pair pair = world.pair();
        int side = repetition.getCurrentRepetition() % 2;
        End closing = pair.ends().get(side);
        int length = repetition.getCurrentRepetition() > 2 ? 8 * Lengths.MIB : 100;
        closing.rank().run(() -> {
            closing.write(length);
            closing.flush();
            closing.write(length);
            closing.close();
        });
        pair.other(closing).awaitBytes(closing.written());
        assertOrderlyEnd(pair);
    }

    private static void assertOrderlyEnd(Pair pair) throws InterruptedException {
        for (End end : pair.ends()) {
            assertEquals(Optional.empty(), end.awaitClosed(), "cause of the end");
        }
    }

    @Test
    @DisplayName("CHN-8 a close at once, and a second one, from either side")
    default void closeAtOnce(World world) throws InterruptedException {
        for (int turn = 0; turn < 20; turn++) {
            Pair pair = world.pair();
            End closing = pair.ends().get(turn % 2);
            closing.rank().run(() -> {
                closing.close();
                closing.close();
            });
            assertOrderlyEnd(pair);
            closing.rank().run(closing::close);
        }
    }

    @Test
    @DisplayName("CHN-8 a full link that is closed delivers all that it has, as soon as its peer reads again")
    default void closeFullLink(World world) throws InterruptedException {
        Pair pair = world.pair();
        var goOn = pair.acceptor().rank().stop();
        BackPressureRules.fill(pair.connector());
        pair.connector().rank().run(pair.connector()::close);
        goOn.countDown();
        pair.awaitAll();
        assertOrderlyEnd(pair);
    }

    @RepeatedTest(5)
    @DisplayName("CHN-9 an end that closes while the other still writes loses nothing of its own")
    default void closeAgainstTraffic(World world, RepetitionInfo repetition) throws InterruptedException {
        Random random = new Random(repetition.getCurrentRepetition());
        Pair pair = world.pair();
        new Pump(pair.acceptor(), Long.MAX_VALUE / 2, 10_000).start();
        End closing = pair.connector();
        closing.awaitBytes(1 + random.nextInt(Lengths.MIB));
        closing.rank().run(() -> {
            closing.write(2 * Lengths.MIB);
            closing.close();
        });
        pair.acceptor().awaitBytes(closing.written());
        pair.acceptor().awaitClosed();
        closing.awaitClosed();
    }

    @RepeatedTest(5)
    @DisplayName("CHN-9 both close at once, with bytes on their way: each hears of the end, once")
    default void bothClose(World world, RepetitionInfo repetition) throws InterruptedException {
        Random random = new Random(repetition.getCurrentRepetition());
        Pair pair = world.pair();
        int length = Lengths.any(random, Lengths.MIB);
        for (End end : pair.ends()) {
            end.rank().loop().execute(() -> {
                end.write(length);
                end.close();
            });
        }
        for (End end : pair.ends()) {
            end.awaitClosed();
        }
    }

    @Test
    @DisplayName("CHN-10 a closed link releases what it is given, gives room, and bears every other call")
    default void callsAfterClose(World world) throws InterruptedException {
        Pair pair = world.pair();
        for (End end : pair.ends()) {
            end.rank().run(() -> {
                end.close();
                useClosed(end);
            });
        }
        for (End end : pair.ends()) {
            end.awaitClosed();
            end.rank().run(() -> useClosed(end));
        }
    }

    private static void useClosed(End end) {
        end.write(100);
        end.flush();
        ByteBuf room = end.room(10, 100);
        end.fill(room, 10);
        end.write(room);
        end.room(10, 10).release();
        end.flush();
        end.isWritable();
        end.close();
        assertNotNull(end.remote());
    }

    @Test
    @DisplayName("CHN-11 a link may be closed from within onOpen, by either side")
    default void closeInOnOpen(World world) throws InterruptedException {
        Rank from = world.rank(0);
        Rank to = world.rank(1);
        End connector = from.end();
        from.connect(to.address(), connector.onOpen(connector::close));
        connector.awaitClosed();

        to.onAccept(end -> end.onOpen(end::close));
        from.connect(to.address()).awaitClosed();
    }

    @Test
    @DisplayName("CHN-11 a link may be closed from within onBytes; what was written there before arrives")
    default void closeInOnBytes(World world) throws InterruptedException {
        Pair pair = world.pair();
        End closing = pair.acceptor();
        closing.rank()
                .run(() -> closing.onBytes(length -> {
                    if (closing.written() == 0) {
                        closing.write(10_000);
                        closing.close();
                    }
                }));
        pair.connector().rank().run(() -> pair.connector().send(3 * Lengths.MIB));
        pair.connector().awaitBytes(10_000);
        pair.connector().awaitClosed();
        closing.awaitClosed();
    }

    @Test
    @DisplayName("CHN-11 a link may be closed from within onWritable")
    default void closeInOnWritable(World world) throws InterruptedException {
        Pair pair = world.pair();
        End closing = pair.connector();
        closing.rank().run(() -> closing.onWritable(closing::close));
        var goOn = pair.acceptor().rank().stop();
        BackPressureRules.fill(closing);
        goOn.countDown();
        closing.awaitClosed();
        pair.acceptor().awaitClosed();
        pair.awaitAll();
    }
}
