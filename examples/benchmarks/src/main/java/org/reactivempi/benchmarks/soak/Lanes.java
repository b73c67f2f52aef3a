package org.reactivempi.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reactivempi.Communicator;
import org.reactivempi.benchmarks.soak.group.GroupLane;
import org.reactivempi.benchmarks.soak.group.GroupLanes;
import org.reactivempi.benchmarks.soak.side.Kills;
import org.reactivempi.benchmarks.soak.side.Returns;
import org.reactivempi.benchmarks.soak.side.SideLane;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The lanes of a run, chosen from all that there are. */
final class Lanes {

    static final String KILLS = "kills";
    static final String RETURNS = "returns";

    private static final List<String> PAIRS = List.of("plain", "probed", "persistent", "streams", "cancelled");

    private final SoakOptions options;
    private final List<GroupLane> groups;

    Lanes(SoakOptions options) {
        this.options = options;
        this.groups = GroupLanes.all().stream()
                .filter(lane -> options.has(lane.name()))
                .toList();
    }

    /** All that there are. */
    static List<String> known() {
        return Stream.of(PAIRS.stream(), GroupLanes.all().stream().map(GroupLane::name), Stream.of(KILLS, RETURNS))
                .flatMap(names -> names)
                .toList();
    }

    /** Those of this run. */
    List<String> names() {
        return known().stream()
                .filter(options::has)
                .filter(name -> !isOut(name))
                .toList();
    }

    /** Why lanes, and what else the soak does, are missing from a run over this channel; a line each. */
    List<String> missing() {
        List<String> lines = new ArrayList<>();
        if (options.has(RETURNS) && options.killEvery.isZero()) {
            lines.add("lanes kills and returns stay out: nothing is killed with --kill-every 0");
        } else if (options.has(RETURNS) && isOut(RETURNS)) {
            lines.add("lane returns stays out over " + options.channel
                    + ": ranks of a list, which alone may return, speak over tcp");
        }
        if (options.isInJvm()) {
            lines.add("no cuts and no pauses: ranks of one JVM have no connection that breaks, and stop together");
        }
        return lines;
    }

    private boolean isOut(String name) {
        return switch (name) {
            case KILLS -> options.killEvery.isZero();
            case RETURNS -> options.killEvery.isZero() || !options.channel.equals("tcp");
            default -> false;
        };
    }

    List<Lane> pairs(Cargo cargo, Ledger ledger) {
        return Stream.<Lane>of(
                        new PlainLane(cargo),
                        new ProbedLane(cargo),
                        new PersistentLane(cargo),
                        new StreamLane(cargo),
                        new CancelLane(ledger))
                .filter(lane -> options.has(lane.name()))
                .toList();
    }

    /** Each lane of all ranks with a communicator of its own. */
    Mono<Map<GroupLane, Communicator>> groups(Communicator world) {
        Map<GroupLane, Communicator> made = new LinkedHashMap<>();
        return Flux.fromIterable(groups)
                .concatMap(lane -> world.dup()
                        .doOnNext(own -> made.put(lane, own))
                        .flatMap(own -> own.buffers().attachAutomatic()))
                .then(Mono.just(made));
    }

    /** The lanes that rank 0 runs next to the rounds. */
    Map<String, SideLane> sides(Ledger ledger) {
        Map<String, SideLane> sides = new LinkedHashMap<>();
        long seed = options.seed();
        Duration every = options.killEvery;
        Duration soon = every.compareTo(options.time) < 0 ? every : options.time;
        if (names().contains(KILLS)) {
            sides.put(KILLS, new Kills(options.channel, seed, soon.dividedBy(4), every, ledger.lane(KILLS)));
        }
        if (names().contains(RETURNS)) {
            sides.put(RETURNS, new Returns(seed, soon.dividedBy(2), every, ledger.lane(RETURNS)));
        }
        return sides;
    }
}
