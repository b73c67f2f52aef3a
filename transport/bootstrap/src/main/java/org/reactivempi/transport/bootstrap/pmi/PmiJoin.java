package org.reactivempi.transport.bootstrap.pmi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Orphan;
import reactor.core.publisher.Mono;

/**
 * How a process becomes a rank: the first commands of a connection.
 *
 * <pre>
 *  initack (by port only)   -> size, rank; with a token where the launcher is ours
 *  init, get_maxes          -> version, longest value
 *  get_my_kvsname           -> the job's name
 *  get PMI_process_mapping  -> ranks on this host, where the environment doesn't say
 * </pre>
 * Where the environment names the job, as Slurm's does, it is PMI-2 that is asked for first:
 *
 * <pre>
 *  init                     -> version 2, or else as above
 *  fullinit                 -> size, rank
 * </pre>
 */
public final class PmiJoin {

    private static final Duration FIRST_ANSWER = Duration.ofSeconds(30);
    private static final String LOCAL_RANKS = "MPI_LOCALNRANKS";
    /** Set by launchers that speak PMI-2. */
    private static final String JOB_ID = "PMI_JOBID";

    private final PmiClient client;
    private final Map<String, String> environment;
    private final Consumer<String> whenOrphaned;

    private PmiJoin(PmiClient client, Map<String, String> environment, Consumer<String> whenOrphaned) {
        this.client = client;
        this.environment = environment;
        this.whenOrphaned = whenOrphaned;
    }

    /**
     * Whether a launcher that speaks PMI started the process with this environment.
     *
     * @param environment the process's environment
     * @return true where {@code PMI_PORT} or {@code PMI_FD} is set
     */
    public static boolean launched(Map<String, String> environment) {
        return environment.containsKey(PmiPort.PORT) || environment.containsKey(PmiDescriptor.DESCRIPTOR);
    }

    /**
     * Joins the job of the launcher that the environment names. Where the launcher goes away later, or the thread
     * that talks to it ends by an Error, the process ends with code 1, since nothing else could stop it.
     *
     * @param environment the process's environment
     * @return cold: each subscription opens a connection; the rank, or a {@link BootstrapException}
     */
    public static Mono<Bootstrap> join(Map<String, String> environment) {
        return join(environment, FIRST_ANSWER, Orphan::end);
    }

    /**
     * As {@link #join(Map)}, for a launcher in the same process.
     *
     * @param environment what a process of the rank would have for its environment
     * @param firstAnswer how long the launcher may take to answer for the first time
     * @param whenOrphaned is told why, in place of the process's end
     * @return as {@link #join(Map)}
     */
    public static Mono<Bootstrap> join(
            Map<String, String> environment, Duration firstAnswer, Consumer<String> whenOrphaned) {
        return Mono.defer(() -> environment.containsKey(PmiPort.PORT)
                ? byPort(PmiPort.of(environment), environment, firstAnswer, whenOrphaned)
                : byDescriptor(PmiDescriptor.of(environment), environment, firstAnswer, whenOrphaned));
    }

    private static Mono<Bootstrap> byPort(
            PmiPort port, Map<String, String> environment, Duration firstAnswer, Consumer<String> whenOrphaned) {
        PmiClient client = PmiClient.start(port::connect, port.id(), firstAnswer, whenOrphaned);
        return new PmiJoin(client, environment, whenOrphaned)
                .join(Mono.fromSupplier(port::initack)
                        .flatMap(initack -> client.call(initack, "initack", "set", "set", "set"))
                        .map(PmiPlace::of))
                .onErrorMap(BootstrapException.class, e -> named(port, e));
    }

    private static Mono<Bootstrap> byDescriptor(
            PmiDescriptor descriptor,
            Map<String, String> environment,
            Duration firstAnswer,
            Consumer<String> whenOrphaned) {
        PmiPlace place = new PmiPlace(descriptor.rank(), descriptor.size());
        return byConnection(descriptor::take, place, environment, firstAnswer, whenOrphaned);
    }

    /** On a connection by which the launcher knows already which rank this is. */
    static Mono<Bootstrap> byConnection(
            PmiClient.Connector connector,
            PmiPlace place,
            Map<String, String> environment,
            Duration firstAnswer,
            Consumer<String> whenOrphaned) {
        PmiClient client = PmiClient.start(connector, place.rank(), firstAnswer, whenOrphaned);
        return new PmiJoin(client, environment, whenOrphaned).join(Mono.just(place));
    }

