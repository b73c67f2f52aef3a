package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What ends first of several operations, and what a program sees that looks: each of it, in a run of its own. */
class SimulatedOrdersTest {

    private static Mono<Status> send(Communicator world, int destination, int tag) {
        return world.isend(Buffers.ints(world.rank()), destination, tag);
    }

    private static int source(Message message) {
        return message.status().source();
    }

    /** The sources of messages from ranks 1 to n, in the order in which their receives end. */
    private static Mono<List<Integer>> merged(Communicator world) {
        return Flux.merge(Flux.range(1, world.size() - 1).map(rank -> world.receive(rank, 0)))
                .map(SimulatedOrdersTest::source)
                .collectList();
    }

    // ---- Operations that run at the same time

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    @DisplayName(
            "SIM-14, SIM-16 receives from n ranks that run at the same time end in n! orders, and all are looked at")
    void allOrders(int senders) {
        Set<List<Integer>> seen = new HashSet<>();
        Coverage covered = Simulation.of(senders + 1)
                .schedules(300)
                .verify(world -> world.rank() == 0 ? merged(world).doOnNext(seen::add) : send(world, 0, 0));
        int factorial = IntStream.rangeClosed(1, senders).reduce(1, (one, other) -> one * other);
        assertThat(seen).hasSize(factorial);
        assertThat(covered.orders()).isEqualTo(factorial);
        assertThat(covered.ordersAreComplete()).isTrue();
        assertThat(covered.outcomes()).isOne();
        assertThat(covered.infeasible()).isZero();
        assertThat(covered.runs()).isEqualTo(300);
        assertThat(covered)
                .hasToString("the only outcome, all " + factorial + " orders, and " + covered.seeds() + " seeds");
    }

    @Test
    @DisplayName("SIM-16 where there are more orders than runs, so many are said")
    void notAllOrders() {
        Coverage covered =
                Simulation.of(7).schedules(100).verify(world -> world.rank() == 0 ? merged(world) : send(world, 0, 0));
        assertThat(covered.ordersAreComplete()).isFalse();
        assertThat(covered.orders()).isEqualTo(49);
        assertThat(covered).asString().startsWith("the only outcome, the first 49 orders, and ");
    }

    @Test
    @DisplayName("SIM-16 where no run is left for orders, none is said")
    void noOrders() {
        Coverage covered =
                Simulation.of(3).schedules(1).verify(world -> world.rank() == 0 ? merged(world) : send(world, 0, 0));
        assertThat(covered.orders()).isZero();
        assertThat(covered.ordersAreComplete()).isFalse();
        assertThat(covered).hasToString("the only outcome, and 0 seeds");
    }

    @Test
    @DisplayName("SIM-16 ranks with the same program have one order")
    void symmetric() {
        Coverage covered = Simulation.of(5)
                .symmetric(1, 2, 3, 4)
                .verify(world -> world.rank() == 0 ? merged(world) : send(world, 0, 0));
        assertThat(covered.orders()).isOne();
        assertThat(covered.ordersAreComplete()).isTrue();
    }

