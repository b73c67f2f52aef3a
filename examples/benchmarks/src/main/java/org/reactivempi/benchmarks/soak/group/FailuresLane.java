package org.reactivempi.benchmarks.soak.group;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.RevokedException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Communicators that are revoked while their ranks wait in them, shrunk, and agreed on. No rank has died here, so shrink keeps
 * all ranks; the lane {@code kills} shows what happens where one has.
 */
final class FailuresLane implements GroupLane {

    private static final int STEPS = 2;
    private static final int TAG = 76;

    @Override
    public String name() {
        return "failures";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, STEPS).concatMap(i -> step(turn)).then();
    }

    private static Mono<Void> step(Turn turn) {
        int revoker = turn.random().nextInt(turn.size());
        Values values = turn.values();
        return turn.all()
                .dup()
                .flatMap(doomed -> revoked(turn, doomed, revoker)
                        .then(agreed(turn, doomed, values, "revoked"))
                        .then(doomed.failures().shrink())
                        .flatMap(rest -> used(turn, rest, values).then(rest.free()))
                        .then(doomed.free()));
    }

    /** All wait for what nobody does, but one, which ends that. */
    private static Mono<Void> revoked(Turn turn, Communicator doomed, int revoker) {
        if (turn.rank() == revoker) {
            return doomed.failures().revoke();
        }
        List<Mono<Void>> waits = new ArrayList<>();
        waits.add(ended(turn, "a receive", doomed.irecv(Buffers.of(new int[1]), revoker, TAG)));
        waits.add(ended(turn, "a receive from any", doomed.receive(Mpi.ANY_SOURCE, TAG + 1)));
        waits.add(ended(turn, "a stream", doomed.receiveStream(Codecs.longValue(), revoker, TAG + 2)));
        waits.add(ended(turn, "a question", doomed.ask(1, Codecs.intValue(), Codecs.intValue(), revoker, TAG)));
        waits.add(ended(turn, "a barrier", doomed.barrier()));
        return Mono.when(waits);
    }

    private static Mono<Void> ended(Turn turn, String what, Publisher<?> wait) {
        return Flux.from(wait)
                .then(Mono.<Void>error(() ->
                        turn.check().failure(what + " in a communicator that is revoked", "its error", "its end")))
                .onErrorResume(RevokedException.class, revoked -> {
                    turn.check().passed(1);
                    return Mono.empty();
                });
    }

    private static Mono<Void> agreed(Turn turn, Communicator communicator, Values values, String which) {
        int expected = -1;
        for (int rank = 0; rank < turn.size(); rank++) {
            expected &= flag(values, rank);
        }
        int all = expected;
        return communicator
                .failures()
                .agree(flag(values, turn.rank()))
                .doOnNext(value -> turn.check().equal("agreement in a communicator that is " + which, all, value))
                .then();
    }

    private static int flag(Values values, int rank) {
        return values.intAt(rank, 0) | values.intAt(rank, 1) | values.intAt(rank, 2);
    }

    private static Mono<Void> used(Turn turn, Communicator rest, Values values) {
        turn.check().equal("size of what is left", turn.size(), rest.size());
        turn.check().equal("rank in what is left", turn.rank(), rest.rank());
        long[] sum = new long[1];
        return rest.allreduce(Buffers.longs(values.at(turn.rank(), 3)), Buffers.of(sum), Op.SUM)
                .then(Mono.fromRunnable(() -> {
                    long expected = 0;
                    for (int rank = 0; rank < turn.size(); rank++) {
                        expected += values.at(rank, 3);
                    }
                    turn.check().equal("sum of what is left", expected, sum[0]);
                }))
                .then(agreed(turn, rest, values, "left"));
    }
}
