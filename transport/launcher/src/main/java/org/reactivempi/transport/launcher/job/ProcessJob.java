package org.reactivempi.transport.launcher.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.bootstrap.JobStart;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.launcher.archive.ClassArchive;
import org.reactivempi.transport.launcher.output.Outputs;
import org.reactivempi.transport.launcher.output.SharedOutput;
import org.reactivempi.transport.launcher.plan.ByteWords;
import org.reactivempi.transport.launcher.plan.JobPlan;
import org.reactivempi.transport.launcher.plan.LauncherOptions;
import org.reactivempi.transport.launcher.plan.RemoteShell;
import org.reactivempi.transport.launcher.pmi.PmiServer;

/**
 * A job whose ranks are JVMs of their own.
 *
 * <pre>
 *  start server, start ranks --> wait for the verdict --> end the ranks that are left, close the server
 *                                                           ^
 *                        Ctrl-C, SIGTERM: a shutdown hook --+
 * </pre>
 * What brings the verdict usually comes from other threads. The one that waits looks after it itself as well, so that no job waits
 * for ever because a thread could not be had, or has ended by an Error.
 */
public final class ProcessJob {

    private static final long OUTPUT_MILLIS = 500;
    /** An abort counts after a while: ranks abort because they have lost another one, whose end is the news. */
    private static final long ABORT_MILLIS = 200;

    /** Strangers may connect as often as they like, and the user has read enough of it. */
    private static final int REFUSALS_TOLD = 20;

    private static final String SETTINGS = "REACTIVEMPI_";
    private static final Verdict UNSERVED = new Verdict(1, "the launcher cannot serve its ranks any more");
    private static final List<String> PLACE_OF_ANOTHER_JOB =
            List.of("PMI_", "PMIX_", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "MPI_APP");

    private final JobPlan plan;
    private final LauncherOptions options;
    private final Outputs outputs;
    private final Optional<Duration> startLimit;
    private final SharedOutput err;
    private final PendingVerdict verdict;
    private final ClassArchive archive;
    private final List<RankProcess> ranks = new ArrayList<>();
    private final Map<Integer, Verdict> aborted = new ConcurrentHashMap<>();
    /** Ranks that the others go on without: their ends don't count. */
    private final Set<Integer> givenUp = ConcurrentHashMap.newKeySet();

    private final AtomicReference<@Nullable Abort> firstAbort = new AtomicReference<>();
    private boolean stopped;

    /** That a rank has asked for the end of the job, and when. */
    private record Abort(Verdict verdict, long nanos) {}

    public ProcessJob(JobPlan plan, Outputs outputs) {
        this.plan = plan;
        this.options = plan.options();
        this.startLimit = plan.startLimit();
        this.outputs = outputs;
        this.err = outputs.err();
        this.verdict = new PendingVerdict(plan.ranks());
        this.archive = plan.classArchive().open();
    }

    /** Blocks until no rank is left. */
    public Verdict run() {
        Verdict end = serve();
        archive.jobEnded(end.code() == 0);
        return end;
    }

