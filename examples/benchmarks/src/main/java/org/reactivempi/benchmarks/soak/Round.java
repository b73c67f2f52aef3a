package org.reactivempi.benchmarks.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/**
 * A round of one rank: what it sends to each other rank and receives from it, in several lanes at the same time, and the
 * collectives of all. Both ends of a lane draw the same from its seed, so each knows what the other does.
 */
final class Round {

    private final Communicator world;
    private final long seed;
    private final Ledger ledger;
    private final Cargo cargo;
    private final List<Lane> lanes;
    private final Map<Integer, Sequence> sequences = new HashMap<>();

    Round(Communicator world, long seed, Ledger ledger) {
        this.world = world;
        this.seed = seed;
        this.ledger = ledger;
        this.cargo = new Cargo(seed);
        this.lanes = List.of(
                new PlainLane(cargo),
                new ProbedLane(cargo),
                new PersistentLane(cargo),
                new StreamLane(cargo),
                new CancelLane(ledger));
    }

    /** Runs the round of this number; completes when all that was sent has arrived. */
    Mono<Void> run(long number) {
        List<Mono<Void>> all = new ArrayList<>();
        for (int peer = 0; peer < world.size(); peer++) {
            if (peer != world.rank()) {
                for (Lane lane : lanes) {
                    all.add(lane.send(way(lane, number, world.rank(), peer)));
                    all.add(lane.receive(way(lane, number, peer, world.rank())));
                }
            }
        }
        all.add(new Collectives(world, new Random(mixed(number, 0, 0, 0))).run());
        return Mono.when(all);
    }

    private Way way(Lane lane, long number, int from, int to) {
        int tag = 1 + lanes.indexOf(lane);
        Random random = new Random(mixed(number, from, to, tag));
        int peer = from == world.rank() ? to : from;
        Sequence sequence = sequences.computeIfAbsent(peer * lanes.size() + tag, unused -> new Sequence(ledger));
        return new Way(world, peer, tag, number * Way.MOST_MESSAGES, random, sequence);
    }

    private long mixed(long number, int from, int to, int tag) {
        return ((seed * 1_000_003 + number) * 1009 + from) * 1009 + to * 31L + tag;
    }
}
