package org.reactivempi.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.reactivempi.Communicator;
import org.reactivempi.benchmarks.soak.draw.Mixed;
import org.reactivempi.benchmarks.soak.group.Check;
import org.reactivempi.benchmarks.soak.group.GroupLane;
import org.reactivempi.benchmarks.soak.group.Turn;
import reactor.core.publisher.Mono;

/**
 * A round of one rank: what it sends to each other rank and receives from it, in several lanes at the same time, and what it does
 * together with all. All ends of a lane draw the same from its seed, so each knows what the others do.
 */
final class Round {

    /** A round takes a second or two, and a pause 4 s; a peer that is lost is noticed before. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Communicator world;
    private final long seed;
    private final Ledger ledger;
    private final List<Lane> lanes;
    private final Map<GroupLane, Communicator> groups;
    private final Map<Integer, Sequence> sequences = new HashMap<>();

    /** With a communicator for each lane of all ranks. */
    Round(Communicator world, long seed, Ledger ledger, Lanes lanes, Map<GroupLane, Communicator> groups) {
        this.world = world;
        this.seed = seed;
        this.ledger = ledger;
        this.lanes = lanes.pairs(new Cargo(seed), ledger);
        this.groups = groups;
    }

    /** Runs the round of this number; completes when all that was sent has arrived. */
    Mono<Void> run(long number) {
        List<Mono<Void>> all = new ArrayList<>();
        for (int peer = 0; peer < world.size(); peer++) {
            if (peer != world.rank()) {
                for (Lane lane : lanes) {
                    Check check = check(lane.name(), number);
                    all.add(placed(check, lane.send(way(lane, number, world.rank(), peer))));
                    all.add(placed(check, lane.receive(way(lane, number, peer, world.rank()))));
                }
            }
        }
        groups.forEach((lane, communicator) -> {
            Check check = check(lane.name(), number);
            long own = Mixed.of(seed, number, lane.name().hashCode());
            all.add(placed(check, Mono.defer(() -> lane.run(Turn.of(communicator, own, check)))));
        });
        return Mono.when(all).then(Mono.defer(() -> mishap(number)));
    }

    private Check check(String lane, long number) {
        return new Check(lane, seed, number, world, ledger.lane(lane));
    }

    /** Begins in a turn of its own, so that messages move in between. */
    private Mono<Void> placed(Check check, Mono<Void> part) {
        return part.subscribeOn(world.scheduler())
                .timeout(LONGEST, world.scheduler())
                .onErrorMap(check::placed);
    }

    private Mono<Void> mishap(long number) {
        String mishap = ledger.mishap();
        return mishap == null ? Mono.empty() : Mono.error(Check.failure(mishap, seed, number, world));
    }

    private Way way(Lane lane, long number, int from, int to) {
        int tag = 1 + lanes.indexOf(lane);
        Random random = new Random(mixed(number, from, to, lane.name().hashCode()));
        int peer = from == world.rank() ? to : from;
        Sequence sequence =
                sequences.computeIfAbsent(peer * lanes.size() + tag, unused -> new Sequence(ledger, lane.name(), peer));
        return new Way(world, peer, tag, number * Way.MOST_MESSAGES, random, sequence);
    }

    private long mixed(long number, int from, int to, int lane) {
        return ((seed * 1_000_003 + number) * 1009 + from) * 1009 + to * 31L + lane;
    }
}
