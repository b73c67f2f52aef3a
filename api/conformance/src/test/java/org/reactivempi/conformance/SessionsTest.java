package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Opened.SELF;
import static org.reactivempi.conformance.Opened.TEXT;
import static org.reactivempi.conformance.Opened.WORLD;
import static org.reactivempi.conformance.Opened.assertSums;
import static org.reactivempi.conformance.Opened.close;
import static org.reactivempi.conformance.Opened.created;
import static org.reactivempi.conformance.Opened.each;
import static org.reactivempi.conformance.Opened.group;
import static org.reactivempi.conformance.Opened.members;
import static org.reactivempi.conformance.Opened.opened;
import static org.reactivempi.conformance.Opened.running;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AttributeKey;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.SessionView;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** SES: sessions that are opened from others, their sets of processes, and their ends. */
class SessionsTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-1 sessions of one rank work beside each other, and the end of one ends no other")
    void besideEachOther(Ranks ranks) {
        List<SessionView> one = opened(ranks);
        List<SessionView> two = each(one, SessionView::open);
        List<Communicator> ofOne = created(one, TEXT);
        List<Communicator> ofTwo = created(two, TEXT);
        assertThat(context(ofOne.get(0))).isNotEqualTo(context(ofTwo.get(0)));
        assertThat(ofOne.get(0).session()).isSameAs(one.get(0));
        assertSums(ofOne);
        assertSums(ofTwo);
        close(one);
        assertFails(ofOne.get(0).barrier(), ErrorClass.SESSION, "closed");
        assertFails(one.get(0).open(), ErrorClass.SESSION, "closed");
        assertFails(one.get(0).group(WORLD), ErrorClass.SESSION, "closed");
        assertFails(one.get(0).create(Group.empty(), TEXT), ErrorClass.SESSION, "closed");
        assertIs(catchThrowable(one.get(0)::processSets), ErrorClass.SESSION, "closed");
        assertSums(ofTwo);
        assertSums(worlds(ranks));
        close(two);
        assertSums(worlds(ranks));
    }

    @OnEveryChannel
    @DisplayName("SES-1 what belongs to one session is refused by another; empty groups and requests go with all")
    void objectsOfTwoSessions(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        Communicator world = ranks.world(0);
        Communicator own = ends.get(0);
        Group ofWorld = world.group();
        Group ofOwn = own.group();

        String other = "opened session";
        assertFails(world.create(ofOwn), ErrorClass.SESSION, other);
        assertFails(world.create(ofOwn, TAG), ErrorClass.SESSION, other);
        assertFails(own.create(ofWorld), ErrorClass.SESSION, other);
        assertFails(opened.get(0).create(ofWorld, TEXT), ErrorClass.SESSION, other);
        assertFails(ranks.session(0).create(ofOwn, TEXT), ErrorClass.SESSION, other);
        assertFails(opened.get(0).intercommunicator(ofOwn.incl(0), ofWorld.incl(1), TEXT), ErrorClass.SESSION, other);
        each(ends, end -> Mono.just(running(end.intercommunicator(0, ranks.world(end.rank()), 1, TAG))))
                .forEach(joined -> assertFails(joined, ErrorClass.SESSION));
        List.<Function<Group, Object>>of(
                        ofOwn::union,
                        ofOwn::intersection,
                        ofOwn::difference,
                        ofOwn::compare,
                        group -> ofOwn.translate(new int[] {0}, group))
                .forEach(mixed -> assertIs(
                        catchThrowable(() -> mixed.apply(ofWorld)), ErrorClass.SESSION, other, "joined the job"));
        assertIs(catchThrowable(() -> own.compare(world)), ErrorClass.SESSION, other);

        assertThat(ofOwn).isNotEqualTo(ofWorld);
        assertThat(ofOwn.union(Group.empty())).isEqualTo(ofOwn);
        assertThat(ofOwn.difference(ofOwn)).isSameAs(Group.empty());
        Request sent = Request.start(own.isend(ints(1), 1, TAG));
        Request alsoSent = Request.start(world.isend(ints(2), 1, TAG));
        assertThat(Requests.waitAll(List.of(sent, alsoSent)).block(TIMEOUT)).hasSize(2);
        int[] room = new int[1];
        ends.get(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
        assertThat(room).containsExactly(1);
        ranks.world(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
        assertThat(room).containsExactly(2);
        close(opened);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("SES-1 each session has a buffer of its own for buffered sends")
    void buffers(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        opened.get(0).buffers().attach(1000).block(TIMEOUT);
        assertFails(ranks.world(0).ibsend(ints(1), 1, TAG), ErrorClass.BUFFER);
        ends.get(0).ibsend(ints(7), 1, TAG).block(TIMEOUT);
        int[] room = new int[1];
        ends.get(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
        assertThat(room).containsExactly(7);
        assertThat(opened.get(0).buffers().detach().block(TIMEOUT)).isEqualTo(1000);
        close(opened);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-2 the sets that are always there have the right processes and sizes; others are refused by name")
    void processSets(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (SessionView session : List.of(opened.get(rank), ranks.session(rank))) {
                List<String> names = session.processSets();
                assertThat(names).startsWith(WORLD, SELF).contains("rmpi://HOST", "rmpi://PRESENT");
                assertThat(session.processSets()).isEqualTo(names);
                assertThat(members(group(session, WORLD))).containsExactly(0, 1, 2);
                assertThat(members(group(session, SELF))).containsExactly(rank);
                assertThat(group(session, SELF).rank()).hasValue(0);
                assertThat(members(group(session, "rmpi://HOST"))).containsExactly(0, 1, 2);
                assertThat(members(group(session, "rmpi://PRESENT"))).containsExactly(0, 1, 2);
                assertThat(session.info(WORLD).block(TIMEOUT)).isEqualTo(Map.of("mpi_size", "3"));
                assertThat(session.info(SELF).block(TIMEOUT)).isEqualTo(Map.of("mpi_size", "1"));
                assertFails(session.group("mpi://NONE"), ErrorClass.ARG, "mpi://NONE", WORLD, SELF);
                assertFails(session.info("rmpi://APP/0"), ErrorClass.ARG, "rmpi://APP/0");
                assertFails(session.group(null), ErrorClass.ARG, "null");
            }
        }
        assertSums(created(opened, TEXT));
        close(opened);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-4 a session waits for what was started in it, ends handlers, and frees its communicators")
    void closing(Ranks ranks) throws InterruptedException {
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        List<Communicator> copies = onAll(ends, Communicator::dup);
        Communicator zero = copies.get(0);
        int[] room = new int[1];
        Recorder<Status> received = started(zero.irecv(Buffers.of(room), 1, TAG));
        Recorder<Status> handler = new Recorder<>();
        ends.get(0)
                .answer(Codecs.intValue(), Codecs.intValue(), TAG, 1, (question, from) -> Mono.just(question))
                .subscribe(handler);
        handler.request(1);
        Recorder<Void> closed = started(opened.get(0).close());
        meet(ranks);
        assertThat(closed.signals()).isEmpty();
        assertFails(zero.isend(ints(1), 1, TAG), ErrorClass.SESSION, "closed");
        assertFails(zero.free(), ErrorClass.SESSION, "closed");
        copies.get(1).isend(ints(5), 0, TAG).block(TIMEOUT);
        received.await();
        assertThat(room).containsExactly(5);
        // One rank frees them by itself, the others close: both are the same to the others.
        running(copies.get(2).free());
        running(ends.get(2).free());
        close(opened.subList(1, 3));
        closed.await();
        handler.await();
        assertThat(handler.signals()).containsExactly("complete");
        assertThat(exchange(ranks.world(0), ranks.world(1), 3)).isEqualTo(3);
    }

    @OnEveryChannel
    @DisplayName(
            "SES-4 the attributes of communicators that a closed session frees are deleted, and what that throws is told")
    void attributes(Ranks ranks) throws InterruptedException {
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        List<String> deleted = Collections.synchronizedList(new ArrayList<>());
        ends.get(0).attributes().set(AttributeKey.<String>of("kept").delete(deleted::add), "value");
        ends.get(1)
                .attributes()
                .set(
                        AttributeKey.<String>of("refused").delete(value -> {
                            throw new IllegalStateException("not this " + value);
                        }),
                        "one");
        Recorder<Void> zero = started(opened.get(0).close());
        Recorder<Void> one = started(opened.get(1).close());
        zero.await();
        one.await();
        assertThat(deleted).containsExactly("value");
        assertThat(zero.signals()).containsExactly("complete");
        assertThat(one.signals().get(0)).asString().contains("not this one");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-4 sessions are opened again when all were closed, again and again; closing again is the same end")
    void openedAgain(Ranks ranks) {
        for (int round = 0; round < 5; round++) {
            List<SessionView> opened = opened(ranks);
            assertSums(created(opened, TEXT));
            close(opened);
            close(opened);
        }
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("SES-4 a session ends that has lost ranks, and one whose first session has ended")
    void endsWithoutOthers(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        onAll(ends, Communicator::barrier);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        each(opened.subList(0, 2), SessionView::close);
        List<SessionView> others =
                each(worlds(ranks).subList(0, 2), world -> world.session().open());
        each(List.of(0, 1), rank -> ranks.session(rank).close().thenReturn(rank));
        others.forEach(session -> session.close().block(TIMEOUT));
        assertFails(others.get(0).create(ranks.world(0).group(), TEXT), ErrorClass.SESSION);
    }

    @OnEveryChannel(ranks = 4, settings = "process-sets=ocean=2,0|ice=1-3")
    @DisplayName("SES-2 the user's sets have the processes that the setting says, in its order, after all others")
    void userSets(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        for (SessionView session : opened) {
            assertThat(session.processSets()).endsWith("rmpi://PRESENT", "ocean", "ice");
            assertThat(members(group(session, "ocean"))).containsExactly(2, 0);
            assertThat(members(group(session, "ice"))).containsExactly(1, 2, 3);
            assertThat(session.info("ice").block(TIMEOUT)).isEqualTo(Map.of("mpi_size", "3"));
        }
        List<Communicator> ocean = each(
                List.of(2, 0),
                rank -> opened.get(rank)
                        .group("ocean")
                        .flatMap(set -> opened.get(rank).create(set, TEXT)));
        assertThat(ocean.get(0).rank()).isZero();
        assertSums(ocean);
        close(opened);
    }

    @OnEveryChannel
    @DisplayName("SES-4 what one thread makes while another closes the session is freed with it, or refused")
    void closedWhileCreating(Ranks ranks) {
        Set<Integer> contexts = new HashSet<>();
        for (int round = 0; round < 50; round++) {
            SessionView session = ranks.session(0).open().blockOptional(TIMEOUT).orElseThrow();
            Group self = group(session, SELF);
            CountDownLatch begun = new CountDownLatch(1);
            Traffic.onThreads(2, thread -> {
                if (thread == 0) {
                    try {
                        for (int i = 0; ; i++) {
                            contexts.add(
                                    context(session.create(self, "text " + i).block(TIMEOUT)));
                            begun.countDown();
                        }
                    } catch (MpiException closed) {
                        assertIs(closed, ErrorClass.SESSION, "closed");
                    }
                } else {
                    Traffic.await(begun);
                    session.close().block(TIMEOUT);
                }
            });
        }
        List<SessionView> opened = opened(ranks);
        List<Communicator> ends = created(opened, TEXT);
        assertThat(contexts).as("numbers are used again, this one as well").contains(context(ends.get(0)));
        close(opened);
    }

    @OnEveryChannel
    @DisplayName(
            "SES-4 after a thousand sessions, each with a communicator, threads and communicators' numbers are what they were")
    void aThousand(Ranks ranks) {
        Set<Integer> contexts = new HashSet<>();
        int threads = 0;
        for (int round = 0; round < 1000; round++) {
            List<SessionView> opened = opened(ranks);
            List<Communicator> ends = created(opened, TEXT);
            contexts.add(context(ends.get(0)));
            close(opened);
            if (round == 10) {
                threads = threadsOfRanks();
            }
        }
        assertThat(contexts).hasSizeLessThanOrEqualTo(2);
        assertThat(threadsOfRanks()).isLessThanOrEqualTo(threads);
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(ranks.pending(rank).block(TIMEOUT)).isEmpty();
        }
    }

    private static int threadsOfRanks() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("reactive-mpi"))
                .count();
    }
}
