package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.port;
import static org.reactivempi.conformance.port.Names.assertAllFind;
import static org.reactivempi.conformance.port.Names.assertIsAsked;
import static org.reactivempi.conformance.port.Names.assertMeet;
import static org.reactivempi.conformance.port.Names.assertNobodyFinds;
import static org.reactivempi.conformance.port.Names.assertNone;
import static org.reactivempi.conformance.port.Names.awaitNone;
import static org.reactivempi.conformance.port.Names.found;
import static org.reactivempi.conformance.port.Names.isOf;
import static org.reactivempi.conformance.port.Names.ports;
import static org.reactivempi.conformance.port.Names.publish;
import static org.reactivempi.conformance.port.Names.unpublish;
import static org.reactivempi.conformance.port.Names.whileHeld;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.fixtures.Seeds;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Names by which the ranks of a job find each other's ports. */
class NamesTest {

    private static final String NAME = "a service";
    private static final int MOST_CHARACTERS = 255;

    // ---- Within a job

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 each rank publishes a port, all ranks find it and meet there, until its publisher withdraws the name")
    void withinJob(String channel) {
        try (Ranks job = job(channel, 3);
                Ranks stranger = job(channel, 1)) {
            List<Port> open =
                    IntStream.range(0, 3).mapToObj(rank -> port(job, rank)).toList();
            assertNobodyFinds(job, "rank 1");
            for (int rank = 0; rank < 3; rank++) {
                publish(job, rank, "rank " + rank, open.get(rank));
            }
            List<Communicator> selves = onAll(worlds(job), end -> end.split(end.rank(), 0));
            for (int rank = 0; rank < 3; rank++) {
                String name = "rank " + rank;
                assertAllFind(job, name, open.get(rank).name());
                int comes = (rank + 1) % 3;
                assertMeet(
                        selves.subList(rank, rank + 1),
                        open.get(rank),
                        selves.subList(comes, comes + 1),
                        ports(job, comes),
                        name);
            }
            List<Communicator> halves = onAll(worlds(job), end -> end.split(Math.min(end.rank(), 1), 0));
            assertMeet(halves.subList(0, 1), open.get(0), halves.subList(1, 3), ports(job, 1), "rank 0");
            assertNone(ports(stranger, 0), "rank 0");

            for (int rank = 0; rank < 3; rank++) {
                unpublish(job, rank, "rank " + rank);
                assertNobodyFinds(job, "rank " + rank);
                int next = (rank + 1) % 3;
                publish(job, next, "rank " + rank, open.get(next));
                assertAllFind(job, "rank " + rank, open.get(next).name());
            }
            assertMeet(selves.subList(0, 1), open.get(0), selves.subList(1, 2), ports(job, 1), "rank 2");
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a name is published once, and withdrawn by its publisher alone; what is wrong says who has it")
    void refused(String channel) {
        try (Ranks job = job(channel, 3)) {
            for (int owner = 0; owner < 3; owner++) {
                Port port = port(job, owner);
                Port other = port(job, owner);
                publish(job, owner, NAME, port);
                for (int rank = 0; rank < 3; rank++) {
                    String has = "\"" + NAME + "\" is published already, by rank " + owner;
                    assertFails(ports(job, rank).publish(NAME, port), ErrorClass.SERVICE, has);
                    assertFails(ports(job, rank).publish(NAME, other), ErrorClass.SERVICE, has);
                    assertFails(ports(job, rank).unpublish("none"), ErrorClass.SERVICE, "\"none\" is not published");
                    assertNone(ports(job, rank), "none");
                    if (rank != owner) {
                        assertFails(
                                ports(job, rank).unpublish(NAME),
                                ErrorClass.SERVICE,
                                "\"" + NAME + "\" is published by rank " + owner);
                    }
                }
                assertAllFind(job, NAME, port.name());
                unpublish(job, owner, NAME);
                assertFails(ports(job, owner).unpublish(NAME), ErrorClass.SERVICE, "not published");
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 a port may have several names, and its process may publish another one's port; each call is made when it is subscribed")
    void severalNames(String channel) {
        try (Ranks job = job(channel, 2)) {
            Port port = port(job, 0);
            Mono<Void> published = ports(job, 1).publish("one", port.name());
            Mono<Void> withdrawn = ports(job, 1).unpublish("one");
            Mono<String> lookup = ports(job, 0).lookup("one");
            assertNobodyFinds(job, "one");
            publish(job, 0, "two", port);
            for (int round = 0; round < 3; round++) {
                published.block(TIMEOUT);
                assertThat(lookup.block(TIMEOUT)).isEqualTo(port.name());
                assertAllFind(job, "two", port.name());
                withdrawn.block(TIMEOUT);
                assertFails(lookup, ErrorClass.NAME, "one");
            }
        }
    }

    // ---- What is no name, and no port

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a text that is no name is refused for what it is, and does no harm")
    void badNames(String channel) {
        try (Ranks job = job(channel, 2)) {
            Port port = port(job, 0);
            for (int rank = 0; rank < 2; rank++) {
                Ports asked = ports(job, rank);
                Stream.of(
                                "",
                                "a".repeat(MOST_CHARACTERS + 1),
                                "ü".repeat(MOST_CHARACTERS + 1),
                                "a".repeat(100_000),
                                "a\nb",
                                "\t",
                                "a\0",
                                "\u007f",
                                "a\u0085b",
                                "a\ud83d",
                                "\ude00a",
                                "\ude00\ud83d")
                        .forEach(name -> {
                            String length = "of " + name.length() + " characters";
                            assertFails(asked.publish(name, port), ErrorClass.SERVICE, length, "1 to 255");
                            assertFails(asked.unpublish(name), ErrorClass.SERVICE, length, "1 to 255");
                            assertFails(asked.lookup(name), ErrorClass.SERVICE, length, "1 to 255");
                        });
            }
            assertWorks(job);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 names have up to 255 characters of any alphabet, and differ where any of them does")
    void goodNames(String channel) {
        List<String> names = List.of(
                "a",
                "A",
                "a ",
                " ",
                "\u00a0",
                "a".repeat(MOST_CHARACTERS),
                "a".repeat(MOST_CHARACTERS - 1),
                "\u00fc".repeat(MOST_CHARACTERS),
                "\u6f22".repeat(MOST_CHARACTERS),
                "\ud83d\ude00".repeat(MOST_CHARACTERS / 2) + "a",
                // The same to the eye.
                "\u00fc",
                "u\u0308",
                "\uffff",
                "\ufeff",
                "\"{}\\%s$1<a>",
                "rmpi1:1:0:0123456789abcdef:tcp@127.0.0.1:1");
        try (Ranks job = job(channel, 2)) {
            List<Port> open = names.stream()
                    .map(name -> port(job, names.indexOf(name) % 2))
                    .toList();
            for (int i = 0; i < names.size(); i++) {
                publish(job, i % 2, names.get(i), open.get(i));
            }
            for (int i = 0; i < names.size(); i++) {
                assertAllFind(job, names.get(i), open.get(i).name());
                assertFails(ports(job, 0).publish(names.get(i), open.get(i)), ErrorClass.SERVICE, names.get(i));
                assertFails(ports(job, 1).publish(names.get(i), open.get(i)), ErrorClass.SERVICE, names.get(i));
            }
            for (int i = 0; i < names.size(); i++) {
                unpublish(job, i % 2, names.get(i));
                assertNobodyFinds(job, names.get(i));
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 what is no port name can't be published")
    void badPorts(String channel) {
        try (Ranks job = job(channel, 2)) {
            String port = port(job, 1).name();
            for (int rank = 0; rank < 2; rank++) {
                Ports asked = ports(job, rank);
                Stream.of(
                                null,
                                "",
                                "x",
                                "rmpi1:",
                                "rmpi1:1:0:0123456789abcdef:",
                                "rmpi1:1:0:0123456789abcdef:tcp",
                                "rmpi1:-1:0:0123456789abcdef:tcp@127.0.0.1:1",
                                port.replaceFirst("rmpi1", "rmpi2"),
                                port + "\n",
                                " " + port,
                                port + "\u00fc",
                                "a".repeat(Mpi.MAX_PORT_NAME + 1))
                        .forEach(wrong -> assertFails(asked.publish(NAME, wrong), ErrorClass.PORT, "port"));
            }
            assertNobodyFinds(job, NAME);
        }
    }

    // ---- What ends with its port, or with its process

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a name that moves to another port, while the old one is closed, is that of the new one")
    void moves(String channel) {
        try (Ranks job = job(channel, 2)) {
            for (int owner = 0; owner < 2; owner++) {
                for (int round = 0; round < 20; round++) {
                    Port before = port(job, owner);
                    Port after = port(job, owner);
                    publish(job, owner, NAME, before);
                    CompletableFuture<Void> withdrawn =
                            ports(job, owner).unpublish(NAME).toFuture();
                    CompletableFuture<Void> published =
                            ports(job, owner).publish(NAME, after).toFuture();
                    CompletableFuture<Void> closed = before.close().toFuture();
                    CompletableFuture.allOf(withdrawn, published, closed).join();
                    assertAllFind(job, NAME, after.name());
                    after.close().block(TIMEOUT);
                    assertNone(ports(job, owner), NAME);
                }
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 the names of a port go when it is closed, and may be published anew; those of other ports stay")
    void portCloses(String channel) {
        try (Ranks job = job(channel, 3)) {
            for (int owner = 0; owner < 3; owner++) {
                Port port = port(job, owner);
                Port other = port(job, owner);
                int next = (owner + 1) % 3;
                publish(job, owner, "one", port);
                publish(job, owner, "two", port);
                publish(job, owner, "other", other);
                publish(job, next, "next", port(job, next));
                port.close().block(TIMEOUT);
                // What a rank says comes in its order.
                assertNone(ports(job, owner), "one");
                assertNone(ports(job, owner), "two");
                assertNobodyFinds(job, "one");
                assertNobodyFinds(job, "two");
                port.close().block(TIMEOUT);
                assertFails(ports(job, owner).publish("one", port), ErrorClass.PORT, "closed");
                assertNobodyFinds(job, "one");
                assertAllFind(job, "other", other.name());
                publish(job, next, "one", other);
                assertAllFind(job, "one", other.name());
                assertFails(ports(job, owner).unpublish("one"), ErrorClass.SERVICE, "published by rank " + next);
                assertFails(ports(job, owner).unpublish("two"), ErrorClass.SERVICE, "not published");
                unpublish(job, next, "one");
                unpublish(job, next, "next");
                unpublish(job, owner, "other");
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a port that is closed while it is published has no name then")
    void portClosesWhilePublished(String channel) throws InterruptedException {
        try (Ranks job = job(channel, 2).without(Check.BLOCKED_PROGRESS)) {
            for (int owner = 0; owner < 2; owner++) {
                int rank = owner;
                Port port = port(job, rank);
                List<Recorder<Void>> publishing = new ArrayList<>();
                Runnable closesMeanwhile = () -> {
                    publishing.add(started(ports(job, rank).publish(NAME, port)));
                    port.close().block(TIMEOUT);
                };
                if (rank == 0) {
                    closesMeanwhile.run();
                } else {
                    whileHeld(job.session(0), closesMeanwhile);
                }
                if (rank == 0) {
                    assertThat(publishing.get(0).await()).containsExactly("complete");
                } else {
                    assertThat(publishing.get(0).await())
                            .singleElement()
                            .satisfies(failure -> assertIs((Throwable) failure, ErrorClass.PORT, "closed"));
                }
                awaitNone(ports(job, rank), NAME);
                assertNobodyFinds(job, NAME);
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 the names of a rank go with its session, and may be published anew; those of others stay")
    void sessionEnds(String channel) {
        try (Ranks job = job(channel, 3)) {
            publish(job, 1, "one", port(job, 1));
            publish(job, 1, "of two", port(job, 2));
            Port two = port(job, 2);
            publish(job, 2, "two", two);
            Port zero = port(job, 0);
            publish(job, 0, "zero", zero);
            job.session(1).close().block(TIMEOUT);
            assertLeft(job, zero, two);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 the names of a rank go with its process, and may be published anew; those of others stay")
    void publisherIsKilled(String channel) {
        try (Ranks job = job(channel, 3)) {
            publish(job, 1, "one", port(job, 1));
            publish(job, 1, "of two", port(job, 2));
            Port two = port(job, 2);
            publish(job, 2, "two", two);
            Port zero = port(job, 0);
            publish(job, 0, "zero", zero);
            job.abort(1, "killed by the test").block(TIMEOUT);
            assertLeft(job, zero, two);
        }
    }

    /** Of the names of three ranks, those of rank 1 have gone with it. */
    private static void assertLeft(Ranks job, Port zero, Port two) {
        for (int rank = 0; rank < 3; rank += 2) {
            awaitNone(ports(job, rank), "one");
            awaitNone(ports(job, rank), "of two");
            assertThat(found(ports(job, rank), "two")).isEqualTo(two.name());
            assertThat(found(ports(job, rank), "zero")).isEqualTo(zero.name());
        }
        publish(job, 2, "one", two);
        publish(job, 0, "of two", zero);
        for (int rank = 0; rank < 3; rank += 2) {
            assertThat(found(ports(job, rank), "one")).isEqualTo(two.name());
            assertThat(found(ports(job, rank), "of two")).isEqualTo(zero.name());
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 where rank 0 has ended, nobody keeps the names, and each call says so")
    void keeperEnds(String channel) {
        for (boolean killed : new boolean[] {false, true}) {
            try (Ranks job = job(channel, 2)) {
                Port port = port(job, 1);
                publish(job, 1, NAME, port);
                if (killed) {
                    job.abort(0, "killed by the test").block(TIMEOUT);
                } else {
                    job.session(0).close().block(TIMEOUT);
                }
                Ports asked = ports(job, 1);
                assertFails(asked.lookup(NAME), ErrorClass.SERVICE, "can't be reached");
                assertFails(asked.unpublish(NAME), ErrorClass.SERVICE, "can't be reached");
                assertFails(asked.publish("another", port), ErrorClass.SERVICE, "can't be reached");
                port.close().block(TIMEOUT);
            }
        }
    }

    // ---- Cancelled, or too late

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a publish that is cancelled before its answer gives no signal, and leaves no name")
    void cancelledPublish(String channel) {
        try (Ranks job = job(channel, 3).without(Check.BLOCKED_PROGRESS)) {
            Port port = port(job, 1);
            List<Recorder<Void>> publishing = new ArrayList<>();
            whileHeld(job.session(0), () -> {
                publishing.add(started(ports(job, 1).publish(NAME, port)));
                assertIsAsked(job, 1);
                publishing.get(0).cancel();
                assertThat(job.pending(1).block(TIMEOUT)).isEmpty();
            });
            awaitNone(ports(job, 1), NAME);
            awaitNone(ports(job, 2), NAME);
            publish(job, 2, NAME, port);
            Traffic.meet(job);
            assertAllFind(job, NAME, port.name());
            assertThat(publishing.get(0).signals()).isEmpty();
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a publish that is cancelled at any time has published the name and said so, or leaves none")
    void cancelledAtAnyTime(String channel) {
        try (Ranks job = job(channel, 2)) {
            for (int round = 0; round < 200; round++) {
                int rank = round % 2;
                Ports publisher = ports(job, rank);
                Port port = port(job, rank);
                String name = NAME + round;
                Recorder<Void> publishing = started(publisher.publish(name, port));
                if (round % 4 >= 2) {
                    // Its turn has begun.
                    job.pending(rank).block(TIMEOUT);
                }
                publishing.cancel();
                // It may have completed just before, and say so.
                publisher
                        .publish(name, port)
                        .retryWhen(Retry.indefinitely()
                                .filter(has -> isOf(has, ErrorClass.SERVICE)
                                        && publishing.signals().isEmpty()))
                        .onErrorComplete(has -> isOf(has, ErrorClass.SERVICE))
                        .block(TIMEOUT);
                assertAllFind(job, name, port.name());
                publisher.unpublish(name).block(TIMEOUT);
                port.close().block(TIMEOUT);
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a lookup that is cancelled gives no signal; an unpublish that is cancelled goes on")
    void cancelledOthers(String channel) {
        try (Ranks job = job(channel, 3).without(Check.BLOCKED_PROGRESS)) {
            publish(job, 1, NAME, port(job, 1));
            List<Recorder<?>> cancelled = new ArrayList<>();
            whileHeld(job.session(0), () -> {
                cancelled.add(started(ports(job, 1).lookup(NAME)));
                cancelled.add(started(ports(job, 1).lookup("none")));
                assertIsAsked(job, 1);
                cancelled.forEach(Recorder::cancel);
                assertThat(job.pending(1).block(TIMEOUT)).isEmpty();
            });
            assertThat(found(ports(job, 1), NAME)).isNotEmpty();
            whileHeld(job.session(0), () -> {
                cancelled.add(started(ports(job, 1).unpublish(NAME)));
                assertIsAsked(job, 1);
                cancelled.get(2).cancel();
                assertThat(job.pending(1).block(TIMEOUT)).isEmpty();
            });
            // After it, on the same link.
            assertNone(ports(job, 1), NAME);
            assertNobodyFinds(job, NAME);
            assertThat(cancelled).allSatisfy(each -> assertThat(each.signals()).isEmpty());
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 a session that closes ends what it has asked, and asks nothing afterwards")
    void closedSession(String channel) throws InterruptedException {
        try (Ranks job = job(channel, 2).without(Check.BLOCKED_PROGRESS)) {
            Port port = port(job, 1);
            String name = port.name();
            List<Recorder<?>> asked = new ArrayList<>();
            whileHeld(job.session(0), () -> {
                asked.add(started(ports(job, 1).lookup(NAME)));
                asked.add(started(ports(job, 1).publish(NAME, port)));
                asked.add(started(ports(job, 1).unpublish("another")));
                assertIsAsked(job, 1);
                asked.add(started(job.session(1).close()));
                asked.subList(0, 3).forEach(NamesTest::assertSessionIsClosed);
            });
            assertThat(asked.get(3).await()).containsExactly("complete");
            awaitNone(ports(job, 0), NAME);
            assertFails(ports(job, 1).lookup(NAME), ErrorClass.SESSION);
            assertFails(ports(job, 1).publish(NAME, port), ErrorClass.SESSION);
            assertFails(ports(job, 1).publish(NAME, name), ErrorClass.SESSION);
            assertFails(ports(job, 1).unpublish(NAME), ErrorClass.SESSION);
        }
    }

    private static void assertSessionIsClosed(Recorder<?> asked) {
        try {
            assertThat(asked.await())
                    .singleElement()
                    .satisfies(failure -> assertIs((Throwable) failure, ErrorClass.SESSION, "closed"));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- At random

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 ranks publish, withdraw and look up a few names at the same time, and hear what one keeper would say")
    void random(String channel) {
        Seeds.each(6, seed -> {
            try (Ranks job = job(channel, 4)) {
                Asker.assertAgrees(Asker.of(job, false), 100, seed);
            }
        });
    }
}
