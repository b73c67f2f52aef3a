package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.RevokedException;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * What each process of one run does, and what it has seen. Its ranks come together, and do something that has to work, again until all
 * agree that it has. Meanwhile each greets whatever process it sees come, and has a receive that only the end of that process ends.
 *
 * <pre>
 *  shrink --all are there--&gt; allgather, allreduce, barrier --&gt; agree --1--&gt; over
 *    ^          | one is missing                                  | 0, or a failure
 *    +----------+-------------------------------------------------+
 * </pre>
 */
final class Comeback {

    private static final int NAME = 1;
    private static final int NEVER = 2;
    private static final int OF_A_RANK = 100;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final int size;
    /** How many processes each rank has had. */
    private final int[] started;

    private final List<Witness> witnesses = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    /** What each process has that has come to the end: the names of all. */
    private final List<List<Integer>> groups = new ArrayList<>();

    /** Completes with the first process that knows that all have agreed. */
    private final Sinks.Empty<Void> agreed = Sinks.empty();

    private boolean isAgreed;
    /** Those that have come to the end. */
    private final SortedMap<Integer, Integer> ready = new TreeMap<>();

    /** Completes when a process of each rank has come to the end: what was sent has come. */
    private final Sinks.Empty<Void> over = Sinks.empty();

    private Comeback(int size) {
        this.size = size;
        started = new int[size];
    }

    /** What has become of the first run of a job. One that is wrong is run again, to be told of. */
    static final class First {

        private final List<Comeback> runs = new ArrayList<>();
        private final int size;

        First(int size) {
            this.size = size;
        }

        /** What each process runs. The first processes of a run begin before time moves. */
        Publisher<?> program(Communicator world) {
            boolean isFirst = world.session().wtime() == 0;
            if (runs.isEmpty() || isFirst && runs.get(runs.size() - 1).starts(world.rank()) > 0) {
                runs.add(new Comeback(size));
            }
            return runs.get(runs.size() - 1).program(world);
        }

        Comeback run() {
            return runs.get(0);
        }
    }

    private Publisher<?> program(Communicator world) {
        int rank = world.rank();
        Witness witness = new Witness(world, rank * OF_A_RANK + ++started[rank]);
        witnesses.add(witness);
        Disposable watching = witness.watch();
        return Mono.defer(() -> isAgreed ? Mono.just(true) : together(world, witness))
                .filter(isDone -> isDone)
                .repeatWhenEmpty(again -> again.delayElements(PAUSE))
                .then(Mono.defer(() -> end(rank).publishOn(world.scheduler())))
                .doFinally(end -> watching.dispose());
    }

    private Mono<Void> end(int rank) {
        ready.put(rank, started[rank]);
        if (ready.size() == size) {
            over.tryEmitEmpty();
        }
        return over.asMono();
    }

    /** True where all have agreed on it. A process that comes when they have is not waited for, and does not wait. */
    private Mono<Boolean> together(Communicator world, Witness witness) {
        return world.failures()
                .shrink()
                .takeUntilOther(agreed.asMono().publishOn(world.scheduler()))
                .flatMap(all -> all.size() < size ? Mono.just(false) : work(all, witness))
                .defaultIfEmpty(false);
    }

    private Mono<Boolean> work(Communicator all, Witness witness) {
        int[] names = new int[size];
        int[] sum = new int[1];
        return all.allgather(Buffers.of(new int[] {witness.name}), Buffers.of(names))
                .then(all.allreduce(Buffers.of(new int[] {witness.rank + 1}), Buffers.of(sum), Op.SUM))
                .then(all.barrier())
                .then(Mono.fromSupplier(() -> {
                    assertThat(sum[0]).isEqualTo(size * (size + 1) / 2);
                    return 1;
                }))
                .onErrorResume(Comeback::isLoss, lost -> all.failures().revoke().thenReturn(0))
                .flatMap(flag -> all.failures().agree(flag))
                .onErrorResume(Comeback::isLoss, lost -> Mono.just(0))
                .map(flag -> {
                    if (flag == 1) {
                        groups.add(IntStream.of(names).boxed().toList());
                        isAgreed = true;
                        agreed.tryEmitEmpty();
                    }
                    return flag == 1;
                });
    }

    private static boolean isLoss(Throwable thrown) {
        return thrown instanceof MpiException
                && (thrown instanceof ProcessFailedException
                        || thrown instanceof ProcessFailedPendingException
                        || thrown instanceof RevokedException);
    }

    // ---- What was seen

    /** What one process sees of the others, in its order. */
    private final class Witness {

        private final Communicator world;
        private final int rank;
        private final int name;
        private final Disposable.Composite waiting = Disposables.composite();
        private final Map<Integer, Member> now = new TreeMap<>();
        private final List<String> seen = new ArrayList<>();
        /** By rank and incarnation: the process that was heard as that. */
        private final Map<String, Integer> heard = new TreeMap<>();

        /** The same: the receives that have not ended. */
        private final Map<String, Boolean> open = new TreeMap<>();

