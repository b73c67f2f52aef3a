package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Payload;
import org.reactivempi.mpi.RanksInJvm;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Memory that is copied, since a program gives {@code char[]} for {@link MPI#INT}, in operations that fail in every way: no operation has a
 * copy any more when the program hears of the failure.
 */
class FailedCopiesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TAG = 3;
    private static final int COUNT = 5_000;
    private static final int RANKS = 3;
    private static final int ROUNDS = 5;

    private static final Op BROKEN = new Op(
            new UserFunction() {
                @Override
                public void call(Object in, Object inOut, int count, Datatype type) {
                    throw new IllegalStateException("broken by the test");
                }
            },
            false);

    /** In which place of the requests the failed one is, and how the program hears of it. */
    private interface Form {

        void of(Request[] requests);
    }

    private static final List<Form> WAITS = List.of(
            requests -> requests[1].waitFor(),
            requests -> requests[1].Wait(),
            Request::waitAny,
            Request::Waitany,
            Request::waitSome,
            Request::Waitsome,
            requests -> Request.waitAll(new Request[] {requests[1]}),
            requests -> Request.Waitall(new Request[] {requests[1]}));

    private static final List<Form> TESTS = List.of(
            requests -> requests[1].test(),
            requests -> requests[1].Test(),
            Request::testAny,
            Request::Testany,
            Request::testSome,
            Request::Testsome,
            requests -> Request.testAll(new Request[] {requests[1]}),
            requests -> Request.Testall(new Request[] {requests[1]}));

    private interface Call {

        Request on(Intracomm world);
    }

    private interface Blocking {

        void on(Intracomm world);
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** What another test has lost is not this one's. */
    private int heldBefore;

    @BeforeEach
    void begin() {
        heldBefore = CopiedMemory.held();
        assertThat(Payload.of(UserMemory.of(memory(1), 1, MPI.INT)).isCounted()).isTrue();
    }

    private int held() {
        return CopiedMemory.held() - heldBefore;
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static char[] memory(int ints) {
        return new char[2 * ints];
    }

    private static Intracomm world(Ranks ranks, int rank) {
        return Comm.of(ranks.world(rank));
    }

    private static int[] counts(int each) {
        return IntStream.generate(() -> each).limit(RANKS).toArray();
    }

    private static int[] displacements(int each) {
        return IntStream.range(0, RANKS).map(rank -> rank * each).toArray();
    }

    private static Datatype[] types() {
        return new Datatype[] {MPI.INT, MPI.INT, MPI.INT};
    }

    /** More on each rank than on the one before. */
    private static int uneven(Comm world) {
        return COUNT + world.getRank();
    }

    /** Of calls whose lengths don't go together. */
    private static List<Call> unequal() {
        return List.of(
                world -> world.iBcast(memory(uneven(world)), uneven(world), MPI.INT, 0),
                world -> world.iGather(
                        memory(uneven(world)), uneven(world), MPI.INT, memory(RANKS * COUNT), COUNT, MPI.INT, 0),
                world -> world.iGatherv(
                        memory(uneven(world)),
                        uneven(world),
                        MPI.INT,
                        memory(RANKS * COUNT),
                        counts(COUNT),
                        displacements(COUNT),
                        MPI.INT,
                        0),
                world -> world.iScatter(
                        memory(RANKS * COUNT), COUNT, MPI.INT, memory(uneven(world)), uneven(world), MPI.INT, 0),
                world -> world.iScatterv(
                        memory(RANKS * COUNT),
                        counts(COUNT),
                        displacements(COUNT),
                        MPI.INT,
                        memory(uneven(world)),
                        uneven(world),
                        MPI.INT,
                        0),
                world -> world.iAllGather(
                        memory(uneven(world)),
                        uneven(world),
                        MPI.INT,
                        memory(RANKS * uneven(world)),
                        uneven(world),
                        MPI.INT),
                world -> world.iAllToAll(
                        memory(RANKS * uneven(world)),
                        uneven(world),
                        MPI.INT,
                        memory(RANKS * uneven(world)),
                        uneven(world),
                        MPI.INT),
                world -> world.iAllToAllv(
                        memory(RANKS * uneven(world)),
                        counts(uneven(world)),
                        displacements(uneven(world)),
                        MPI.INT,
                        memory(RANKS * uneven(world)),
                        counts(uneven(world)),
                        displacements(uneven(world)),
                        MPI.INT),
                world -> world.iAllToAllw(
                        memory(RANKS * uneven(world)),
                        counts(uneven(world)),
                        displacements(uneven(world) * Integer.BYTES),
                        types(),
                        memory(RANKS * uneven(world)),
                        counts(uneven(world)),
                        displacements(uneven(world) * Integer.BYTES),
                        types()),
                world ->
                        world.iAllReduce(memory(uneven(world)), memory(uneven(world)), uneven(world), MPI.INT, MPI.SUM),
                world -> world.iAllReduce(memory(uneven(world)), uneven(world), MPI.INT, MPI.SUM));
    }

    /** Of reductions whose operation throws. */
    private static List<Call> broken() {
        return List.of(
                world -> world.iReduce(memory(COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN, 1),
                world -> world.iAllReduce(memory(COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN),
                world -> world.iAllReduce(memory(COUNT), COUNT, MPI.INT, BROKEN),
                world -> world.iReduceScatter(memory(RANKS * COUNT), memory(COUNT), counts(COUNT), MPI.INT, BROKEN),
                world -> world.iReduceScatterBlock(memory(RANKS * COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN),
                world -> world.iScan(memory(COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN),
                world -> world.iExScan(memory(COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN));
    }

    private static MPIException failure(Runnable call) {
        try {
            call.run();
            return null;
        } catch (MPIException e) {
            return e;
        }
    }

    /** Starts it on all ranks, and waits for each; some fail, and in the end no rank has a copy. */
    private void assertFails(Ranks ranks, Call call) {
        List<Request> requests = IntStream.range(0, RANKS)
                .mapToObj(rank -> call.on(world(ranks, rank)))
                .toList();
        assertSomeFail(requests);
    }

    @OnEveryChannel(ranks = RANKS, settings = "check-collectives=off")
    @DisplayName("COL-6, COL-30 copies of a collective call whose lengths differ are given back on all ranks")
    void lengthsDiffer(Ranks ranks) {
        unequal().forEach(call -> assertFails(ranks, call));
    }

    @OnEveryChannel(ranks = RANKS, settings = "check-collectives=on")
    @DisplayName("COL-2, COL-30 so are those of one that the ranks' check refuses")
    void refusedByCheck(Ranks ranks) {
        unequal().forEach(call -> assertFails(ranks, call));
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("COL-30 so are those of a reduction whose function throws")
    void functionThrows(Ranks ranks) {
        broken().forEach(call -> assertFails(ranks, call));
    }

    @OnEveryChannel(ranks = RANKS, settings = "check-collectives=off")
    @DisplayName("COL-30 a call that blocks and fails has given its copies back when it throws, on each rank")
    void blocking(Ranks ranks) throws Exception {
        List<Blocking> calls = List.of(
                world -> world.bcast(memory(uneven(world)), uneven(world), MPI.INT, 0),
                world -> world.allReduce(memory(COUNT), memory(COUNT), COUNT, MPI.INT, BROKEN),
                world -> world.scatter(
                        memory(RANKS * COUNT), COUNT, MPI.INT, memory(uneven(world)), uneven(world), MPI.INT, 0));
        for (Blocking call : calls) {
            List<Optional<MPIException>> failures =
                    onAll(ranks, world -> Optional.ofNullable(failure(() -> call.on(world))));
            assertThat(failures).anyMatch(Optional::isPresent);
            assertThat(held()).isZero();
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("ARG-5 a wrong argument of a call leaves no copies")
    void wrongArguments(Ranks ranks) {
        Intracomm world = world(ranks, 0);
        for (Runnable wrong : List.<Runnable>of(
                () -> world.bcast(memory(1), 2, MPI.INT, 0),
                () -> world.bcast(memory(1), 1, MPI.INT, 7),
                () -> world.iBcast(memory(1), 1, MPI.INT, 7).waitFor(),
                () -> world.send(memory(1), 1, MPI.INT, 7, TAG),
                () -> world.iSend(memory(1), 2, MPI.INT, 1, TAG).waitFor(),
                () -> world.recv(memory(1), -1, MPI.INT, 1, TAG),
                () -> world.allReduce(memory(1), memory(0), 1, MPI.INT, MPI.SUM),
                () -> world.pack(memory(1), 1, MPI.INT, new byte[2], 0),
                () -> world.pack(memory(1), 2, MPI.INT, new byte[100], 0),
                () -> world.unpack(new byte[2], 0, memory(1), 1, MPI.INT))) {
            assertThat(failure(wrong)).isNotNull();
            assertThat(held()).isZero();
        }
    }

    /** A receive of one integer for which two have come. */
    private static void sendTooMuch(Intracomm self) {
        self.send(memory(2), 2, MPI.INT, 0, TAG + 1);
        // In the order of messages to oneself, it has come when a later one has.
        self.send(new int[1], 1, MPI.INT, 0, TAG + 2);
        self.recv(new int[1], 1, MPI.INT, 0, TAG + 2);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("RCV-3 the copy of a receive that is too short is given back, however the program hears of it")
    void tooShort(Ranks ranks) {
        Intracomm self = world(ranks, 0);
        for (Form form : forms()) {
            char[] room = memory(1);
            Request pending = self.iRecv(room, 1, MPI.INT, 0, TAG);
            Request failing = self.iRecv(memory(1), 1, MPI.INT, 0, TAG + 1);
            sendTooMuch(self);
            assertThat(failure(() -> form.of(new Request[] {pending, failing}))).isNotNull();
            assertThat(failing.isNull()).isTrue();
            assertThat(held()).isOne();
            self.send(new int[] {7}, 1, MPI.INT, 0, TAG);
            pending.waitFor();
            assertThat(held()).isZero();
            assertThat(room[0] + room[1]).isEqualTo(7);
        }
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("RCV-3 copies are given back where a probed message, or one of both ways, is longer than its room")
    void otherReceives(Ranks ranks) {
        Intracomm self = world(ranks, 0);
        for (Runnable wrong : List.<Runnable>of(
                () -> self.sendRecv(memory(2), 2, MPI.INT, 0, TAG, memory(1), 1, MPI.INT, 0, TAG),
                () -> self.recv(memory(1), 1, MPI.INT, 0, TAG + 1),
                () -> probed(self).mRecv(memory(1), 1, MPI.INT),
                () -> probed(self).imRecv((Object) memory(1), 1, MPI.INT).waitFor())) {
            sendTooMuch(self);
            assertThat(failure(wrong)).isNotNull();
            assertThat(held()).isZero();
        }
        // That of the first of them, which has met its own.
        self.recv(memory(2), 2, MPI.INT, 0, TAG + 1);
        assertThat(held()).isZero();
    }

    private static Message probed(Intracomm self) {
        Message message = new Message();
        message.mProbe(0, TAG + 1, self);
        return message;
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName(
            "PRB-4, BUF-3 the copy of a receive that is cancelled is given back, and that of a buffered send without room")
    void cancelled(Ranks ranks) {
        Intracomm self = world(ranks, 0);
        Request received = self.iRecv(memory(1), 1, MPI.INT, 0, TAG);
        Prequest persistent = self.recvInit(memory(1), 1, MPI.INT, 0, TAG);
        persistent.start();
        assertThat(held()).isEqualTo(2);
        received.cancel();
        persistent.cancel();
        assertThat(received.waitStatus().isCancelled()).isTrue();
        assertThat(persistent.waitStatus().isCancelled()).isTrue();
        assertThat(held()).isZero();
        persistent.free();
        self.communicator().buffers().attach(100).block(TIMEOUT);
        assertThat(failure(() -> self.bSend(memory(COUNT), COUNT, MPI.INT, 0, TAG)))
                .isNotNull();
        assertThat(failure(self.ibSend((Object) memory(COUNT), COUNT, MPI.INT, 0, TAG)::waitFor))
                .isNotNull();
        Prequest buffered = self.bSendInit((Object) memory(COUNT), COUNT, MPI.INT, 0, TAG);
        for (int i = 0; i < 2; i++) {
            buffered.start();
            assertThat(failure(buffered::waitFor)).isNotNull();
            assertThat(held()).isZero();
        }
        buffered.free();
        self.communicator().buffers().detach().block(TIMEOUT);
    }

    private <T> List<T> onAll(Ranks ranks, Function<Intracomm, T> call) throws Exception {
        List<CompletableFuture<T>> ends = IntStream.range(0, ranks.size())
                .mapToObj(rank -> CompletableFuture.supplyAsync(() -> call.apply(world(ranks, rank)), threads))
                .toList();
        List<T> all = new ArrayList<>();
        for (CompletableFuture<T> end : ends) {
            all.add(end.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
        }
        return all;
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "COL-30 copies of calls among neighbors whose lengths differ are given back, and the calls after that get their own messages")
    void neighbors(Ranks ranks) throws Exception {
        List<CartComm> rings = onAll(ranks, world -> world.createCart(new int[] {RANKS}, new boolean[] {true}, false));
        for (int round = 0; round < ROUNDS; round++) {
            assertSomeFail(rings.stream()
                    .map(ring -> neighbors(ring, memory(uneven(ring)), memory(2 * uneven(ring))))
                    .toList());
            char[][] received = new char[RANKS][];
            List<Request> requests = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                received[rank] = memory(2);
                requests.add(neighbors(rings.get(rank), new char[] {(char) rank, (char) round}, received[rank]));
            }
            requests.forEach(Request::waitFor);
            for (int rank = 0; rank < RANKS; rank++) {
                assertThat(received[rank])
                        .containsExactly(
                                (char) ((rank + 2) % RANKS), (char) round, (char) ((rank + 1) % RANKS), (char) round);
            }
        }
        List<Optional<MPIException>> blocked = onAll(ranks, world -> {
            CartComm ring = rings.get(world.getRank());
            int count = uneven(ring);
            return Optional.ofNullable(failure(
                    () -> ring.neighborAllGather(memory(count), count, MPI.INT, memory(2 * count), count, MPI.INT)));
        });
        assertThat(blocked).anyMatch(Optional::isPresent);
        assertThat(held()).isZero();
    }

    private static Request neighbors(CartComm ring, char[] send, char[] receive) {
        int count = send.length / 2;
        return ring.iNeighborAllGather((Object) send, count, MPI.INT, (Object) receive, count, MPI.INT);
    }

    @Test
    @DisplayName("COL-30 so are those of calls between two groups")
    void groups() {
        RanksInJvm.of(RANKS).run(FailedGroupCalls.class.getName());
    }

    private void assertSomeFail(List<Request> requests) {
        List<MPIException> failures = requests.stream()
                .map(request -> failure(request::waitFor))
                .filter(failure -> failure != null)
                .toList();
        assertThat(failures).isNotEmpty();
        assertThat(requests).allMatch(Request::isNull);
        assertThat(held()).isZero();
    }

    private static List<Form> forms() {
        List<Form> all = new ArrayList<>(WAITS);
        all.addAll(TESTS);
        return all;
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName(
            "PER-6 a persistent receive that has failed copies anew at its next start, however the program hears of it")
    void persistentReceive(Ranks ranks) {
        Intracomm self = world(ranks, 0);
        for (Form form : forms()) {
            char[] room = memory(1);
            Prequest request = self.recvInit(room, 1, MPI.INT, 0, TAG + 1);
            for (int i = 0; i < 2; i++) {
                request.start();
                assertThat(held()).isOne();
                sendTooMuch(self);
                assertThat(failure(() -> form.of(new Request[] {new Prequest(self, Request::inactive, null), request})))
                        .isNotNull();
                assertThat(held()).isZero();
            }
            request.start();
            self.send(new int[] {8}, 1, MPI.INT, 0, TAG + 1);
            request.waitFor();
            assertThat(held()).isZero();
            assertThat(room[0] + room[1]).isEqualTo(8);
            request.free();
        }
    }

    @OnEveryChannel(ranks = 2, virtualTime = true)
    @DisplayName(
            "LIF-4 copies of messages and collective calls that lose a rank are given back, and of those after that")
    void rankLost(Ranks ranks) {
        ranks.time().during(() -> loseRank(ranks));
    }

    private void loseRank(Ranks ranks) {
        Intracomm zero = world(ranks, 0);
        world(ranks, 1);
        // Connected, so that there is something to lose.
        Request received = world(ranks, 1).iRecv(memory(1), 1, MPI.INT, 0, TAG);
        zero.send(memory(1), 1, MPI.INT, 1, TAG);
        received.waitFor();
        List<Supplier<Request>> calls = List.of(
                () -> zero.isSend(memory(COUNT), COUNT, MPI.INT, 1, TAG),
                () -> zero.iSend(memory(1_000_000), 1_000_000, MPI.INT, 1, TAG),
                () -> zero.iRecv(memory(COUNT), COUNT, MPI.INT, 1, TAG),
                () -> zero.iAllReduce(memory(COUNT), memory(COUNT), COUNT, MPI.INT, MPI.SUM),
                () -> zero.iAllGather(memory(COUNT), COUNT, MPI.INT, memory(2 * COUNT), COUNT, MPI.INT));
        List<Request> running = calls.stream().map(Supplier::get).toList();
        Prequest send = zero.sSendInit(memory(COUNT), COUNT, MPI.INT, 1, TAG);
        Prequest receive = zero.recvInit(memory(COUNT), COUNT, MPI.INT, 1, TAG);
        Prequest.startAll(new Prequest[] {send, receive});
        assertThat(held()).isEqualTo(9);
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        for (Request each : running) {
            assertThat(failure(each::waitFor)).isNotNull();
            assertThat(each.isNull()).isTrue();
        }
        Request[] persistent = {send, receive};
        assertThat(failure(() -> Request.waitAll(persistent))).isNotNull();
        awaitNobody(ranks);
        for (Supplier<Request> call : calls) {
            assertThat(failure(() -> call.get().waitFor())).isNotNull();
            awaitNobody(ranks);
        }
        for (Prequest each : Arrays.asList(send, receive)) {
            assertThat(failure(() -> {
                        each.start();
                        each.waitFor();
                    }))
                    .isNotNull();
            awaitNobody(ranks);
            each.free();
        }
    }

    /** A collective call may go on by itself until the living ranks have done their parts. */
    private void awaitNobody(Ranks ranks) {
        Mono.defer(() -> ranks.pending(0)).repeat(() -> held() > 0).then().block(TIMEOUT);
        assertThat(held()).isZero();
    }
}
