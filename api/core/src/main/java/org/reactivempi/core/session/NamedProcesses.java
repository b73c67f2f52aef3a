package org.reactivempi.core.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.core.communicator.SessionObjects;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.settings.ProcessSets;
import org.reactivempi.core.settings.RankHosts;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Mono;

/** The sets of processes that have names, as one rank knows them: the standard's, the library's, and the user's. */
final class NamedProcesses {

    private static final String WORLD = "mpi://WORLD";
    private static final String SELF = "mpi://SELF";
    private static final String HOST = "rmpi://HOST";
    private static final String PRESENT = "rmpi://PRESENT";
    private static final String PROGRAM = "rmpi://APP/";

    private static final String SIZE = "mpi_size";

    /** Where the launcher says how many ranks each program of the job has. */
    private static final String RANKS_OF_PROGRAMS = "MPI_APP_RANKS";

    private final JobPlace place;
    private final Engine engine;
    private final RankHosts hosts;
    private final ProcessSets sets;

    /**
     * Those of a rank.
     *
     * @param hosts of all ranks, where they are known
     * @param sets the user's
     */
    NamedProcesses(JobPlace place, Engine engine, RankHosts hosts, ProcessSets sets) {
        this.place = place;
        this.engine = engine;
        this.hosts = hosts;
        this.sets = sets;
    }

    /** All names, in the same order at each call. */
    List<String> names() {
        List<String> names = new ArrayList<>(List.of(WORLD, SELF));
        if (isHostKnown()) {
            names.add(HOST);
        }
        IntStream.range(0, ranksOfPrograms().length).forEach(program -> names.add(PROGRAM + program));
        names.add(PRESENT);
        names.addAll(sets.names());
        return List.copyOf(names);
    }

    /** The processes of a set as a group of a session. */
    Mono<Group> group(@Nullable String name, SessionObjects session, ErrorListener errors) {
        Mono<Group> group = Mono.defer(() -> {
            session.checkOpen();
            List<String> names = names();
            if (name == null || !names.contains(name)) {
                throw new MpiException(
                        ErrorClass.ARG,
                        "there is no process set " + (name == null ? "null" : "\"" + name + "\"") + "; there are "
                                + String.join(", ", names));
            }
            return name.equals(PRESENT)
                    ? present().map(ranks -> session.group(ranks.stream().mapToInt(Integer::intValue)))
                    : Mono.just(session.group(ranks(name)));
        });
        return OperationMono.of(engine, errors, "group(" + name + ")", group.publishOn(engine.scheduler()));
    }

    /** What is known of a set. */
    Mono<Map<String, String>> info(@Nullable String name, SessionObjects session, ErrorListener errors) {
        Mono<Map<String, String>> info =
                group(name, session, errors).map(group -> Map.of(SIZE, Integer.toString(group.size())));
        return OperationMono.of(engine, errors, "info(" + name + ")", info);
    }

    private IntStream ranks(String name) {
        return switch (name) {
            case WORLD -> IntStream.range(0, place.size());
            case SELF -> IntStream.of(place.rank());
            case HOST ->
                IntStream.range(0, place.size())
                        .filter(rank -> !hosts.areKnown() || hosts.of(rank) == hosts.of(place.rank()));
            default ->
                name.startsWith(PROGRAM)
                        ? ofProgram(Integer.parseInt(name.substring(PROGRAM.length())))
                        : sets.ranks(name);
        };
    }

    /** Without a list of hosts, it is known only that all ranks are on one. */
    private boolean isHostKnown() {
        return hosts.areKnown() || place.ranksOnHost() == place.size();
    }

    private IntStream ofProgram(int program) {
        int[] ranks = ranksOfPrograms();
        int first = Arrays.stream(ranks, 0, program).sum();
        return IntStream.range(first, first + ranks[program]);
    }

    /** How many ranks each program has, in the order of the ranks; none where the launcher does not say it, or says what cannot be. */
    private int[] ranksOfPrograms() {
        String told = place.jvm().environment().getOrDefault(RANKS_OF_PROGRAMS, "");
        if (!told.matches("\\d{1,7}( \\d{1,7})*")) {
            return new int[0];
        }
        int[] ranks = Arrays.stream(told.split(" ")).mapToInt(Integer::parseInt).toArray();
        return Arrays.stream(ranks).sum() == place.size() ? ranks : new int[0];
    }

    /** The ranks that have come, and have neither left nor failed, as far as this rank knows. */
    private Mono<List<Integer>> present() {
        return engine.members()
                .take(place.size())
                .filter(member -> switch (member.state()) {
                    case JOINED, SUSPECT, RETURNED -> true;
                    case AWAITED, LEFT, FAILED -> false;
                })
                .map(MemberChange::rank)
                .collectList();
    }
}