    private Verdict serve() {
        try (PmiServer server = PmiServer.start(plan.ranks(), plan.layout(), new Reports())) {
            Thread hook = new Thread(() -> stop(server), "reactive-mpi-launcher-stop");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                return run(server);
            } finally {
                ShutdownHooks.remove(hook);
            }
        } catch (IOException e) {
            return new Verdict(1, "cannot start the ranks: " + OpenFiles.explained(e.getMessage()));
        } catch (Error e) {
            // Such as that there are no more threads, or no more files for classes.
            return Verdict.broken(e);
        }
    }

    private Verdict run(PmiServer server) throws IOException {
        Questions questions = Questions.to(server::ask);
        try {
            for (int rank = 0; rank < plan.ranks(); rank++) {
                start(rank, server);
            }
            StartNews news = new StartNews(plan.ranks(), line -> err.line("reactive-mpi: " + line), System::nanoTime);
            boolean isRead = StartNews.isRead();
            return verdict.await(options.timeout, () -> {
                if (isRead) {
                    news.look(server.start().absent());
                }
                return look(server);
            });
        } finally {
            questions.close();
            while (!endRanks()) {
                // The reader of the output is slow, and gets all of it.
            }
        }
    }

    private synchronized void start(int rank, PmiServer server) throws IOException {
        if (!stopped) {
            @Nullable String host = plan.hosts().of(rank);
            RankProcess started = host == null
                    ? RankProcess.start(rank, builder(rank, server), outputs.out(rank), outputs.err(rank), this::broken)
                    : RankProcess.startBy(
                            script(rank, host, server),
                            rank,
                            new ProcessBuilder(options.shell().command(host)),
                            outputs.out(rank),
                            outputs.err(rank),
                            this::broken);
            ranks.add(started);
            started.process().onExit().thenRun(() -> lookAt(started, server));
        }
    }

    /** What has happened, and was not reported. */
    private Optional<Verdict> look(PmiServer server) {
        started().forEach(rank -> lookAt(rank, server));
        Abort abort = firstAbort.get();
        if (abort != null && System.nanoTime() - abort.nanos() >= TimeUnit.MILLISECONDS.toNanos(ABORT_MILLIS)) {
            return Optional.of(abort.verdict());
        }
        return server.isServing() ? late(server.start()) : Optional.of(UNSERVED);
    }

    private Optional<Verdict> late(JobStart start) {
        return startLimit.flatMap(
                limit -> start.late(limit).map(late -> Verdict.notStarted(limit, late, this::nameOf)));
    }

    private String nameOf(int rank) {
        @Nullable String host = plan.hosts().of(rank);
        return "rank " + rank + " ("
                + (host == null ? "process " + started().get(rank).process().pid() : "on " + host) + ")";
    }

    private void lookAt(RankProcess rank, PmiServer server) {
        try {
            if (rank.takeEnd()) {
                ended(rank.rank(), rank.process().exitValue(), server);
            }
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** A thread of the launcher's has ended before its time. */
    private void broken(Throwable why) {
        verdict.failed(Verdict.broken(why));
    }

    private void ended(int rank, int code, PmiServer server) {
        if (code != 0) {
            @Nullable String host = plan.hosts().of(rank);
            Verdict end = host != null && code == RemoteShell.UNREACHED && server.unheard(rank)
                    ? Verdict.unreached(rank, host)
                    : Verdict.rankEnded(rank, code);
            server.afterLastWords(() -> failed(rank, server, aborted.getOrDefault(rank, end)));
        } else if (server.unfinished(rank) || givenUp.contains(rank)) {
            failed(rank, server, Verdict.notFinalized(rank));
        } else {
            server.left(rank);
            verdict.rankDone();
        }
    }

    /** A rank that has asked for the end of the job gets it. Once the job ends, it is the launcher that ends the ranks. */
    private void failed(int rank, PmiServer server, Verdict end) {
        boolean isGivenUp = givenUp.contains(rank) && !aborted.containsKey(rank);
        Verdict failure = isGivenUp ? Verdict.givenUp(rank) : end;
        if (options.onFailure == LauncherOptions.OnFailure.END || aborted.containsKey(rank) || verdict.isDecided()) {
            verdict.failed(failure);
            return;
        }
        server.left(rank);
        if (!isGivenUp) {
            tellOthersGoOn(failure);
        }
        verdict.rankLost(failure);
    }

    private void tellOthersGoOn(Verdict failure) {
        failure.failure().ifPresent(reason -> err.line("reactive-mpi: " + reason + "; the others go on"));
    }

    /** For the shutdown hook; the thread that runs the job sees the ranks end and does the same again, in vain. */
    private void stop(PmiServer server) {
        verdict.failed(Verdict.STOPPED);
        synchronized (this) {
            stopped = true;
        }
        endRanks();
        server.close();
        archive.jobEnded(false);
        options.recording.end(line -> err.line("reactive-mpi: " + line));
    }

    /** Returns false if more of their output may come when it is read. */
    private boolean endRanks() {
        List<RankProcess> started = started();
        ProcessTrees.end(started.stream().map(RankProcess::process).toList());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OUTPUT_MILLIS);
        return started.stream().filter(rank -> !rank.awaitOutput(deadline)).count() == 0;
    }

    private synchronized List<RankProcess> started() {
        return List.copyOf(ranks);
    }

    private ProcessBuilder builder(int rank, PmiServer server) {
        ProcessBuilder builder = new ProcessBuilder();
        JobPlan.Part part = plan.part(rank);
        if (part.options().directory != null) {
            builder.directory(part.options().directory.toFile());
        }
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> PLACE_OF_ANOTHER_JOB.stream().anyMatch(name::startsWith));
        environment.putAll(environment(rank, environment, server.environment(rank)));
        ByteWords.start(builder, plan.command(rank, archive));
        return builder;
    }

    /** What a shell on another host does to become the rank; of the launcher's environment it has the settings. */
    private String script(int rank, String host, PmiServer server) throws IOException {
        Map<String, String> settings = new TreeMap<>(System.getenv());
        settings.keySet().removeIf(name -> !name.startsWith(SETTINGS));
        settings.putAll(environment(rank, settings, server.environment(rank, host)));
        Path directory = Objects.requireNonNullElse(plan.part(rank).options().directory, Path.of(""));
        return RemoteShell.script(directory.toAbsolutePath(), settings, plan.command(rank, archive));
    }

    private Map<String, String> environment(int rank, Map<String, String> given, Map<String, String> place) {
        Map<String, String> environment = plan.addedEnvironment(plan.part(rank));
        String givenSecret = environment.getOrDefault(JobSecret.VARIABLE, given.get(JobSecret.VARIABLE));
        environment.putAll(place);
        if (givenSecret != null && !givenSecret.isBlank()) {
            environment.put(JobSecret.VARIABLE, givenSecret);
        }
        environment.put("MPI_LOCALRANKID", Integer.toString(plan.hosts().place(rank)));
        environment.put("MPI_LOCALNRANKS", Integer.toString(plan.hosts().ranksBeside(rank)));
        return environment;
    }

    /** What ranks and strangers tell the server. */
    private final class Reports implements PmiServer.Events {

        private int refusals;

        @Override
        public void aborted(int rank, int code) {
            Verdict end = Verdict.aborted(rank, code, options.onFailure == LauncherOptions.OnFailure.CONTINUE);
            aborted.put(rank, end);
            firstAbort.compareAndSet(null, new Abort(end, System.nanoTime()));
        }

        /** At once: it must not do again what the others do without it. */
        @Override
        public void givenUp(int rank) {
            if (verdict.isDecided()) {
                return;
            }
            Verdict failure = Verdict.givenUp(rank);
            givenUp.add(rank);
            started().stream().filter(each -> each.rank() == rank).forEach(each -> ProcessTrees.kill(each.process()));
            if (options.onFailure == LauncherOptions.OnFailure.END) {
                verdict.failed(failure);
            } else {
                tellOthersGoOn(failure);
            }
        }

        @Override
        public void hopeless(int waiting, int gone) {
            verdict.failed(Verdict.hopeless(waiting, gone));
        }

        @Override
        public void refused(String why) {
            refusals++;
            if (refusals <= REFUSALS_TOLD) {
                err.line("reactive-mpi: " + why);
            }
            if (refusals == REFUSALS_TOLD) {
                err.line("reactive-mpi: of further such connections nothing is said");
            }
        }

        @Override
        public void broken(Throwable why) {
            ProcessJob.this.broken(why);
        }
    }
}
