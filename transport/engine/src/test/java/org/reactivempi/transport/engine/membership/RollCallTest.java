package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall.Step;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;

/** Processes that come together while others are lost and come again, each pair with a queue each way, in any order. */
class RollCallTest {

    private static final int LARGEST = 12;

    /** Of the job, other ones from seed to seed: the more ranks there are, the more may propose at once. */
    private int size;

    /** What is on the way between two processes, in order; a loss and a return travel after it. */
    private final Map<Integer, Deque<Runnable>> ways = new HashMap<>();

    private Process[] processes = {};
    /** How often two ranks have lost each other that both live. */
    private int[][] links = {};

    private final List<Process> all = new ArrayList<>();
    private int nextOffer;
    private long nextProcess = 1;

    private final class Process implements RollCall.Ranks {

        private final int rank;
        /** Tells it from others of its rank: the upper half of its calls' numbers. */
        private final long number;

        private final RollCall rollCall;
        private final BitSet there = new BitSet();
        /** With which processes its links are; what it says reaches no others. */
        private final Process[] known = new Process[size];
        /** Over which of their links, as they have lost each other before. */
        private final int[] link = new int[size];

        private final Map<Step, Integer> sent = new EnumMap<>(Step.class);
        private final List<Gathering> outcomes = new ArrayList<>();
        /** By the number of an outcome: with which processes its links were then. */
        private final Map<Integer, Process[]> met = new HashMap<>();

        private int calls;
        private boolean lives = true;

        Process(int rank) {
            this(rank, nextProcess++ << Integer.SIZE);
        }

        Process(int rank, long first) {
            this.rank = rank;
            number = first;
            rollCall = new RollCall(this, first);
            there.set(0, size);
        }

        void call() {
            calls++;
            rollCall.begin(() -> nextOffer++, outcome -> {
                outcomes.add(outcome);
                met.put(outcome.offer(), known.clone());
            });
        }

        @Override
        public String toString() {
            return rank + " sees " + there + ": " + rollCall;
        }

        int sent(Step step) {
            return sent.getOrDefault(step, 0);
        }

        boolean waits() {
            return outcomes.size() < calls;
        }

        @Override
        public int self() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean isThere(int other) {
            return there.get(other);
        }

        @Override
        public boolean isOfAnother(int other, long call) {
            return (known[other].number ^ call) >>> Integer.SIZE != 0;
        }

        @Override
        public void open(int other) {}

        @Override
        public void send(int other, Step step, int offer, long number, SortedMap<Integer, Long> calls) {
            if (!lives) {
                return;
            }
            sent.merge(step, 1, Integer::sum);
            Process to = known[other];
            if (!there.get(other) || link[other] != links[rank][other]) {
                return;
            }
            SortedMap<Integer, Long> copy = new TreeMap<>(calls);
            way(this, other).add(new Message(() -> {
                if (to.lives && to == processes[other]) {
                    to.rollCall.on(step, rank, offer, number, copy);
                }
            }));
        }
    }

    /** What may be lost with the link that carries it, other than the news of that. */
    private record Message(Runnable delivery) implements Runnable {

        @Override
        public void run() {
            delivery.run();
        }
    }

    /** All are there, and know each other. */
    private void begin(int ranks) {
        ways.clear();
        all.clear();
        nextOffer = 0;
        size = ranks;
        processes = new Process[size];
        links = new int[size][size];
        for (int rank = 0; rank < size; rank++) {
            processes[rank] = new Process(rank);
            all.add(processes[rank]);
        }
        all.forEach(each -> System.arraycopy(processes, 0, each.known, 0, size));
    }

    private Deque<Runnable> way(Process from, int to) {
        return ways.computeIfAbsent(from.rank * size + to, unused -> new ArrayDeque<>());
    }

