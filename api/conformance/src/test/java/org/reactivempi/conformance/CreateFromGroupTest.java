package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Opened.TEXT;
import static org.reactivempi.conformance.Opened.WORLD;
import static org.reactivempi.conformance.Opened.assertSums;
import static org.reactivempi.conformance.Opened.close;
import static org.reactivempi.conformance.Opened.create;
import static org.reactivempi.conformance.Opened.created;
import static org.reactivempi.conformance.Opened.each;
import static org.reactivempi.conformance.Opened.group;
import static org.reactivempi.conformance.Opened.members;
import static org.reactivempi.conformance.Opened.opened;
import static org.reactivempi.conformance.Opened.running;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.SessionView;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** SES: communicators that are made of groups and a text. */
class CreateFromGroupTest {

    @OnEveryChannel(ranks = 17)
    @DisplayName("SES-3 groups of 1 to 17 ranks make communicators by themselves, before the world has been used")
    void groupsOfAllSizes(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        for (int size = 1; size <= ranks.size(); size++) {
            Random random = new Random(size);
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, ranks.size()).boxed().toList());
            Collections.shuffle(order, random);
            int[] chosen =
                    order.stream().mapToInt(Integer::intValue).limit(size).toArray();
            List<Communicator> ends = each(
                    IntStream.of(chosen).boxed().toList(),
                    rank -> opened.get(rank)
                            .group(WORLD)
                            .flatMap(all -> opened.get(rank).create(all.incl(chosen), TEXT)));
            for (int rank = 0; rank < size; rank++) {
                assertThat(ends.get(rank).rank()).isEqualTo(rank);
                assertThat(members(ends.get(rank).group())).isEqualTo(chosen);
            }
            assertSums(ends);
            onAll(ends, Communicator::free);
        }
        close(opened);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("SES-3 texts are told apart in any order, also where their hashes are the same")
    void textsInAnyOrder(Ranks ranks) {
        Random random = new Random(7);
        List<SessionView> opened = opened(ranks);
        List<String> texts =
                List.of("AaAa", "BBBB", "AaBB", "BBAa", "other", "x".repeat(Mpi.MAX_STRING_TAG), "\u00e4\u4e2d");
        List<List<Mono<Communicator>>> made = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            SessionView session = opened.get(rank);
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, texts.size()).boxed().toList());
            Collections.shuffle(order, random);
            List<Mono<Communicator>> here = new ArrayList<>(Collections.nCopies(texts.size(), Mono.empty()));
            Group all = group(session, WORLD);
            order.forEach(text -> here.set(text, running(session.create(all, texts.get(text)))));
            made.add(here);
        }
        List<Integer> contexts = new ArrayList<>();
        for (int text = 0; text < texts.size(); text++) {
            int number = text;
            List<Communicator> ends = each(made, here -> here.get(number));
            assertThat(ends.stream().map(Family::context).distinct()).hasSize(1);
            contexts.add(context(ends.get(0)));
            assertSums(ends);
        }
        assertThat(contexts).doesNotHaveDuplicates();
        close(opened);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-3 two that run under one text fail on all with the arg class; the first of them goes on")
    void oneTextTwice(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        // Rank 0 has ended the first call before the others have begun the second one, or not: it fails all the same.
        List<Mono<Communicator>> first = new ArrayList<>();
        List<Mono<Communicator>> second = new ArrayList<>();
        for (int rank = ranks.size() - 1; rank > 0; rank--) {
            SessionView session = opened.get(rank);
            Group all = group(session, WORLD);
            first.add(running(session.create(all, TEXT)));
            second.add(running(session.create(all, TEXT)));
        }
        Group all = group(opened.get(0), WORLD);
        first.add(running(opened.get(0).create(all, TEXT)));
        List<Communicator> ends = each(first, made -> made);
        second.add(running(opened.get(0).create(all, TEXT)));
        second.forEach(made -> assertFails(made, ErrorClass.ARG, TEXT, "another communicator"));
        Collections.reverse(ends);
        assertSums(ends);
        assertSums(created(opened, TEXT));
        close(opened);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-3 members that call with different groups fail alike, and the next call finds none of that")
    void otherMembers(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        List<Mono<Communicator>> made = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            Group all = group(opened.get(rank), WORLD);
            Group own = rank == 1 ? all.incl(0, 1) : all;
            made.add(running(opened.get(rank).create(own, TEXT)));
        }
        made.forEach(end -> assertFails(end, ErrorClass.GROUP, "rank 1 of the world", TEXT));
        assertSums(created(opened, TEXT));
        close(opened);
    }

    @OnEveryChannel
    @DisplayName("SES-3 wrong arguments fail on this rank alone, with what was allowed")
    void wrongArguments(Ranks ranks) {
        SessionView session = ranks.session(0);
        Group all = ranks.world(0).group();
        assertFails(session.create(null, TEXT), ErrorClass.GROUP, "null");
        assertFails(session.create(all, null), ErrorClass.ARG, "null", "1 to 256");
        assertFails(session.create(all, ""), ErrorClass.ARG, "0 characters", "1 to 256");
        assertFails(session.create(all, "x".repeat(257)), ErrorClass.ARG, "257 characters", "1 to 256");
        assertFails(session.create(all, "two\nlines"), ErrorClass.ARG, "control character 10");
        assertFails(session.create(all.incl(1), TEXT), ErrorClass.GROUP, "rank 0 of the world", "[1]");
        assertFails(session.create(Group.of("another", 0, 0), TEXT), ErrorClass.GROUP, "two jobs");
        assertThat(session.create(Group.empty(), TEXT).blockOptional(TIMEOUT)).isEmpty();
        assertThat(session.intercommunicator(all.incl(0), Group.empty(), TEXT).blockOptional(TIMEOUT))
                .isEmpty();
        assertFails(session.intercommunicator(all, all.incl(1), TEXT), ErrorClass.GROUP, "in common");
        assertFails(
                session.intercommunicator(all.incl(1), all.incl(0), TEXT), ErrorClass.GROUP, "rank 0", "local group");
        assertFails(session.intercommunicator(all.incl(0), null, TEXT), ErrorClass.GROUP, "remote group is null");
        List<SessionView> sessions = List.of(session, ranks.session(1));
        List<Communicator> ends = created(sessions, TEXT);
        assertSums(ends);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "SES-3 a member that fails while it runs fails it on all others, whenever they call; the rest may try again")
    void failedMember(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        meet(ranks);
        Mono<Communicator> early = running(create(opened.get(1), TEXT, 0, 1, 2, 3));
        Mono<Communicator> leader = running(create(opened.get(0), TEXT, 0, 1, 2, 3));
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        assertFails(early, ErrorClass.PROC_FAILED, "3");
        assertFails(leader, ErrorClass.PROC_FAILED, "3");
        // Rank 2 has never called: what it is offered by the call that has failed is not what it waits for.
        List<Communicator> ends = each(List.of(0, 1, 2), rank -> create(opened.get(rank), TEXT, 0, 1, 2));
        assertSums(ends);
        each(opened.subList(0, 3), SessionView::close);
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("SES-3 a member that calls late hears that another has failed, and so does a member whose leader has")
    void failedBefore(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        meet(ranks);
        Mono<Communicator> leader = running(create(opened.get(0), TEXT, 0, 1, 2, 3));
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        assertFails(leader, ErrorClass.PROC_FAILED, "3");
        List.of(1, 2)
                .forEach(rank -> assertFails(create(opened.get(rank), TEXT, 0, 1, 2, 3), ErrorClass.PROC_FAILED, "3"));
        assertFails(create(opened.get(1), TEXT, 3, 1), ErrorClass.PROC_FAILED, "3");
        assertSums(each(List.of(0, 1, 2), rank -> create(opened.get(rank), TEXT, 0, 1, 2)));
        each(opened.subList(0, 3), SessionView::close);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SES-3 a call that is cancelled goes on for the other members")
    void cancelled(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        Group all = group(opened.get(0), WORLD);
        opened.get(0).create(all, TEXT).subscribe().dispose();
        List<Communicator> ends = created(opened.subList(1, 3), TEXT);
        assertThat(ends.get(0).size()).isEqualTo(3);
        close(opened);
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("SES-5 two groups make an intercommunicator by a text, without a communicator in which leaders meet")
    void twoGroups(Ranks ranks) {
        List<SessionView> opened = opened(ranks);
        for (int[][] groups : new int[][][] {{{0, 1, 2}, {3, 4, 5}}, {{5, 3}, {0}}, {{4}, {2, 1, 5, 0}}}) {
            List<Integer> callers = IntStream.concat(IntStream.of(groups[0]), IntStream.of(groups[1]))
                    .boxed()
                    .toList();
            List<Intercommunicator> ends = each(
                    callers,
                    rank -> opened.get(rank).group(WORLD).flatMap(all -> {
                        boolean first = IntStream.of(groups[0]).anyMatch(member -> member == rank);
                        return opened.get(rank)
                                .intercommunicator(
                                        all.incl(groups[first ? 0 : 1]), all.incl(groups[first ? 1 : 0]), TEXT);
                    }));
            for (int i = 0; i < ends.size(); i++) {
                boolean first = i < groups[0].length;
                Intercommunicator end = ends.get(i);
                assertThat(end.rank()).isEqualTo(first ? i : i - groups[0].length);
                assertThat(members(end.group())).isEqualTo(groups[first ? 0 : 1]);
                assertThat(members(end.remoteGroup())).isEqualTo(groups[first ? 1 : 0]);
            }
            List<Long> sums =
                    onAll(ends, end -> end.allreduce((long) end.group().worldRank(end.rank()), Op.SUM));
            long first = IntStream.of(groups[0]).sum();
            long second = IntStream.of(groups[1]).sum();
            for (int i = 0; i < ends.size(); i++) {
                assertThat(sums.get(i)).isEqualTo(i < groups[0].length ? second : first);
            }
            ends.get(0).isend(ints(8), 0, TAG).block(TIMEOUT);
            int[] room = new int[1];
            ends.get(groups[0].length).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
            assertThat(room).containsExactly(8);
            onAll(ends, Intercommunicator::free);
        }
        close(opened);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "SES-3 threads of all ranks make communicators at the same time, in four sessions each, four of each, in any order")
    void fourByFour(Ranks ranks) {
        int sessions = 4;
        int each = 4;
        List<List<SessionView>> opened =
                Stream.generate(() -> opened(ranks)).limit(sessions).toList();
        Map<String, List<Communicator>> made = new ConcurrentHashMap<>();
        Traffic.onThreads(ranks.size() * sessions, thread -> {
            int rank = thread / sessions;
            int number = thread % sessions;
            SessionView session = opened.get(number).get(rank);
            List<String> texts = new ArrayList<>(IntStream.range(0, each)
                    .mapToObj(text -> number + "/" + text)
                    .toList());
            Collections.shuffle(texts, new Random(thread));
            Group all = group(session, WORLD);
            List<Mono<Communicator>> calls = texts.stream()
                    .map(text -> running(session.create(all, text)))
                    .toList();
            for (int i = 0; i < each; i++) {
                Communicator end = calls.get(i).blockOptional(TIMEOUT).orElseThrow();
                made.computeIfAbsent(texts.get(i), text -> Collections.synchronizedList(new ArrayList<>()))
                        .add(end);
            }
        });
        made.values()
                .forEach(ends -> assertThat(onAll(ends, end -> end.allreduce(1L, Op.SUM)))
                        .containsOnly((long) ranks.size()));
        assertThat(made).hasSize(sessions * each);
        made.values()
                .forEach(ends -> assertThat(ends.stream().map(Family::context).distinct())
                        .hasSize(1));
        assertThat(made.values().stream().map(ends -> context(ends.get(0))).distinct())
                .hasSize(sessions * each);
        opened.forEach(Opened::close);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("SES-3 random groups under random texts, many at a time, meet whom they are made with")
    void randomGroups(Ranks ranks) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<SessionView> opened = opened(ranks);
            int calls = 12;
            List<int[]> groups = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                List<Integer> order =
                        new ArrayList<>(IntStream.range(0, ranks.size()).boxed().toList());
                Collections.shuffle(order, random);
                groups.add(order.stream()
                        .mapToInt(Integer::intValue)
                        .limit(1 + random.nextInt(ranks.size()))
                        .toArray());
            }
            List<Map<Integer, Mono<Communicator>>> made = new ArrayList<>();
            for (int rank = 0; rank < ranks.size(); rank++) {
                Map<Integer, Mono<Communicator>> here = new HashMap<>();
                List<Integer> order =
                        new ArrayList<>(IntStream.range(0, calls).boxed().toList());
                Collections.shuffle(order, random);
                for (int call : order) {
                    int own = rank;
                    if (IntStream.of(groups.get(call)).anyMatch(member -> member == own)) {
                        here.put(call, running(create(opened.get(rank), "call " + call, groups.get(call))));
                    }
                }
                made.add(here);
            }
            for (int call = 0; call < calls; call++) {
                int number = call;
                List<Communicator> ends = each(
                        IntStream.of(groups.get(call)).boxed().toList(),
                        rank -> made.get(rank).get(number));
                assertThat(members(ends.get(0).group())).as("seed %d", seed).isEqualTo(groups.get(call));
                assertSums(ends);
            }
            close(opened);
        }
    }
}