    /** Says which launcher it was, unless the message does. */
    private static BootstrapException named(PmiPort port, BootstrapException error) {
        String message = String.valueOf(error.getMessage());
        if (message.contains(PmiPort.PORT)) {
            return error;
        }
        return new BootstrapException(
                "cannot join the job at " + PmiPort.PORT + "=" + port.host() + ":" + port.port() + " as " + PmiPort.ID
                        + "=" + port.id() + ": " + message,
                error);
    }

    private Mono<Bootstrap> join(Mono<PmiPlace> placed) {
        return placed.flatMap(place -> agree(place)
                        .flatMap(job -> ranksOnHost(place, job.id())
                                .map(onHost -> joined(place, onHost, job.id(), job.valueLengthMax()))))
                .doOnError(error -> client.close())
                .doOnCancel(client::close);
    }

    private Bootstrap joined(PmiPlace place, int ranksOnHost, String jobId, int valueLengthMax) {
        client.watch(lost -> whenOrphaned.accept("rank " + place.rank() + " ends, since its launcher is gone"));
        JobPlace known = new JobPlace(jobId, place.rank(), place.size(), ranksOnHost, new JobJvm(1, environment));
        PmiRank rank = new PmiRank(client, known, valueLengthMax);
        return new Bootstrap(known, Optional.of(rank), rank);
    }

    private Mono<PmiLine> call(PmiLine command, String answer) {
        return client.call(command, answer).map(answers -> answers.get(0));
    }

    /** What the two versions tell in different ways. */
    private record Job(String id, int valueLengthMax) {}

    private Mono<Job> agree(PmiPlace place) {
        @Nullable String jobId = environment.get(JOB_ID);
        if (jobId == null || environment.containsKey(PmiPort.PORT)) {
            return agreeToFirst();
        }
        return init(2, 0).flatMap(answer -> answer.agreesTo(2) ? fullInit(place, jobId) : agreeToFirst());
    }

    private Mono<Job> agreeToFirst() {
        return init(1, 1)
                .doOnNext(answer -> {
                    if (!answer.succeeded()) {
                        throw new BootstrapException("the launcher does not speak PMI 1.1: it answered " + answer);
                    }
                })
                .then(valueLengthMax())
                .flatMap(lengthMax -> jobId().map(jobId -> new Job(jobId, lengthMax)));
    }

    private Mono<PmiLine> init(int version, int subversion) {
        return call(
                PmiLine.command("init").with("pmi_version", version).with("pmi_subversion", subversion),
                PmiLine.INITIALIZED);
    }

    private Mono<Job> fullInit(PmiPlace place, String jobId) {
        PmiLine fullInit = PmiLine.command(Pmi2Messages.FULLINIT)
                .with("pmijobid", jobId)
                .with("pmirank", place.rank())
                .with("threaded", "FALSE");
        return call(fullInit, Pmi2Messages.FULLINIT + "-response").map(answer -> {
            if (!answer.succeeded()) {
                throw new BootstrapException("the launcher does not take this rank: it answered " + answer);
            }
            PmiPlace told = new PmiPlace(answer.getInt("rank"), answer.getInt("size"));
            if (!told.equals(place)) {
                throw new BootstrapException("the launcher says that this is rank " + told.rank() + " of " + told.size()
                        + ", and the environment rank " + place.rank() + " of " + place.size());
            }
            return new Job(jobId, Pmi2Messages.VALUE_LENGTH_MAX);
        });
    }

    private Mono<Integer> valueLengthMax() {
        return call(PmiLine.command("get_maxes"), "maxes").map(answer -> answer.getInt("vallen_max"));
    }

    private Mono<String> jobId() {
        return call(PmiLine.command("get_my_kvsname"), "my_kvsname").map(answer -> answer.get("kvsname"));
    }

    private Mono<Integer> ranksOnHost(PmiPlace place, String jobId) {
        @Nullable String told = environment.get(LOCAL_RANKS);
        if (told != null) {
            return Mono.fromSupplier(() -> PmiNumbers.parse(LOCAL_RANKS, told, 1, place.size()));
        }
        PmiLine get = PmiLine.command("get").with("kvsname", jobId).with("key", ProcessMapping.KEY);
        return call(get, "get_result").map(answer -> ranksOnHost(answer, place));
    }

    private static int ranksOnHost(PmiLine answer, PmiPlace place) {
        @Nullable String mapping = answer.succeeded() ? answer.find("value") : null;
        return mapping == null
                ? place.size()
                : ProcessMapping.ranksOnHost(mapping, place.rank(), place.size())
                        .orElse(place.size());
    }
}
