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
 */
public final class PmiJoin {

    private static final Duration FIRST_ANSWER = Duration.ofSeconds(30);
    private static final String LOCAL_RANKS = "MPI_LOCALNRANKS";

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

    static Mono<Bootstrap> join(Map<String, String> environment, Duration firstAnswer, Consumer<String> whenOrphaned) {
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
        PmiClient client = PmiClient.start(descriptor::take, descriptor.rank(), firstAnswer, whenOrphaned);
        return new PmiJoin(client, environment, whenOrphaned)
                .join(Mono.just(new PmiPlace(descriptor.rank(), descriptor.size())));
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
        return placed.flatMap(place -> init().then(valueLengthMax())
                        .flatMap(lengthMax -> jobId().flatMap(jobId ->
                                ranksOnHost(place, jobId).map(onHost -> joined(place, onHost, jobId, lengthMax)))))
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

    private Mono<PmiLine> init() {
        PmiLine init = PmiLine.command("init").with("pmi_version", 1).with("pmi_subversion", 1);
        return call(init, "response_to_init").doOnNext(answer -> {
            if (!answer.succeeded()) {
                throw new BootstrapException("the launcher does not speak PMI 1.1: it answered " + answer);
            }
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
