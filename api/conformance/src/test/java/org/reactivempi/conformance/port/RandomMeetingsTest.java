package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.number;
import static org.reactivempi.conformance.port.Jobs.port;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Many groups of two jobs that meet at the same time, by a seed. */
class RandomMeetingsTest {

    private static final int SEEDS = 6;
    private static final int RANKS = 3;

    /** The ends of a communicator of one job, and the number of a group that it is in this test. */
    private record Party(int number, List<Communicator> ends, int root) {}

    /** Two groups that are to meet, whichever of the two jobs has the port. */
    private record Couple(Party serving, Port port, Party coming) {}

    private record Met(Couple couple, List<Intercommunicator> serving, List<Intercommunicator> coming) {}

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-11 accepts and connects of many communicators and ports at the same time meet as they should")
    void random(String channel) {
        for (int seed = 0; seed < SEEDS; seed++) {
            try (Ranks one = job(channel, RANKS);
                    Ranks other = job(channel, RANKS)) {
                run(one, other, new Random(seed));
            } catch (AssertionError | IllegalStateException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Duplicates of the world, its parts, and single ranks. */
    private static List<Party> families(Ranks job, int first, Random random) {
        List<List<Communicator>> all = new ArrayList<>();
        all.add(Family.dup(worlds(job)));
        all.add(Family.dup(worlds(job)));
        for (int parts = 0; parts < 2; parts++) {
            int[] colors = random.ints(RANKS, 0, 2).toArray();
            List<Communicator> split = onAll(worlds(job), end -> end.split(colors[end.rank()], -end.rank()));
            for (int color = 0; color < 2; color++) {
                int of = color;
                List<Communicator> part = IntStream.range(0, RANKS)
                        .filter(rank -> colors[rank] == of)
                        .mapToObj(split::get)
                        .toList();
                if (!part.isEmpty()) {
                    all.add(part);
                }
            }
        }
        onAll(worlds(job), end -> end.split(end.rank(), 0)).forEach(alone -> all.add(List.of(alone)));
        List<Party> families = new ArrayList<>();
        for (List<Communicator> ends : all) {
            families.add(new Party(first + families.size(), ends, random.nextInt(ends.size())));
        }
        Collections.shuffle(families, random);
        return families;
    }

    private static void run(Ranks one, Ranks other, Random random) {
        List<Party> ofOne = families(one, 100, random);
        List<Party> ofOther = families(other, 200, random);
        List<Couple> couples = new ArrayList<>();
        for (int i = 0; i < Math.min(ofOne.size(), ofOther.size()); i++) {
            boolean swapped = random.nextBoolean();
            Party serving = swapped ? ofOther.get(i) : ofOne.get(i);
            Ranks job = swapped ? other : one;
            couples.add(new Couple(serving, port(job, rootInWorld(serving)), swapped ? ofOne.get(i) : ofOther.get(i)));
        }
        for (int round = 0; round < 2; round++) {
            List<Met> met = meetAll(couples, random);
            assertRight(met);
            met.forEach(each -> Jobs.disconnect(Jobs.both(each.serving, each.coming)));
        }
        couples.forEach(couple -> couple.port.close().block(TIMEOUT));
        ofOne.forEach(each -> Family.free(each.ends));
        ofOther.forEach(each -> Family.free(each.ends));
    }

    private static int rootInWorld(Party family) {
        return family.ends.get(0).group().worldRank(family.root);
    }

    /** All calls of all ranks, in any order, on several threads. */
    private static List<Met> meetAll(List<Couple> couples, Random random) {
        List<Runnable> calls = new ArrayList<>();
        List<List<CompletableFuture<Intercommunicator>>> serving = new ArrayList<>();
        List<List<CompletableFuture<Intercommunicator>>> coming = new ArrayList<>();
        for (Couple couple : couples) {
            serving.add(calls(
                    couple.serving,
                    calls,
                    end -> end.accept(end.rank() == couple.serving.root ? couple.port : null, couple.serving.root)));
            coming.add(calls(
                    couple.coming,
                    calls,
                    end -> end.connect(
                            end.rank() == couple.coming.root ? couple.port.name() : null, couple.coming.root)));
        }
        Collections.shuffle(calls, random);
        int threads = 4;
        Traffic.onThreads(threads, thread -> {
            for (int i = thread; i < calls.size(); i += threads) {
                calls.get(i).run();
            }
        });
        List<Met> met = new ArrayList<>();
        for (int i = 0; i < couples.size(); i++) {
            // Those that connect know why they can't.
            List<Intercommunicator> came = coming.get(i).stream().map(Jobs::get).toList();
            met.add(new Met(
                    couples.get(i), serving.get(i).stream().map(Jobs::get).toList(), came));
        }
        return met;
    }

    private static List<CompletableFuture<Intercommunicator>> calls(
            Party family, List<Runnable> calls, Function<Communicator, Mono<Intercommunicator>> call) {
        return family.ends.stream()
                .map(end -> {
                    CompletableFuture<Intercommunicator> made = new CompletableFuture<>();
                    calls.add(() -> call.apply(end).subscribe(made::complete, made::completeExceptionally));
                    return made;
                })
                .toList();
    }

    /** Each end hears from each of the other group who it is, all of them at the same time. */
    private static void assertRight(List<Met> all) {
        List<Mono<?>> traffic = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (Met met : all) {
            exchange(met.serving, met.couple.serving.number, met.coming, met.couple.coming.number, traffic, checks);
            exchange(met.coming, met.couple.coming.number, met.serving, met.couple.serving.number, traffic, checks);
        }
        Collections.shuffle(traffic, new Random(1));
        Mono.when(traffic).block(TIMEOUT);
        checks.forEach(Runnable::run);
        for (int rank = 0; rank < RANKS; rank++) {
            assertNumbersDiffer(all, rank);
        }
    }

    private static void exchange(
            List<Intercommunicator> ends,
            int own,
            List<Intercommunicator> others,
            int other,
            List<Mono<?>> traffic,
            List<Runnable> checks) {
        for (Intercommunicator end : ends) {
            assertThat(end.size()).isEqualTo(ends.size());
            assertThat(end.remoteSize()).isEqualTo(others.size());
            for (int rank = 0; rank < others.size(); rank++) {
                int from = rank;
                int[] room = new int[3];
                traffic.add(end.irecv(Buffers.of(room), from, 5));
                traffic.add(end.isend(Buffers.of(new int[] {own, end.rank(), from}), from, 5));
                checks.add(() -> assertThat(room).containsExactly(other, from, end.rank()));
            }
        }
    }

    /** Each process has its own number for each communicator that it is in. */
    private static void assertNumbersDiffer(List<Met> all, int rank) {
        Set<Integer> numbers = new HashSet<>();
        int count = 0;
        for (Met met : all) {
            for (Intercommunicator end : met.serving) {
                if (end.group().worldRank(end.rank()) == rank && isOf(met.couple.serving, 100)) {
                    count++;
                    numbers.add(number(end));
                }
            }
            for (Intercommunicator end : met.coming) {
                if (end.group().worldRank(end.rank()) == rank && isOf(met.couple.coming, 100)) {
                    count++;
                    numbers.add(number(end));
                }
            }
        }
        assertThat(numbers).hasSize(count);
    }

    private static boolean isOf(Party family, int first) {
        return family.number >= first && family.number < first + 100;
    }
}