    private void start(int rank) {
        Process made = new Process(rank);
        for (Process other : processes) {
            if (other != null && other != made && other.rank != rank) {
                made.there.set(other.rank, other.lives);
                made.known[other.rank] = other;
                made.link[other.rank] = links[rank][other.rank];
            }
        }
        processes[rank] = made;
        all.add(made);
    }

    private void kill(int rank, Random random) {
        Process dead = processes[rank];
        dead.lives = false;
        for (Process other : List.of(processes)) {
            if (other.rank != rank) {
                // Part of what it has said may never have left.
                Deque<Runnable> way = way(dead, other.rank);
                int left = random.nextInt(way.size() + 1);
                while (way.size() > left) {
                    way.removeLast();
                }
                way.add(() -> {
                    other.there.clear(rank);
                    other.rollCall.onLost(rank);
                });
            }
        }
    }

    /** Both ends learn of a new process at different times, after what was said before. */
    private void comesAgain(int rank) {
        start(rank);
        Process made = processes[rank];
        for (Process other : List.of(processes)) {
            if (other.rank != rank && other.lives) {
                way(other, rank).clear();
                way(made, other.rank).add(() -> {
                    other.known[rank] = made;
                    other.link[rank] = links[rank][other.rank];
                    other.there.set(rank);
                    other.rollCall.onReturned(rank, false);
                });
            }
        }
    }

    /** Two that live lose each other, and find each other again; one of them may not have noticed before that. */
    private void loseEachOther(int one, int other, Random random) {
        int link = ++links[one][other];
        links[other][one] = link;
        boolean both = random.nextBoolean();
        lose(processes[one], processes[other], link, true, random);
        lose(processes[other], processes[one], link, both, random);
    }

    private void lose(Process at, Process gone, int link, boolean notices, Random random) {
        Deque<Runnable> way = way(gone, at.rank);
        // The last part of what was said over this link never comes.
        while (way.peekLast() instanceof Message && random.nextInt(4) > 0) {
            way.removeLast();
        }
        way.addLast(() -> {
            if (notices && at.known[gone.rank] == gone) {
                at.there.clear(gone.rank);
                at.rollCall.onLost(gone.rank);
            }
        });
        way.addLast(() -> {
            if (at.known[gone.rank] == gone) {
                at.link[gone.rank] = link;
                at.there.set(gone.rank);
                at.rollCall.onReturned(gone.rank, true);
            }
        });
    }

    private boolean deliver(Random random) {
        List<Deque<Runnable>> busy =
                ways.values().stream().filter(way -> !way.isEmpty()).toList();
        if (busy.isEmpty()) {
            return false;
        }
        busy.get(random.nextInt(busy.size())).remove().run();
        return true;
    }

