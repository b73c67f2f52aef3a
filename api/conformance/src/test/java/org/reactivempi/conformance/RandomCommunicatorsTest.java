package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Random programs over several communicators with the same tags: one rank sends, another or the same one receives, so that
 * the rules of matching leave no choice. What each receive gets is compared with a list for each communicator.
 */
class RandomCommunicatorsTest {

    private static final int STEPS = 200;
    private static final int TAGS = 2;

    /** Number {@code number} of all messages, to be received in communicator {@code which}. */
    private record Sent(int which, int tag, int number, int length) {}

    private record Posted(int which, int source, int tag, byte[] room, Request request) {

        boolean matches(Sent message) {
            return which == message.which() && (tag == Mpi.ANY_TAG || tag == message.tag());
        }
    }

    @OnEveryChannel(ranks = 3, settings = "eager-limit-bytes=512", timeoutSeconds = 60)
    @DisplayName("RCV-6, ORD-1, ORD-2, ORD-3 each communicator matches by itself, in random programs over several")
    void randomPrograms(Ranks ranks) {
        for (int seed = 0; seed < 20; seed++) {
            List<Communicator> world = worlds(ranks);
            List<Communicator> reversed = reordered(world, rank -> -rank);
            List<List<Communicator>> all = List.of(world, dup(world), reversed, dup(reversed));
            Random random = new Random(seed);
            run(all, random.nextInt(3), random.nextInt(3), random, "seed " + seed);
            all.subList(1, all.size()).forEach(Family::free);
        }
    }

    private static void run(List<List<Communicator>> all, int from, int to, Random random, String seed) {
        List<Sent> sent = new ArrayList<>();
        List<Posted> posted = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextBoolean()) {
                Sent message = new Sent(
                        random.nextInt(all.size()), random.nextInt(TAGS), sent.size(), 4 + random.nextInt(1000));
                sent.add(message);
                sends.add(send(all.get(message.which()), from, to, message, random.nextInt(4) == 0));
            } else {
                int which = random.nextInt(all.size());
                posted.add(post(all.get(which), which, from, to, random.nextBoolean(), random.nextInt(TAGS + 1) - 1));
            }
        }
        // What is left is received as well, so that all ends well.
        for (int which = 0; which < all.size(); which++) {
            for (Sent message : sent) {
                if (message.which() == which) {
                    posted.add(post(all.get(which), which, from, to, true, Mpi.ANY_TAG));
                }
            }
        }
        compare(sent, posted, all, from, seed);
        sends.forEach(send -> send.completion().block(TIMEOUT));
    }

    private static Request send(List<Communicator> ends, int from, int to, Sent message, boolean synchronous) {
        byte[] payload = Payloads.pattern(message.number(), message.length());
        ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(0, message.number());
        Communicator sender = ends.get(from);
        int destination = ends.get(to).rank();
        Buffer data = Buffers.of(payload);
        Mono<Status> send = synchronous
                ? sender.issend(data, destination, message.tag())
                : sender.isend(data, destination, message.tag());
        return Request.start(send);
    }

    private static Posted post(List<Communicator> ends, int which, int from, int to, boolean anySource, int tag) {
        int source = anySource ? Mpi.ANY_SOURCE : ends.get(from).rank();
        byte[] room = new byte[1004];
        return new Posted(which, source, tag, room, Request.start(ends.get(to).irecv(Buffers.of(room), source, tag)));
    }

    private static void compare(
            List<Sent> sent, List<Posted> posted, List<List<Communicator>> all, int from, String seed) {
        Set<Sent> received = new HashSet<>();
        for (Posted receive : posted) {
            Sent wanted = sent.stream()
                    .filter(message -> receive.matches(message) && !received.contains(message))
                    .findFirst()
                    .orElse(null);
            if (wanted == null) {
                receive.request().cancel();
                assertThat(receive.request().completion().block(TIMEOUT).isCancelled())
                        .as(seed)
                        .isTrue();
                continue;
            }
            received.add(wanted);
            Status status = receive.request().completion().block(TIMEOUT);
            int source = all.get(wanted.which()).get(from).rank();
            assertThat(status).as(seed).isEqualTo(Status.of(source, wanted.tag(), wanted.length()));
            assertThat(ByteBuffer.wrap(receive.room())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getInt(0))
                    .as(seed)
                    .isEqualTo(wanted.number());
        }
        assertThat(received).as(seed).hasSameSizeAs(sent);
    }
}