        Witness(Communicator world, int name) {
            this.world = world;
            this.rank = world.rank();
            this.name = name;
        }

        Disposable watch() {
            waiting.add(world.receive(Mpi.ANY_SOURCE, NAME)
                    .contextWrite(Mpi.LISTENING)
                    .onErrorResume(Comeback::isLoss, lost -> lostInTheMiddle())
                    .repeat()
                    .subscribe(
                            message -> hear(
                                    message.status().source(), message.payload().getInt()),
                            failed -> check(false, "a listener that fails: " + failed)));
            waiting.add(world.session()
                    .members()
                    .filter(member -> member.rank() != rank)
                    .subscribe(this::see));
            return waiting;
        }

        /** A part of a message has come, whose sender was killed: the receive that has met it ends, and no other one. */
        private Mono<Message> lostInTheMiddle() {
            seen.add("half a message");
            return Mono.empty();
        }

        private void see(Member member) {
            Member before = now.put(member.rank(), member);
            seen.add(member.rank() + " " + member.state() + " " + member.incarnation());
            if (before != null) {
                checkOrder(before, member);
            }
            boolean isNew = before == null || before.incarnation() < member.incarnation();
            if (member.isPresent() && isNew) {
                // Both fail where it is lost: that is what is looked at, or what nobody minds.
                waiting.add(world.isend(Buffers.ints(name), member.rank(), NAME)
                        .onErrorComplete(Comeback::isLoss)
                        .subscribe());
                String process = key(member);
                open.put(process, true);
                waiting.add(world.receive(member.rank(), NEVER)
                        .subscribe(message -> check(false, "a message that nobody has sent"), lost -> lose(process)));
            }
        }

        private void checkOrder(Member before, Member member) {
            boolean isSame = before.incarnation() == member.incarnation();
            boolean isNext = before.incarnation() + 1 == member.incarnation();
            boolean isOver = before.state() == Member.State.FAILED || before.state() == Member.State.LEFT;
            check(
                    switch (member.state()) {
                        case AWAITED -> false;
                        case SUSPECT -> isSame && before.isPresent();
                        case FAILED, LEFT -> isSame && !isOver;
                        case JOINED ->
                            isNext && before.state() == Member.State.AWAITED
                                    || isSame && before.state() == Member.State.SUSPECT;
                        case RETURNED -> isNext && isOver || isSame && before.state() == Member.State.SUSPECT;
                    },
                    "such an order");
        }

        /** The receive from a process has failed: its end was told before. */
        private void lose(String process) {
            Member lost = now.get(Integer.parseInt(process.split(" ")[0]));
            seen.add("receive from " + process);
            open.remove(process);
            check(!process.equals(key(lost)) || lost.state() == Member.State.FAILED, "a loss before FAILED");
        }

        private void hear(int source, int from) {
            Member sender = now.get(source);
            seen.add("message of " + from);
            check(sender != null && sender.incarnation() > 0, "a message before JOINED");
            Integer known = heard.putIfAbsent(key(sender), from);
            check(known == null || known == from, "messages of two processes as of one");
        }

        /** Nobody hears of what is thrown where a member or a message is told. */
        private void check(boolean isRight, String what) {
            if (!isRight) {
                wrong.add(what + ": " + this);
            }
        }

        @Override
        public String toString() {
            return "process " + name + " " + seen;
        }

        /** Whatever one has seen of another: each process as one incarnation, the one that is in the group, and what was asked of all before has ended. */
        void checkEnd() {
            check(new HashSet<>(heard.values()).size() == heard.size(), "one process as two");
            groups.get(0).stream()
                    .filter(other -> other != name)
                    .forEach(other -> check(heard.containsValue(other), "nothing heard of process " + other));
            open.keySet()
                    .forEach(process -> check(
                            process.equals(key(now.get(Integer.parseInt(process.split(" ")[0])))),
                            "a receive from " + process + ", which has not ended"));
        }
    }

    private static String key(Member member) {
        return member.rank() + " " + member.incarnation();
    }

    /** What has to be so after each run. */
    void check() {
        assertThat(new HashSet<>(groups)).as("who has come together").hasSize(1);
        witnesses.stream().filter(each -> groups.get(0).contains(each.name)).forEach(Witness::checkEnd);
        assertThat(wrong).isEmpty();
    }

    /** Where one has come after the other: that no rank has heard of a later one before. */
    void checkOrder() {
        for (Witness each : witnesses) {
            List<Integer> names = List.copyOf(each.heard.values());
            assertThat(names).as("%s", each).isSorted();
        }
    }

    /** The processes that have agreed, by rank, from 1. */
    List<Integer> together() {
        return groups.get(0).stream().map(name -> name % OF_A_RANK).toList();
    }

    /** How many processes of a rank have begun. */
    int starts(int rank) {
        return started[rank];
    }

    @Override
    public String toString() {
        return witnesses.stream().map(Witness::toString).collect(Collectors.joining("\n"));
    }
}
