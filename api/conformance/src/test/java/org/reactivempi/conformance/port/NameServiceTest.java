package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.SECRET;
import static org.reactivempi.conformance.port.Jobs.accepted;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.both;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.port;
import static org.reactivempi.conformance.port.Names.assertAllFind;
import static org.reactivempi.conformance.port.Names.assertIsAsked;
import static org.reactivempi.conformance.port.Names.assertMeet;
import static org.reactivempi.conformance.port.Names.assertNobodyFinds;
import static org.reactivempi.conformance.port.Names.assertNone;
import static org.reactivempi.conformance.port.Names.awaitNone;
import static org.reactivempi.conformance.port.Names.found;
import static org.reactivempi.conformance.port.Names.inWords;
import static org.reactivempi.conformance.port.Names.ports;
import static org.reactivempi.conformance.port.Names.publish;
import static org.reactivempi.conformance.port.Names.publishWhenWithdrawn;
import static org.reactivempi.conformance.port.Names.unpublish;
import static org.reactivempi.conformance.port.Names.whileHeld;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivempi.transport.fixtures.Seeds;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Names by which jobs find each other's ports, at a service of names. */
class NameServiceTest {

    private static final String NAME = "a service";
    /** For those that nobody answers. */
    private static final Duration SHORT = Duration.ofMillis(300);

