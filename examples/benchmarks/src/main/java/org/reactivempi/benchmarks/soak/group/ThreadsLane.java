package org.reactivempi.benchmarks.soak.group;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Several threads of each rank at a time on one communicator, each with the tag of its number, some of which block; and each with a
 * communicator of its own for collectives.
 */
final class ThreadsLane implements GroupLane {

    private static final int THREADS = 4;
    private static final int MESSAGES = 25;
    private static final int CALLS = 5;
    private static final int LONGEST = 8000;
    private static final int FIRST_TAG = 400;

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, THREADS)
                .concatMap(i -> turn.all().dup())
                .collectList()
                .flatMap(own -> {
                    List<Runnable> threads = new ArrayList<>();
                    for (int i = 0; i < THREADS; i++) {
                        Turn part = Turn.of(turn.all(), turn.random().nextLong(), turn.check());
                        int tag = FIRST_TAG + i;
                        Communicator communicator = own.get(i);
                        threads.add(() -> work(part, communicator, tag));
                    }
                    return Threads.runAll(threads)
                            .then(Flux.fromIterable(own)
                                    .concatMap(Communicator::free)
                                    .then());
                });
    }

    private static void work(Turn turn, Communicator own, int tag) {
        for (int i = 0; i < MESSAGES; i++) {
            message(turn, tag);
        }
        for (int i = 0; i < CALLS; i++) {
            Values values = turn.values();
            long[] sum = new long[1];
            own.allreduce(Buffers.longs(values.at(turn.rank(), 0)), Buffers.of(sum), Op.SUM)
                    .block();
            long expected = 0;
            for (int rank = 0; rank < turn.size(); rank++) {
                expected += values.at(rank, 0);
            }
            turn.check().equal("allreduce of the thread with tag " + tag, expected, sum[0]);
        }
    }

    private static void message(Turn turn, int tag) {
        int count = turn.length(LONGEST);
        int places = 1 + turn.random().nextInt(turn.size());
        int source = turn.after(-places);
        Values values = turn.values();
        Buffer mine = Buffers.of(values.ints(turn.rank(), count));
        int[] room = new int[count];
        Communicator all = turn.all();
        if (turn.own().nextBoolean()) {
            all.blocking().sendrecv(mine, turn.after(places), tag, Buffers.of(room), source, tag);
        } else {
            Mono.when(all.isend(mine, turn.after(places), tag), all.irecv(Buffers.of(room), source, tag))
                    .block();
        }
        turn.check().ints("message of rank " + source + " with tag " + tag, values.ints(source, count), room);
    }
}