    @Test
    @DisplayName("MBR-4 each rank that waits for others knows who of those below it has not called")
    void absent() {
        begin(4);
        assertThat(processes[0].rollCall.absent().isEmpty()).isTrue();
        processes[0].call();
        processes[2].call();
        Random random = new Random(1);
        while (deliver(random)) {
            // In any order.
        }
        assertThat(processes[0].rollCall.absent()).isEqualTo(BitSet.valueOf(new long[] {0b0010}));
        assertThat(processes[2].rollCall.absent()).isEqualTo(BitSet.valueOf(new long[] {0b1000}));
        processes[1].call();
        processes[3].call();
        while (deliver(random)) {
            // In any order.
        }
        assertThat(processes[0].rollCall.absent().isEmpty()).isTrue();
        assertThat(processes).noneMatch(Process::waits);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 256})
    @DisplayName("SIM-24 each rank sends log N packets in a roll call of all, also in one after others are lost")
    void growth(int ranks) {
        begin(ranks);
        Random random = new Random(ranks);
        int log = Integer.numberOfTrailingZeros(ranks);
        for (int time = 0; time < 3; time++) {
            all.forEach(each -> each.sent.clear());
            living().forEach(Process::call);
            while (deliver(random)) {
                // In any order.
            }
            assertThat(living()).noneMatch(Process::waits);
            // Ranks that have lost inner ones of the tree have the ranks below these.
            int children = time < 2 ? log : 2 * log;
            assertThat(living()).allSatisfy(each -> {
                assertThat(each.sent(Step.CALL)).isLessThanOrEqualTo(2);
                assertThat(each.sent(Step.PROPOSAL)).isLessThanOrEqualTo(children);
                assertThat(each.sent(Step.PROMISE)).isLessThanOrEqualTo(1);
                assertThat(each.sent(Step.DECISION)).isLessThanOrEqualTo(children);
                assertThat(each.sent(Step.RELEASE) + each.sent(Step.REFUSAL)).isZero();
            });
            assertThat(living().stream()
                            .mapToInt(each -> each.sent(Step.DECISION))
                            .sum())
                    .isEqualTo(living().size() - 1);
            if (time == 1) {
                IntStream.range(0, ranks).filter(rank -> rank % 4 == 2).forEach(rank -> kill(rank, random));
                while (deliver(random)) {
                    // All notice.
                }
            }
        }
    }

    @Test
    @DisplayName("RES-3 steps that no rank would take, of calls and proposals that are there or not, make no rank fail")
    void strangeSteps() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            begin(8);
            Process process = new Process(random.nextInt(size), 100);
            System.arraycopy(processes, 0, process.known, 0, size);
            for (int step = 0; step < 20; step++) {
                int from = (process.rank + 1 + random.nextInt(size - 1)) % size;
                switch (random.nextInt(8)) {
                    case 0 -> process.call();
                    case 1 -> {
                        process.there.flip(from);
                        if (process.there.get(from)) {
                            process.rollCall.onReturned(from, random.nextBoolean());
                        } else {
                            process.rollCall.onLost(from);
                        }
                    }
                    default -> {
                        SortedMap<Integer, Long> about = new TreeMap<>();
                        IntStream.range(0, random.nextInt(size))
                                .forEach(entry -> about.put(random.nextInt(size), 99L + random.nextInt(4)));
                        Step[] steps = Step.values();
                        process.rollCall.on(
                                steps[random.nextInt(steps.length)],
                                from,
                                random.nextInt(3) - 1,
                                99L + random.nextInt(4),
                                about);
                    }
                }
            }
            assertThat(process.outcomes.size()).isLessThanOrEqualTo(process.calls);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName(
            "MBR-4 whoever lives and calls has the same outcome as all others in it, whatever goes and comes meanwhile")
    void anyOrder(int quarter) {
        for (int seed = quarter * 2500; seed < (quarter + 1) * 2500; seed++) {
            nextProcess = 1;
            begin(3 + seed % (LARGEST - 2));
            run(new Random(seed), seed);
        }
    }

    private void run(Random random, int seed) {
        for (int step = 0; step < 150; step++) {
            int rank = random.nextInt(size);
            switch (random.nextInt(13)) {
                case 12 -> {
                    int other = random.nextInt(size);
                    if (random.nextInt(3) == 0
                            && other != rank
                            && processes[rank].lives
                            && processes[other].lives
                            && processes[rank].known[other] == processes[other]
                            && processes[other].known[rank] == processes[rank]) {
                        loseEachOther(rank, other, random);
                    }
                }
                case 0, 1, 2 -> {
                    if (processes[rank].lives && !processes[rank].waits()) {
                        processes[rank].call();
                    }
                }
                case 3 -> {
                    if (random.nextInt(3) == 0) {
                        if (processes[rank].lives) {
                            kill(rank, random);
                        } else {
                            comesAgain(rank);
                        }
                    }
                }
                default -> deliver(random);
            }
        }
        if (random.nextBoolean()) {
            // Their coming would set others free that wait in vain, so not always.
            for (int rank = 0; rank < size; rank++) {
                if (!processes[rank].lives) {
                    comesAgain(rank);
                }
            }
        }
        finish(random, seed);
        assertAlike(seed);
        all.forEach(each -> each.outcomes.forEach(outcome -> assertSaysOfOthers(each, outcome, seed)));
        BitSet living = new BitSet();
        living().forEach(each -> living.set(each.rank));
        living().forEach(each -> assertThat(
                        each.outcomes.get(each.outcomes.size() - 1).members())
                .as("seed %d", seed)
                .isEqualTo(living));
    }

    private List<Process> living() {
        return Stream.of(processes).filter(each -> each.lives).toList();
    }

    /** All that live call until they have come together at once. */
    private void finish(Random random, int seed) {
        for (int round = 0; round < 20; round++) {
            while (deliver(random)) {
                // In any order.
            }
            if (living().stream().noneMatch(Process::waits)) {
                living().forEach(Process::call);
                while (deliver(random)) {
                    // In any order.
                }
                assertThat(living()).as("seed %d", seed).noneMatch(Process::waits);
                return;
            }
            living().stream().filter(each -> !each.waits()).forEach(Process::call);
        }
        assertThat(living()).as("seed %d: some wait for ever", seed).noneMatch(Process::waits);
    }

    /**
     * Of each process in an outcome that is not the one with which a rank has a link, that rank is told; and of no other one: it would be the
     * only one to go on without that.
     */
    private void assertSaysOfOthers(Process at, Gathering outcome, int seed) {
        Process[] met = at.met.get(outcome.offer());
        all.stream()
                .filter(each -> each != at && met[each.rank] == each && links[at.rank][each.rank] == 0)
                .filter(each -> each.met.containsKey(outcome.offer()))
                .forEach(each -> assertThat(outcome.changed().get(each.rank))
                        .as("seed %d: rank %d has met rank %d in time", seed, at.rank, each.rank)
                        .isFalse());
        all.stream()
                .filter(each -> each != at && each.met.containsKey(outcome.offer()) && met[each.rank] != each)
                .forEach(each -> assertThat(outcome.changed().get(each.rank))
                        .as(
                                "seed %d: rank %d knows that another process of rank %d is in communicator %d",
                                seed, at.rank, each.rank, outcome.offer())
                        .isTrue());
    }

    /** Others in what it was to take part in know that it was lost meanwhile. */
    private boolean hasBeenLost(int rank) {
        return IntStream.of(links[rank]).anyMatch(link -> link > 0);
    }

    private void assertAlike(int seed) {
        Map<Integer, BitSet> members = new HashMap<>();
        Map<Integer, BitSet> took = new HashMap<>();
        for (Process each : all) {
            for (Gathering outcome : each.outcomes) {
                assertThat(members.computeIfAbsent(outcome.offer(), unused -> outcome.members()))
                        .as("seed %d", seed)
                        .isEqualTo(outcome.members());
                assertThat(outcome.members().get(each.rank)).isTrue();
                took.computeIfAbsent(outcome.offer(), unused -> new BitSet()).set(each.rank);
            }
        }
        // Each process in it that lives to the end has taken part.
        members.forEach((offer, ranks) -> all.stream()
                .filter(each -> each.lives)
                .filter(each -> each.outcomes.stream().anyMatch(outcome -> outcome.offer() == offer))
                .findFirst()
                .ifPresent(witness -> {
                    Gathering seen = witness.outcomes.stream()
                            .filter(outcome -> outcome.offer() == offer)
                            .findFirst()
                            .orElseThrow();
                    assertThat(seen.members()).as("seed %d", seed).isEqualTo(ranks);
                    ranks.stream()
                            .filter(rank -> processes[rank].lives
                                    && !hasBeenLost(rank)
                                    && all.stream()
                                                    .filter(each -> each.rank == rank)
                                                    .count()
                                            == 1)
                            .forEach(rank -> assertThat(took.get(offer).get(rank))
                                    .as("seed %d: rank %d in communicator %d", seed, rank, offer)
                                    .isTrue());
                }));
    }
}