    /** Names are asked for over TCP, ports are met at over this channel. */
    private static Settings asking(String channel, NameServer server) {
        return server.of(Jobs.settings(channel.equals("tcp") ? channel : channel + ",tcp"));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 what a job publishes at a name service another one finds, which meets it there")
    void betweenJobs(String channel) {
        try (NameServer server = NameServer.started();
                Ranks service = Ranks.start(2, asking(channel, server));
                Ranks client = Ranks.start(3, asking(channel, server));
                Ranks stranger = job(channel, 1)) {
            assertNobodyFinds(client, NAME);
            Port port = port(service, 1);
            publish(service, 1, NAME, port);
            assertAllFind(service, NAME, port.name());
            assertAllFind(client, NAME, port.name());
            assertThat(found(server.session().ports(), NAME)).isEqualTo(port.name());
            assertNone(ports(stranger, 0), NAME);
            CompletableFuture<List<Intercommunicator>> accepting = accepted(worlds(service), port, 1);
            List<Intercommunicator> came = get(connected(worlds(client), found(ports(client, 2), NAME), 2));
            List<Intercommunicator> ends = both(get(accepting), came);
            assertAllTalk(ends, 1);

            String has = "published already, by " + inWords(port);
            for (int rank = 0; rank < 3; rank++) {
                assertFails(ports(client, rank).publish(NAME, port), ErrorClass.SERVICE, has);
                assertFails(ports(client, rank).unpublish(NAME), ErrorClass.SERVICE, "published by " + inWords(port));
                assertFails(ports(client, rank).unpublish("none"), ErrorClass.SERVICE, "not published");
                assertNone(ports(client, rank), "none");
            }
            assertFails(ports(service, 0).publish(NAME, port), ErrorClass.SERVICE, has);
            assertFails(ports(service, 0).unpublish(NAME), ErrorClass.SERVICE, "published by");
            disconnect(ends);

            unpublish(service, 1, NAME);
            assertNobodyFinds(client, NAME);
            assertNobodyFinds(service, NAME);
            Port next = port(client, 2);
            publish(client, 2, NAME, next);
            assertAllFind(service, NAME, next.name());
            assertFails(ports(service, 1).publish(NAME, port), ErrorClass.SERVICE, "by " + inWords(next));
        }
    }

    @Test
    @DisplayName(
            "DPM-5 the name service is a job as others are: what it publishes itself others find, and its ranks ask it, too")
    void namesOfTheServer() {
        String zero = FreePorts.address();
        String one = FreePorts.address();
        // The kit's ranks check their collective operations: both jobs have to.
        Settings settings = Settings.create()
                .with("check-collectives", "on")
                .peers(zero + "," + one)
                .secret(NameServer.OWN_SECRET)
                .portSecret(SECRET);
        List<Session> server = Flux.range(0, 2)
                .flatMapSequential(rank -> Session.start(
                        rank == 0 ? settings.rank(0) : settings.rank(1).with("name-service", zero + "," + one)))
                .collectList()
                .block(TIMEOUT);
        try (Ranks client = Ranks.start(1, Jobs.settings("tcp").with("name-service", zero + "," + one))) {
            List<Communicator> selves = onAll(
                    server, session -> session.world().split(session.world().rank(), 0));
            for (int rank = 0; rank < 2; rank++) {
                Port port = server.get(rank).ports().open().block(TIMEOUT);
                server.get(rank).ports().publish(NAME, port).block(TIMEOUT);
                assertAllFind(client, NAME, port.name());
                assertThat(found(server.get(1 - rank).ports(), NAME)).isEqualTo(port.name());
                assertFails(ports(client, 0).publish(NAME, port), ErrorClass.SERVICE, "by " + inWords(port));
                assertFails(server.get(1 - rank).ports().publish(NAME, port), ErrorClass.SERVICE, "by rank " + rank);
                assertMeet(selves.subList(rank, rank + 1), port, worlds(client), ports(client, 0), NAME);
                server.get(rank).ports().unpublish(NAME).block(TIMEOUT);
                assertNobodyFinds(client, NAME);
            }
        } finally {
            Flux.fromIterable(server).flatMap(Session::close).blockLast(TIMEOUT);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-5 the names of a job go when it ends, or is lost, and may be published anew by another one")
    void jobEnds(String channel) {
        try (NameServer server = NameServer.started();
                Ranks client = Ranks.start(2, asking(channel, server))) {
            Port stays = port(client, 1);
            publish(client, 1, "stays", stays);
            for (int round = 0; round < 4; round++) {
                try (Ranks service = Ranks.start(2, asking(channel, server))) {
                    publish(service, 0, "zero", port(service, 0));
                    publish(service, 1, "one", port(service, 1));
                    assertAllFind(client, "one", found(ports(service, 0), "one"));
                    if (round % 2 == 1) {
                        service.abort(1, "killed by the test").block(TIMEOUT);
                        awaitNone(ports(client, 0), "one");
                        assertThat(found(ports(client, 0), "zero")).isNotEmpty();
                        service.abort(0, "killed by the test").block(TIMEOUT);
                    }
                }
                awaitNone(ports(client, 0), "zero");
                awaitNone(ports(client, 1), "one");
                assertAllFind(client, "stays", stays.name());
            }
            publish(client, 0, "one", stays);
            server.awaitLinks(2);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 the names of a port go when it is closed, also while it is published, and may be published anew at once")
    void portClosesFar(String channel) throws InterruptedException {
        try (NameServer server = NameServer.started();
                Ranks service = Ranks.start(1, asking(channel, server));
                Ranks client = Ranks.start(1, asking(channel, server))) {
            Ports publisher = ports(service, 0);
            for (int round = 0; round < 30; round++) {
                Port port = port(service, 0);
                Port next = port(service, 0);
                publisher.publish("one", port).block(TIMEOUT);
                publisher.publish("two", port).block(TIMEOUT);
                port.close().block(TIMEOUT);
                publisher.publish("one", next).block(TIMEOUT);
                assertNone(publisher, "two");
                assertNone(ports(client, 0), "two");
                assertThat(found(ports(client, 0), "one")).isEqualTo(next.name());
                Recorder<Void> publishing = started(publisher.publish("two", next));
                next.close().block(TIMEOUT);
                publishing.await();
                awaitNone(publisher, "one");
                awaitNone(publisher, "two");
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5, DPM-15 asked again and again, in turn and at the same time, a name service has no more links and numbers")
    void askedAgainAndAgain(String channel) {
        try (NameServer server = NameServer.started();
                Ranks service = Ranks.start(2, asking(channel, server));
                Ranks client = Ranks.start(2, asking(channel, server))) {
            Port port = port(service, 1);
            publish(service, 1, NAME, port);
            askInTurn(client, port, 10);
            server.awaitLinks(1);
            int first = mostNumber(server, client, port);
            askInTurn(client, port, 200);
            server.awaitLinks(1);
            assertThat(mostNumber(server, client, port)).isLessThanOrEqualTo(first);

            Traffic.onThreads(2, rank -> {
                for (int round = 0; round < 200; round++) {
                    assertThat(found(ports(client, rank), NAME)).isEqualTo(port.name());
                    assertNone(ports(client, rank), "none");
                }
            });
            Ports asked = ports(client, 0);
            assertThat(Flux.range(0, 200)
                            .flatMap(i -> asked.lookup(NAME), 200)
                            .distinct()
                            .collectList()
                            .block(TIMEOUT))
                    .containsExactly(port.name());
            server.awaitLinks(1);
            assertThat(mostNumber(server, client, port)).isLessThanOrEqualTo(first);
            for (int rank = 0; rank < 2; rank++) {
                CoreSession session = (CoreSession) client.session(rank);
                Mono.defer(session::links)
                        .repeat()
                        .filter(links -> links.keySet().stream().allMatch(peer -> peer < client.size()))
                        .next()
                        .block(TIMEOUT);
            }
        }
    }

    private static void askInTurn(Ranks client, Port port, int times) {
        for (int round = 0; round < times; round++) {
            assertAllFind(client, NAME, port.name());
        }
    }

    /** The highest number that the server has when both ranks of a job have a name there. */
    private static int mostNumber(NameServer server, Ranks client, Port port) {
        publish(client, 0, "zero", port);
        publish(client, 1, "one", port);
        int most = server.mostNumber();
        unpublish(client, 0, "zero");
        unpublish(client, 1, "one");
        return most;
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 ranks of several jobs publish, withdraw and look up at the same time, and hear what one keeper would say")
    void randomBetweenJobs(String channel) {
        try (NameServer server = NameServer.started()) {
            Seeds.each(3, seed -> {
                try (Ranks one = Ranks.start(2, asking(channel, server));
                        Ranks other = Ranks.start(2, asking(channel, server))) {
                    Asker.assertAgrees(both(Asker.of(one, true), Asker.of(other, true)), 60, seed);
                }
            });
        }
    }

    @Test
    @DisplayName(
            "DPM-5 a job without the secret of the name service is refused there, and the next one with it is served")
    void wrongSecret() {
        try (NameServer server = NameServer.started();
                Ranks stranger = Ranks.start(
                        2,
                        server.of(Jobs.onLoopback("tcp"))
                                .portSecret("another secret than the one of the service, as long as that"));
                Ranks friend = Ranks.start(1, asking("tcp", server))) {
            Port port = port(friend, 0);
            publish(friend, 0, NAME, port);
            for (int rank = 0; rank < 2; rank++) {
                Ports asked = ports(stranger, rank);
                String own = port(stranger, rank).name();
                for (Mono<?> call : List.of(asked.lookup(NAME), asked.publish("own", own), asked.unpublish(NAME))) {
                    assertFails(call, ErrorClass.SERVICE, "does not let this rank in");
                    assertThat(call.then(Mono.<Throwable>empty())
                                    .onErrorResume(Mono::just)
                                    .block(TIMEOUT))
                            .message()
                            .doesNotContain(SECRET);
                }
            }
            assertThat(found(ports(friend, 0), NAME)).isEqualTo(port.name());
            assertNone(ports(friend, 0), "own");
            assertWorks(stranger);
        }
    }

    @Test
    @DisplayName("DPM-5 without a secret of ports a name service can't be asked, which a session says when it starts")
    void noSecret() {
        Settings settings = Jobs.onLoopback("tcp").with("name-service", "127.0.0.1:7000");
        assertFails(
                Session.start(settings),
                ErrorClass.ARG,
                "reactivempi.name-service is 127.0.0.1:7000",
                "without a port-secret");
        assertFails(
                Session.start(settings.peers(FreePorts.address()).rank(0).secret(NameServer.OWN_SECRET)),
                ErrorClass.ARG,
                "reactivempi.name-service is 127.0.0.1:7000",
                "without a port-secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "here:", ":7000", "here:0", "here:65536", "here:7000,here:7000"})
    @DisplayName("DPM-5 a name service whose address is none is refused with what is allowed")
    void wrongAddress(String address) {
        assertFails(
                Session.start(Jobs.settings("tcp").with("name-service", address)),
                ErrorClass.ARG,
                "reactivempi.name-service is " + address,
                "HOST:PORT");
    }

    @Test
    @DisplayName("DPM-5 a name service that is not there, that serves none, or that is another one, can't be reached")
    void notThere() {
        try (NameServer server = NameServer.started();
                NameServer withoutSecret = NameServer.withoutSecret()) {
            String port = server.address().substring(server.address().indexOf(':'));
            for (String wrong : List.of(
                    FreePorts.address(),
                    withoutSecret.address(),
                    // The same place, but another list.
                    "127.0.0.2" + port,
                    server.address() + "," + FreePorts.address(),
                    // No host has such a name.
                    "a".repeat(64) + ":7000")) {
                try (Ranks client = Ranks.start(
                        1, Jobs.settings("tcp").with("name-service", wrong).connectTimeout(SHORT))) {
                    Port own = port(client, 0);
                    Ports asked = ports(client, 0);
                    assertFails(asked.lookup(NAME), ErrorClass.SERVICE, "who keeps the names can't be reached");
                    assertFails(asked.publish(NAME, own), ErrorClass.SERVICE, "who keeps the names can't be reached");
                    assertFails(asked.unpublish(NAME), ErrorClass.SERVICE, "who keeps the names can't be reached");
                    own.close().block(TIMEOUT);
                    assertWorks(client);
                }
            }
        }
    }

    @Test
    @DisplayName("DPM-5 a job whose channels don't reach the name service is told so")
    void otherChannel() {
        try (NameServer server = NameServer.started();
                Ranks client = Ranks.start(1, server.of(Jobs.settings("local")).connectTimeout(SHORT))) {
            assertFails(ports(client, 0).lookup(NAME), ErrorClass.SERVICE, "can't be reached");
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-5 a name service that ends, or is lost, takes the names with it; started again it serves those that it served before")
    void serverStartsAgain(String channel) {
        try (NameServer server = NameServer.started();
                Ranks service = Ranks.start(1, asking(channel, server));
                Ranks client = Ranks.start(2, asking(channel, server));
                Ranks hasty = Ranks.start(1, asking(channel, server).connectTimeout(SHORT))) {
            for (int round = 0; round < 4; round++) {
                Port port = port(service, 0);
                Port kept = port(service, 0);
                publish(service, 0, "kept", kept);
                publish(service, 0, NAME, port);
                assertAllFind(client, NAME, port.name());
                if (round % 2 == 0) {
                    server.session().close().block(TIMEOUT);
                } else {
                    server.kill();
                }
                assertFails(ports(hasty, 0).lookup(NAME), ErrorClass.SERVICE, "can't be reached");
                server.restarted();
                assertNobodyFinds(client, NAME);
                assertNone(ports(service, 0), NAME);
                assertFails(ports(service, 0).unpublish(NAME), ErrorClass.SERVICE, "not published");
                publish(client, 1, NAME, kept);
                assertAllFind(service, NAME, kept.name());
                // The name that it had was another one's: this one's stays.
                port.close().block(TIMEOUT);
                kept.close().block(TIMEOUT);
                assertAllFind(service, NAME, kept.name());
                assertAllFind(client, NAME, kept.name());
                unpublish(client, 1, NAME);
            }
        }
    }

    @Test
    @DisplayName(
            "DPM-5 a publish at a name service that is cancelled before its answer leaves no name; a lookup gives no signal")
    void cancelledFar() {
        try (NameServer server = NameServer.started();
                Ranks service = Ranks.start(1, asking("tcp", server));
                Ranks client = Ranks.start(1, asking("tcp", server))) {
            Port port = port(service, 0);
            for (int round = 0; round < 10; round++) {
                boolean linked = round % 2 == 0;
                if (linked) {
                    publish(service, 0, "linked", port);
                }
                List<Recorder<?>> cancelled = new ArrayList<>();
                whileHeld(server.session(), () -> {
                    cancelled.add(started(ports(service, 0).publish(NAME, port)));
                    cancelled.add(started(ports(service, 0).lookup("linked")));
                    assertIsAsked(service, 0);
                    cancelled.forEach(Recorder::cancel);
                    assertThat(service.pending(0).block(TIMEOUT)).isEmpty();
                });
                // Perhaps it is not published yet.
                awaitNone(ports(service, 0), NAME);
                publishWhenWithdrawn(ports(client, 0), NAME, port);
                unpublish(client, 0, NAME);
                if (linked) {
                    unpublish(service, 0, "linked");
                }
                assertThat(cancelled)
                        .allSatisfy(each -> assertThat(each.signals()).isEmpty());
            }
            server.awaitLinks(0);
            assertNone(server.session().ports(), NAME);
        }
    }
}
