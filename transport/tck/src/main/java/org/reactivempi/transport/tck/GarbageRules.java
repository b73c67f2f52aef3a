package org.reactivempi.transport.tck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An endpoint that strangers can reach survives whatever they send. */
interface GarbageRules {

    /** The channel's strangers, if there can be any. */
    @Nullable
    Stranger stranger();

    @Test
    @DisplayName("CHN-15 whatever strangers send, links stay, and real peers are accepted afterwards")
    default void garbage(World world) throws InterruptedException {
        Stranger stranger = stranger();
        Assumptions.assumeTrue(stranger != null, "no stranger can reach this channel");
        Pair before = world.pair();
        Rank attacked = before.acceptor().rank();
        // Answers, so that it does not matter which of its ends is the real peer's.
        attacked.onAccept(end -> end.takesAnything().onBytes(end::send));
        for (byte[] garbage : garbage()) {
            try {
                stranger.send(attacked.address(), garbage);
            } catch (IOException refused) {
                // As it should be.
            }
            before.exchange();
        }
        End peer = world.rank(2).connect(attacked.address()).awaitOpen();
        peer.rank().run(() -> peer.send(10));
        peer.awaitBytes(10);
    }

    private static List<byte[]> garbage() {
        List<byte[]> garbage = new ArrayList<>();
        garbage.add(new byte[0]);
        garbage.add("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        garbage.add(new byte[100_000]);
        Random random = new Random(15);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[Lengths.any(random, 10_000)];
            random.nextBytes(bytes);
            garbage.add(bytes);
        }
        return garbage;
    }
}
