package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;
import static org.reactivempi.conformance.simulated.conversations.Data.ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.reactivempi.AttributeKey;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.SessionView;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Communicators of one group and of two: how they are made and freed, and that their messages do not mix. */
final class Communicators {

    private Communicators() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic(
                        "RCV-6, COL-3 communicators that are made and freed", 4, Communicators::communicators),
                new Conversation(
                        "RCV-6, COL-28, ENV-2 communicators that are freed while their operations are under way",
                        3,
                        Communicators::freedEarly),
                new Conversation(
                        "SES-3, RCV-6 communicators of texts and tags, made by each rank in another order",
                        3,
                        Communicators::texts),
                new Conversation(
                        "SES-1, SES-2, SES-4, SES-5 sessions that are opened, used by two groups, and closed",
                        3,
                        Communicators::sessions),
                Conversation.basic("ICM-1, ICM-3, ICM-6 two groups", 4, Communicators::twoGroups),
                new Conversation(
                        "ICM-1, ICM-2, ICM-4, ICM-5, ICM-6 messages and operations of two groups, all at a time",
                        4,
                        Communicators::betweenGroups));
    }

    private static Publisher<?> communicators(Communicator world) {
        return Mono.zip(world.dup(), world.split(world.rank() % 2, -world.rank()))
                .flatMap(made -> {
                    Communicator dup = made.getT1();
                    Communicator half = made.getT2();
                    int[] sum = new int[1];
                    return half.allreduce(Buffers.of(new int[] {world.rank()}), Buffers.of(sum), Op.SUM)
                            .then(dup.isend(buffer(world.rank(), 0, 24), (world.rank() + 1) % 4, 1))
                            .then(dup.receive(Mpi.ANY_SOURCE, 1))
                            .doOnNext(message -> {
                                check(message, (world.rank() + 3) % 4, 0, 24);
                                assertThat(sum[0]).isEqualTo(world.rank() % 2 == 0 ? 2 : 4);
                            })
                            .then(half.free())
                            .then(dup.free());
                });
    }

    /** What has been started goes on, and a communicator that is made meanwhile gets none of it. */
    private static Publisher<?> freedEarly(Communicator world) {
        AttributeKey<Integer> key = AttributeKey.<Integer>of("depth").copy(depth -> Optional.of(depth + 1));
        world.attributes().set(key, 0);
        return world.dup()
                .flatMap(first -> {
                    assertThat(first.attributes().get(key)).contains(1);
                    return Mono.when(
                            traffic(first, 1),
                            first.dup().flatMap(second -> {
                                assertThat(second.attributes().get(key)).contains(2);
                                return Mono.when(traffic(second, 2), second.free());
                            }),
                            traffic(world, 0),
                            first.free(),
                            world.split(0, -world.rank())
                                    .flatMap(third -> Mono.when(third.free()).then()));
                })
                .doOnSuccess(none -> world.attributes().delete(key));
    }

    /** Two messages to the next rank, received from any source and with any tag, and an operation between them. */
    private static Mono<Void> traffic(Communicator at, int number) {
        int size = at.size();
        int left = (at.rank() + size - 1) % size;
        int[] next = new int[size];
        List<Mono<?>> all = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            all.add(at.isend(buffer(10 * number + at.rank(), i), (at.rank() + 1) % size, 5));
        }
        all.add(at.allreduce((long) number, Op.SUM)
                .doOnNext(sum -> assertThat(sum).isEqualTo((long) number * size)));
        for (int i = 1; i <= 2; i++) {
            all.add(at.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).doOnNext(message -> {
                assertThat(message.status().source()).isEqualTo(left);
                check(message, 10 * number + left, ++next[left]);
            }));
        }
        return Mono.when(all);
    }

    private static Publisher<?> texts(Communicator world) {
        int rank = world.rank();
        SessionView session = world.session();
        List<Mono<Void>> all = new ArrayList<>();
        for (String text : List.of("one", "AaAa", "BBBB")) {
            all.add(session.create(world.group(), text)
                    .flatMap(made ->
                            traffic(made, text.length() + text.charAt(0)).then(made.free())));
        }
        for (int tag = 0; tag < 2; tag++) {
            int nth = tag;
            // Ranks 0 and 1, and ranks 1 and 2, so that rank 1 makes both at a time.
            if (rank == tag || rank == tag + 1) {
                all.add(world.create(world.group().incl(tag + 1, tag), tag).flatMap(made -> {
                    assertThat(made.rank()).isEqualTo(rank == nth + 1 ? 0 : 1);
                    return traffic(made, 6 + nth).then(made.free());
                }));
            }
        }
        Collections.rotate(all, rank);
        return Mono.when(all);
    }

    /** Ranks 0 and 2 are a group, rank 1 is the other one. */
    private static Publisher<?> sessions(Communicator world) {
        boolean isPair = world.rank() != 1;
        return Flux.range(0, 2)
                .flatMap(nth -> world.session()
                        .open()
                        .flatMap(session -> session.group("mpi://WORLD")
                                .flatMap(all -> {
                                    assertThat(session.processSets()).contains("mpi://WORLD", "mpi://SELF");
                                    Mono<Void> sums =
                                            session.create(all, "sums " + nth).flatMap(made -> traffic(made, nth));
                                    Mono<Void> both = session.intercommunicator(
                                                    isPair ? all.incl(0, 2) : all.incl(1),
                                                    isPair ? all.incl(1) : all.incl(0, 2),
                                                    "groups " + nth)
                                            .flatMap(groups -> groups.allreduce(world.rank() + 10L * nth, Op.SUM)
                                                    .doOnNext(sum -> assertThat(sum)
                                                            .isEqualTo(isPair ? 1 + 10L * nth : 2 + 20L * nth))
                                                    .then());
                                    return nth == world.rank() % 2 ? Mono.when(sums, both) : Mono.when(both, sums);
                                })
                                .then(session.close())));
    }

    private static Publisher<?> twoGroups(Communicator world) {
        return world.split(world.rank() / 2, 0)
                .flatMap(half -> half.intercommunicator(0, world, world.rank() < 2 ? 2 : 0, 9)
                        .flatMap(both -> {
                            int[] other = new int[2];
                            Buffer room = Buffers.of(other);
                            return both.allgather(Buffers.of(new int[] {world.rank()}), room)
                                    .then(Mono.fromRunnable(() -> assertThat(other)
                                            .containsExactly(world.rank() < 2 ? new int[] {2, 3} : new int[] {0, 1})))
                                    .then(both.merge(world.rank() < 2))
                                    .flatMap(merged -> merged.barrier().then(merged.free()))
                                    .then(both.free());
                        })
                        .then(half.free()));
    }

    private static Publisher<?> betweenGroups(Communicator world) {
        boolean isFirst = world.rank() == 3;
        // Rank 3 alone, and the others, who have another order in their group than in the world.
        return world.split(isFirst ? 0 : 1, -world.rank())
                .flatMap(own -> own.intercommunicator(0, world, isFirst ? 2 : 3, 4)
                        .flatMap(both -> both.dup()
                                .flatMap(copy -> Mono.when(
                                                exchange(both, isFirst, 0), exchange(copy, isFirst, 1), traffic(own, 5))
                                        .then(copy.free()))
                                .then(both.free()))
                        .then(own.free()));
    }

    private static Mono<Void> exchange(Intercommunicator both, boolean isFirst, int number) {
        int remote = both.remoteSize();
        int rank = both.rank();
        // What a group has for the other: rank r's block for rank s.
        int length = 130;
        int[] sent = new int[remote * length];
        int[] room = new int[remote * length];
        for (int to = 0; to < remote; to++) {
            System.arraycopy(ints(rank, 10 * number + to, length), 0, sent, to * length, length);
        }
        int[] told = isFirst ? ints(7, number, 200) : new int[200];
        int root = isFirst ? Mpi.ROOT : 0;
        int[] next = new int[remote];
        List<Mono<?>> all = new ArrayList<>();
        all.add(both.alltoall(Buffers.of(sent), Buffers.of(room)));
        all.add(both.bcast(Buffers.of(told), root));
        for (int i = 0; i < 2 * remote; i++) {
            all.add(both.isend(buffer(rank, i / remote + 2 * number), i % remote, 3));
            all.add(both.receive(Mpi.ANY_SOURCE, 3).doOnNext(message -> {
                int from = message.status().source();
                check(message, from, 2 * number + next[from]++);
            }));
        }
        return Mono.when(all).then(Mono.fromRunnable(() -> {
            assertThat(told).isEqualTo(ints(7, number, 200));
            for (int from = 0; from < remote; from++) {
                assertThat(Arrays.copyOfRange(room, from * length, (from + 1) * length))
                        .isEqualTo(ints(from, 10 * number + rank, length));
            }
        }));
    }
}