    @Test
    @DisplayName("SIM-15 what comes from one rank ends in its order, whatever comes between")
    void orderOfOneRank() {
        Set<List<String>> seen = new HashSet<>();
        Coverage covered = Simulation.of(3)
                .schedules(100)
                .verify(world -> world.rank() == 0
                        ? Flux.merge(world.receive(1, 1), world.receive(2, 0), world.receive(1, 0))
                                .map(message ->
                                        source(message) + "/" + message.status().tag())
                                .collectList()
                                .doOnNext(seen::add)
                        : world.rank() == 1
                                ? send(world, 0, 0)
                                        .then(Mono.delay(Duration.ofMillis(1)))
                                        .then(send(world, 0, 1))
                                : send(world, 0, 0));
        assertThat(covered.ordersAreComplete()).isTrue();
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        List.of("1/0", "1/1", "2/0"), List.of("1/0", "2/0", "1/1"), List.of("2/0", "1/0", "1/1"));
    }

    @Test
    @DisplayName("SIM-14 what comes only when others have gone first can end first all the same")
    void lateOne() {
        Set<List<Integer>> seen = new HashSet<>();
        // Rank 2 sends when rank 3 lets it, which waits for nothing of rank 0.
        Coverage covered = Simulation.of(4).schedules(100).verify(world -> switch (world.rank()) {
            case 0 ->
                Flux.merge(world.receive(1, 0), world.receive(2, 0))
                        .map(SimulatedOrdersTest::source)
                        .collectList()
                        .doOnNext(seen::add);
            case 1 -> send(world, 0, 0);
            case 2 -> Mono.when(world.receive(3, 0), world.receive(3, 1)).then(send(world, 0, 0));
            default -> send(world, 2, 1).then(send(world, 2, 0));
        });
        assertThat(seen).containsExactlyInAnyOrder(List.of(1, 2), List.of(2, 1));
        assertThat(covered.ordersAreComplete()).isTrue();
    }

    @Test
    @DisplayName("SIM-14 a receive from any source and one from one rank end in each order, with each message")
    void withWildcards() {
        Set<List<Integer>> seen = new HashSet<>();
        Simulation.of(4)
                .schedules(200)
                .verify(world -> world.rank() == 0
                        ? Flux.merge(world.receive(3, 1), world.receive(Mpi.ANY_SOURCE, 0))
                                .map(SimulatedOrdersTest::source)
                                .collectList()
                                .doOnNext(seen::add)
                                .then(world.receive(Mpi.ANY_SOURCE, 0))
                        : send(world, 0, world.rank() == 3 ? 1 : 0));
        assertThat(seen).containsExactlyInAnyOrder(List.of(3, 1), List.of(3, 2), List.of(1, 3), List.of(2, 3));
    }

    @Test
    @DisplayName("SIM-14 a collective operation ends before a receive, and after it")
    void collectives() {
        Set<List<String>> seen = new HashSet<>();
        Coverage covered = Simulation.of(4)
                .schedules(200)
                .verify(world -> world.split(world.rank() / 3, 0).flatMap(part -> {
                    Mono<List<String>> order = Flux.merge(
                                    part.barrier().thenReturn("barrier"),
                                    world.rank() == 2 ? world.receive(3, 0).thenReturn("message") : Mono.empty())
                            .collectList()
                            .doOnNext(ended -> {
                                if (world.rank() == 2) {
                                    seen.add(ended);
                                }
                            });
                    return (world.rank() == 3 ? send(world, 2, 0).then() : order.then()).then(part.free());
                }));
        assertThat(seen).containsExactlyInAnyOrder(List.of("barrier", "message"), List.of("message", "barrier"));
        assertThat(covered.ordersAreComplete()).isTrue();
    }

    // ---- Waits for any

    @Test
    @DisplayName("SIM-14, SIM-20 a wait for any of several requests is given each of them first")
    void waitAny() {
        Set<List<Integer>> seen = new HashSet<>();
        Coverage covered = Simulation.of(4).schedules(100).verifyBlocking(world -> {
            if (world.rank() > 0) {
                send(world, 0, 0).block();
                return;
            }
            List<Request> requests = IntStream.rangeClosed(1, 3)
                    .mapToObj(rank -> Request.start(world.irecv(Buffers.of(new int[1]), rank, 0)))
                    .toList();
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                order.add(Requests.waitAny(requests).block().index());
            }
            seen.add(order);
        });
        assertThat(seen).hasSize(6);
        assertThat(covered.orders()).isEqualTo(6);
    }

    @Test
    @DisplayName("SIM-14, SIM-20 a wait for some of several requests is given each of them first")
    void waitSome() {
        Set<Integer> first = new HashSet<>();
        Simulation.of(3).schedules(60).verifyBlocking(world -> {
            if (world.rank() > 0) {
                send(world, 0, 0).block();
                return;
            }
            List<Request> requests = IntStream.rangeClosed(1, 2)
                    .mapToObj(rank -> Request.start(world.irecv(Buffers.of(new int[1]), rank, 0)))
                    .toList();
            first.add(Requests.waitSome(requests).blockFirst().get(0).index());
            Requests.waitAll(requests).block();
        });
        assertThat(first).containsExactlyInAnyOrder(0, 1);
    }

    // ---- Looks

    @Test
    @DisplayName("SIM-14 a probe that does not wait sees each message that could be there, and none")
    void iprobe() {
        Set<Optional<Integer>> seen = new HashSet<>();
        Coverage covered = Simulation.of(3)
                .schedules(100)
                .verify(world -> world.rank() > 0
                        ? send(world, 0, 0)
                        : world.iprobe(Mpi.ANY_SOURCE, 0)
                                .map(Status::source)
                                .singleOptional()
                                .doOnNext(seen::add)
                                .then(world.receive(1, 0))
                                .then(world.receive(2, 0)));
        assertThat(seen).containsExactlyInAnyOrder(Optional.empty(), Optional.of(1), Optional.of(2));
        assertThat(covered.ordersAreComplete()).isTrue();
    }

    @Test
    @DisplayName("SIM-14 a matched probe that does not wait takes each message that could be there, and none")
    void improbe() {
        Set<Integer> seen = new HashSet<>();
        Simulation.of(3)
                .schedules(100)
                .verify(world -> world.rank() > 0
                        ? send(world, 0, 0)
                        : world.improbe(Mpi.ANY_SOURCE, 0)
                                .flatMap(taken -> taken.receive(Buffers.of(new int[1])))
                                .map(Status::source)
                                .defaultIfEmpty(0)
                                .doOnNext(seen::add)
                                .flatMap(source -> Flux.range(1, 2)
                                        .filter(rank -> !rank.equals(source))
                                        .concatMap(rank -> world.receive(rank, 0))
                                        .then()));
        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    @DisplayName("SIM-14, SIM-20 a test of a request finds it ended, and not ended")
    void test() {
        Set<Boolean> seen = new HashSet<>();
        Simulation.of(2).schedules(60).verifyBlocking(world -> {
            if (world.rank() > 0) {
                send(world, 0, 0).block();
                return;
            }
            Request request = Request.start(world.irecv(Buffers.of(new int[1]), 1, 0));
            boolean hasEnded = request.test().isPresent();
            seen.add(hasEnded);
            if (!hasEnded) {
                request.completion().block();
            }
        });
        assertThat(seen).containsExactlyInAnyOrder(false, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "SIM-13, SIM-21 a program that looks again and again goes on; one that looks in vain has no end, and is in no deadlock")
    void polls(boolean inVain) {
        Simulation simulation = Simulation.of(2).schedules(60);
        Simulation.BlockingProgram program = world -> {
            if (world.rank() > 0) {
                if (!inVain) {
                    Mono.delay(Duration.ofMillis(20)).then(send(world, 0, 0)).block();
                }
                return;
            }
            Request request = Request.start(world.irecv(Buffers.of(new int[1]), 1, 0));
            while (request.test().isEmpty()) {
                Thread.onSpinWait();
            }
        };
        if (inVain) {
            assertThatThrownBy(() -> simulation.verifyBlocking(program))
                    .hasMessageContaining("hangs: not over after PT10M of virtual time")
                    .hasMessageContaining("rank 0 waits for");
        } else {
            assertThat(simulation.verifyBlocking(program).runs()).isEqualTo(60);
        }
    }

    @Test
    @DisplayName("SIM-21 a reactive program that probes again and again goes on")
    void probesAgain() {
        assertThat(Simulation.of(2)
                        .schedules(60)
                        .verify(world -> world.rank() > 0
                                ? Mono.delay(Duration.ofMillis(20)).then(send(world, 0, 0))
                                : world.iprobe(1, 0)
                                        .repeatWhenEmpty(again -> again)
                                        .then(world.receive(1, 0)))
                        .runs())
                .isEqualTo(60);
    }

    // ---- Cancelling, and losses

    @Test
    @DisplayName("SIM-14 a receive that is cancelled has its message in one run, and not in another")
    void cancelOrMatch() {
        Set<String> seen = new HashSet<>();
        Simulation.of(3)
                .schedules(60)
                .verify(world -> world.rank() > 0
                        ? send(world, 0, 0)
                        : Mono.defer(() -> {
                            List<Integer> got = new ArrayList<>();
                            Disposable one = world.receive(1, 0).subscribe(message -> got.add(source(message)));
                            return world.receive(2, 0)
                                    .doOnNext(other -> one.dispose())
                                    .then(Mono.defer(() -> {
                                        seen.add(got.toString());
                                        return got.isEmpty() ? world.receive(1, 0) : Mono.empty();
                                    }));
                        }));
        assertThat(seen).containsExactlyInAnyOrder("[]", "[1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10ms", "600ms"})
    @DisplayName("SIM-14 a rank hears of a loss before, and after, what others have sent")
    void lossOrMessage(String reconnectTimeout) {
        Set<List<String>> seen = new HashSet<>();
        Simulation.of(3)
                .schedules(60)
                .with("reconnect-timeout", reconnectTimeout)
                .kill(1, Duration.ofMillis(5))
                .verify(world -> world.rank() == 0
                        ? Flux.merge(
                                        world.receive(1, 0)
                                                .map(message -> "message")
                                                .onErrorResume(MpiException.class, lost -> Mono.just("loss")),
                                        world.receive(2, 0).map(message -> "message"))
                                .collectList()
                                .doOnNext(seen::add)
                        : world.rank() == 1
                                ? Mono.never()
                                : Mono.delay(Duration.ofMillis(1)).then(send(world, 0, 0)));
        assertThat(seen).containsExactlyInAnyOrder(List.of("message", "loss"), List.of("loss", "message"));
    }

    @Test
    @DisplayName("SIM-15 what is asked for and never comes is no run, and no deadlock while messages wait for it")
    void neverComes() {
        Simulation simulation = Simulation.of(3).only("arrive.0-0.0");
        assertThatThrownBy(() -> simulation.run(world -> world.rank() == 0 ? merged(world) : send(world, 0, 0)))
                .hasMessageContaining("there is no such run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"match.2-0.0", "arrive.2-0.0"})
    @DisplayName("SIM-15 what is asked for and never comes is no run, also where a program polls meanwhile")
    void neverComesWhilePolled(String choice) {
        assertThatThrownBy(() -> Simulation.of(3).only(choice).run(world -> switch (world.rank()) {
                    case 0 ->
                        Flux.merge(world.receive(Mpi.ANY_SOURCE, 0), world.receive(1, 1))
                                .then(send(world, 2, 0))
                                .then(world.receive(2, 0))
                                .then(send(world, 1, 0));
                    case 1 ->
                        send(world, 0, 0)
                                .then(send(world, 0, 1))
                                .then(Flux.interval(Duration.ofNanos(1000))
                                        .takeUntilOther(world.receive(0, 0))
                                        .then());
                    default -> world.receive(0, 0).then(send(world, 0, 0));
                }))
                .hasMessageContaining("there is no such run");
    }

    // ---- What is told

    @Test
    @DisplayName(
            "SIM-17, SIM-18, SIM-19 an order that is wrong is told with what was first, and is the same again by its line")
    void told() {
        Simulation simulation = Simulation.of(4);
        assertThatThrownBy(() -> simulation.verify(world -> world.rank() == 0
                        ? merged(world).doOnNext(order -> {
                            if (order.indexOf(3) < order.indexOf(1)) {
                                throw new IllegalStateException("3 before 1");
                            }
                        })
                        : send(world, 0, 0)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rank 0 fails: java.lang.IllegalStateException: 3 before 1")
                .hasMessageMatching(
                        "(?s).*arrive.3-0.(\\d+)  what rank 3 has sent is the first to reach rank 0, decision \\1\n.*"
                                + "\\.only\\(\"arrive.3-0.\\1\"\\)")
                .hasMessageContaining("a race: first at rank 0 is receive(source 3, tag 0, context 0)")
                .hasMessageContaining(" here, and receive(source 1, tag 0, context 0)");
    }

    @Test
    @DisplayName("SIM-17 a look that is wrong is told with what the rank does first")
    void lookTold() {
        assertThatThrownBy(() -> Simulation.of(2)
                        .verify(world -> world.rank() > 0
                                ? send(world, 0, 0)
                                : world.iprobe(1, 0)
                                        .flatMap(there -> Mono.error(new IllegalStateException("already there")))
                                        .then(world.receive(1, 0))))
                .hasMessageContaining("already there")
                .hasMessageContaining("arrive.1-0.0  what rank 1 has sent is the first to reach rank 0, decision 0")
                .hasMessageContaining("a race: first at rank 0 is a message, tag 0 of 1 here, and its look at what has"
                        + " come in the plain run");
    }
}
