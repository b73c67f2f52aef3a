package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.content;
import static org.reactivempi.conformance.simulated.conversations.Data.length;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.InStatusException;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests that are waited for together, and those that are started again and again. */
final class RequestLists {

    private static final int ROUNDS = 3;
    private static final int LONGEST = 3_000;

    private RequestLists() {}

    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "MUL-1, MUL-2 a list of receives from any source, each of which is replaced when it has ended",
                        4,
                        RequestLists::replaced),
                new Conversation(
                        "MUL-6, MUL-10, MUL-11, REQ-1 waits for the same requests, one of which is cancelled",
                        3,
                        RequestLists::severalWaits),
                new Conversation(
                        "MUL-3, MUL-5, REQ-2, REQ-3, REQ-4 tests of some that are freed and cancelled",
                        3,
                        RequestLists::tests),
                new Conversation(
                        "MUL-4, RCV-3 a wait for all, one of which fails, and then for those that are left",
                        3,
                        RequestLists::oneFails),
                new Conversation(
                        "PER-1, PER-2, PER-3, PER-5, PER-6, MUL-4 requests that are started again with other data",
                        3,
                        RequestLists::startedAgain),
                new Conversation(
                        "COL-23, COL-24, PER-1 collective operations that each rank starts in another order",
                        3,
                        RequestLists::collectivesAgain));
    }

    private static Mono<Void> send(Communicator world, int rounds) {
        return Flux.range(0, rounds)
                .flatMap(i -> world.isend(buffer(world.rank(), i), 0, i))
                .then();
    }

    /** What a receive has got into its room: the message of its tag. */
    private static void check(byte[] room, Status status) {
        int length = length(status.tag());
        assertThat(status.lengthBytes()).isEqualTo(length);
        assertThat(Arrays.copyOf(room, length))
                .as("%s", status)
                .isEqualTo(content(status.source(), status.tag(), length));
    }

    private static Publisher<?> replaced(Communicator world) {
        if (world.rank() > 0) {
            return send(world, ROUNDS);
        }
        int places = 3;
        int total = ROUNDS * (world.size() - 1);
        byte[][] rooms = new byte[places][LONGEST];
        int[] started = {places};
        List<String> got = new ArrayList<>();
        RequestList list = RequestList.of(
                IntStream.range(0, places).mapToObj(i -> any(world, rooms[i])).toList());
        return list.waitAny()
                .doOnNext(completion -> {
                    assertThat(completion.error()).isNull();
                    Status status = completion.status();
                    check(rooms[completion.index()], status);
                    got.add(status.source() + "/" + status.tag());
                    if (started[0]++ < total) {
                        rooms[completion.index()] = new byte[LONGEST];
                        list.set(completion.index(), any(world, rooms[completion.index()]));
                    }
                })
                .repeat(total - 1L)
                .then(list.waitAny())
                .doOnNext(more -> assertThat(more).as("a request too many").isNull())
                .then(Mono.fromRunnable(() -> assertThat(got).hasSize(total).doesNotHaveDuplicates()));
    }

    private static Request any(Communicator world, byte[] room) {
        return Request.start(world.irecv(Buffers.of(room), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
    }

    /** Each request is handed out to one of them. */
    private static Publisher<?> severalWaits(Communicator world) {
        if (world.rank() > 0) {
            return send(world, ROUNDS);
        }
        int count = ROUNDS * (world.size() - 1);
        byte[][] rooms = new byte[count][LONGEST];
        List<Request> requests =
                IntStream.range(0, count).mapToObj(i -> any(world, rooms[i])).toList();
        List<Integer> handedOut = new ArrayList<>();
        return Flux.merge(
                        Requests.waitSome(requests)
                                .doOnNext(some -> assertThat(some).isNotEmpty())
                                .flatMapIterable(some -> some),
                        Requests.waitAny(requests).timeout(Duration.ofNanos(35_000), Mono.empty()),
                        Requests.completions(requests))
                .doOnNext(completion -> {
                    check(rooms[completion.index()], completion.status());
                    handedOut.add(completion.index());
                })
                .then(Requests.waitAll(requests))
                .doOnNext(statuses -> {
                    assertThat(statuses).containsOnly(Status.empty());
                    assertThat(handedOut).hasSize(count).doesNotHaveDuplicates();
                });
    }

    private static Publisher<?> tests(Communicator world) {
        int count = 2;
        if (world.rank() > 0) {
            // Nobody waits for the last one.
            return send(world, count)
                    .then(Mono.fromRunnable(() -> Request.start(world.isend(buffer(world.rank(), count), 0, count))
                            .free()));
        }
        Tested tested = new Tested(world, (count + 1) * (world.size() - 1));
        return Mono.fromSupplier(tested::isOver)
                .filter(isOver -> isOver)
                .repeatWhenEmpty(again -> again.delayElements(Duration.ofNanos(15_000)));
    }

    /** One receive more than there are messages: whichever gets none is cancelled when all others have been taken. */
    private static final class Tested {

        private final int total;
        private final byte[][] rooms;
        private final List<Request> requests;
        private final Set<Integer> done = new TreeSet<>();

        Tested(Communicator world, int total) {
            this.total = total;
            rooms = new byte[total + 1][LONGEST];
            requests = IntStream.range(0, total + 1)
                    .mapToObj(i -> any(world, rooms[i]))
                    .toList();
        }

        /** Takes what there is, at most one. */
        boolean isOver() {
            Optional<Completion> seen = Requests.statusAny(requests);
            Optional<Completion> found = Requests.testAny(requests);
            assertThat(found).isEqualTo(seen);
            if (found.isEmpty()) {
                assertThat(Requests.testAll(requests)).isEmpty();
                if (done.size() == total) {
                    IntStream.rangeClosed(0, total)
                            .filter(i -> !done.contains(i))
                            .forEach(i -> requests.get(i).cancel());
                }
                return false;
            }
            int index = found.get().index();
            Status status = found.get().status();
            if (index == Mpi.UNDEFINED) {
                assertThat(done).hasSize(total + 1);
                return true;
            }
            assertThat(done.add(index)).isTrue();
            if (status.isCancelled()) {
                assertThat(done).hasSize(total + 1);
            } else {
                check(rooms[index], status);
            }
            assertThat(requests.get(index).test()).contains(Status.empty());
            return false;
        }
    }

    private static Publisher<?> oneFails(Communicator world) {
        int count = 3;
        if (world.rank() > 0) {
            return Flux.range(1, count).flatMap(i -> world.isend(buffer(world.rank(), i), 0, i));
        }
        int total = count * (world.size() - 1);
        int tooShort = 2;
        byte[][] rooms = new byte[total][LONGEST];
        rooms[tooShort] = new byte[10];
        List<Request> requests =
                IntStream.range(0, total).mapToObj(i -> any(world, rooms[i])).toList();
        Set<String> got = new TreeSet<>();
        return Requests.waitAll(requests)
                .flatMap(all -> Mono.<List<Status>>error(new AssertionError("no failure: " + all)))
                .onErrorResume(InStatusException.class, some -> {
                    some.completions().forEach(each -> {
                        if (each.index() == tooShort) {
                            TruncationException tooLong = (TruncationException) each.error();
                            got.add(tooLong.status().source() + "/"
                                    + tooLong.status().tag());
                        } else if (each.error() == null) {
                            got.add(checked(rooms[each.index()], each.status()));
                        } else {
                            assertThat(Data.isOf(ErrorClass.PENDING, each.error()))
                                    .isTrue();
                        }
                    });
                    return Requests.waitAll(requests);
                })
                .doOnNext(rest -> {
                    for (int i = 0; i < total; i++) {
                        if (!rest.get(i).equals(Status.empty())) {
                            got.add(checked(rooms[i], rest.get(i)));
                        }
                    }
                    assertThat(got).hasSize(total);
                });
    }

    private static String checked(byte[] room, Status status) {
        check(room, status);
        return status.source() + "/" + status.tag();
    }

    private static Publisher<?> startedAgain(Communicator world) {
        int rounds = 4;
        int[] lengths = {24, 900};
        if (world.rank() > 0) {
            byte[][] data = {new byte[lengths[0]], new byte[lengths[1]]};
            List<PersistentRequest> sends =
                    List.of(world.sendInit(Buffers.of(data[0]), 0, 0), world.ssendInit(Buffers.of(data[1]), 0, 1));
            return Flux.range(0, rounds)
                    .concatMap(round -> {
                        for (int i = 0; i < data.length; i++) {
                            System.arraycopy(content(world.rank(), round, lengths[i]), 0, data[i], 0, lengths[i]);
                        }
                        Requests.startAll(sends);
                        sends.forEach(RequestLists::assertActive);
                        return Requests.waitAll(sends);
                    })
                    .doOnComplete(() -> {
                        sends.forEach(Request::free);
                        // Nobody waits for its end.
                        PersistentRequest last = world.sendInit(buffer(world.rank(), 3), 0, 9);
                        last.start();
                        last.free();
                    });
        }
        // One sender may be rounds ahead of the other: what a receive gets is the next of its source and tag.
        int[][] next = new int[lengths.length][world.size()];
        byte[][] rooms = new byte[2 * lengths.length][LONGEST];
        List<PersistentRequest> receives = IntStream.range(0, rooms.length)
                .mapToObj(i -> world.recvInit(Buffers.of(rooms[i]), Mpi.ANY_SOURCE, i % lengths.length))
                .toList();
        return Flux.range(0, rounds)
                .concatMap(round -> {
                    Requests.startAll(receives);
                    return Requests.waitAll(receives);
                })
                .doOnNext(statuses -> {
                    for (int i = 0; i < rooms.length; i++) {
                        Status status = statuses.get(i);
                        int length = lengths[status.tag()];
                        assertThat(status.lengthBytes()).isEqualTo(length);
                        assertThat(Arrays.copyOf(rooms[i], length))
                                .as("%s", status)
                                .isEqualTo(content(status.source(), next[status.tag()][status.source()]++, length));
                    }
                })
                .doOnComplete(() -> receives.forEach(Request::free))
                .thenMany(Flux.range(1, world.size() - 1))
                .flatMap(i -> world.receive(Mpi.ANY_SOURCE, 9))
                .doOnNext(last -> Data.check(last, last.status().source(), 3));
    }

    /** Also where it has ended, and nobody has waited for it: it can't be started, and goes on. */
    private static void assertActive(PersistentRequest request) {
        assertThatThrownBy(request::start).matches(refused -> Data.isOf(ErrorClass.REQUEST, refused));
    }

    private static Publisher<?> collectivesAgain(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int[] given = new int[1];
        int[] sum = new int[1];
        int[] most = new int[1];
        int[] scan = new int[1];
        Buffer own = Buffers.of(given);
        List<PersistentRequest> all = List.of(
                PersistentRequest.of(world.allreduce(own, Buffers.of(sum), Op.SUM)),
                PersistentRequest.of(world.allreduce(own, Buffers.of(most), Op.MAX)),
                PersistentRequest.of(world.scan(own, Buffers.of(scan), Op.SUM)));
        return Flux.range(0, ROUNDS)
                .concatMap(round -> {
                    given[0] = 10 * rank + round;
                    for (int i = 0; i < all.size(); i++) {
                        all.get((i + rank + round) % all.size()).start();
                    }
                    // One that is not persistent never meets them.
                    return Mono.when(world.barrier(), Requests.waitAll(all)).then(Mono.fromRunnable(() -> {
                        assertThat(sum[0]).isEqualTo(10 * size * (size - 1) / 2 + size * round);
                        assertThat(most[0]).isEqualTo(10 * (size - 1) + round);
                        assertThat(scan[0]).isEqualTo(10 * rank * (rank + 1) / 2 + (rank + 1) * round);
                    }));
                })
                .doOnComplete(() -> all.forEach(Request::free));
    }
}
