package org.reactivempi.transport.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Links come and go as they like. */
interface ReconnectRules {

    @Test
    @DisplayName("CHN-21 a link that has ended can be followed by a new one at once, many in a row, from either side")
    default void manyInARow(World world) throws InterruptedException {
        Random random = new Random(21);
        for (int turn = 0; turn < 60; turn++) {
            int side = random.nextInt(2);
            Pair pair = world.pair(world.rank(side), world.rank(1 - side));
            pair.exchange();
            End closing = pair.ends().get(random.nextInt(2));
            closing.rank().run(closing::close);
            (random.nextBoolean() ? closing : pair.other(closing)).awaitClosed();
        }
    }

    @Test
    @DisplayName("CHN-21 onClosed may connect anew")
    default void reconnectsInOnClosed(World world) throws InterruptedException {
        Pair first = world.pair();
        Rank from = first.connector().rank();
        End second = from.end();
        from.run(() -> first.connector()
                .onClosed(() -> from.endpoint().connect(first.acceptor().rank().address(), second)));
        first.acceptor().rank().run(first.acceptor()::close);
        new Pair(second.awaitOpen(), first.acceptor().rank().accepted()).exchange();
    }

    @Test
    @DisplayName("CHN-22 two ranks that connect to each other at once get two links, which both work")
    default void bothAtOnce(World world) throws InterruptedException {
        Rank zero = world.rank(0);
        Rank one = world.rank(1);
        for (int turn = 0; turn < 20; turn++) {
            End there = zero.end();
            End back = one.end();
            zero.loop().execute(() -> zero.endpoint().connect(one.address(), there));
            one.loop().execute(() -> one.endpoint().connect(zero.address(), back));
            Pair first = new Pair(there.awaitOpen(), one.accepted());
            Pair second = new Pair(back.awaitOpen(), zero.accepted());
            first.exchange();
            second.exchange();
            for (Pair pair : List.of(first, second)) {
                pair.connector().rank().run(pair.connector()::close);
                pair.acceptor().awaitClosed();
            }
        }
    }

    @Test
    @DisplayName("CHN-22 many links between two ranks, and links to many ranks, work side by side")
    default void manyLinks(World world) throws InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pairs.add(world.pair());
            pairs.add(world.pair(world.rank(0), world.rank(i + 2)));
        }
        Random random = new Random(22);
        for (int i = 0; i < 500; i++) {
            End end = pairs.get(random.nextInt(pairs.size())).ends().get(random.nextInt(2));
            int length = Lengths.any(random, 64 * Lengths.KIB);
            end.rank().loop().execute(() -> end.send(length));
        }
        for (Pair pair : pairs) {
            for (End end : pair.ends()) {
                end.rank().run(() -> {});
            }
            pair.awaitAll();
        }
    }
}
