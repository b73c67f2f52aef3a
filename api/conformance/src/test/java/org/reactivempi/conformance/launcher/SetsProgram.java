package org.reactivempi.conformance.launcher;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.SessionView;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each rank prints the sets of processes that it knows, in one line. */
public final class SetsProgram {

    private SetsProgram() {}

    /** One rank. */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> sets(world.session())
                        .doOnNext(sets -> System.out.println("rank " + world.rank() + ": " + sets)));
    }

    private static Mono<String> sets(SessionView session) {
        return Flux.fromIterable(session.processSets())
                .concatMap(name -> session.group(name).map(group -> name + "=" + members(group)))
                .collect(Collectors.joining(" "));
    }

    private static String members(Group group) {
        return IntStream.range(0, group.size())
                .mapToObj(rank -> Integer.toString(group.worldRank(rank)))
                .collect(Collectors.joining(","));
    }
}
