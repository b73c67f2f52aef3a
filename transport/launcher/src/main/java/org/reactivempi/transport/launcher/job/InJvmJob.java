package org.reactivempi.transport.launcher.job;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.DebugAgent;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankExit;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.launcher.output.Outputs;
import org.reactivempi.transport.launcher.output.RankOutputs;
import org.reactivempi.transport.launcher.plan.ByteWords;
import org.reactivempi.transport.launcher.plan.JobPlan;
import org.reactivempi.transport.launcher.plan.LauncherOptions;
import org.reactivempi.transport.launcher.plan.RankCommand;

/**
 * A job whose ranks are threads of this JVM. Threads cannot be ended from outside: after a failure the caller must exit.
 */
public final class InJvmJob {

    private final RankCommand.Program program;
    private final LauncherOptions options;
    private final Optional<Duration> startLimit;
    private final int ranks;
    private final RankOutputs out;
    private final RankOutputs err;
    private final InJvmWorld world;
    private final PendingVerdict verdict;

    public InJvmJob(JobPlan plan, Outputs outputs) {
        JobPlan.Part part = plan.parts().get(0);
        this.program = part.command().program();
        this.options = plan.options();
        this.startLimit = plan.startLimit();
        this.ranks = plan.ranks();
        this.out = new RankOutputs(ranks, outputs::out, outputs.out());
        this.err = new RankOutputs(ranks, outputs::err, outputs.err());
        this.verdict = new PendingVerdict(ranks);
        this.world = InJvmWorld.of(
                ranks, environment(plan.addedEnvironment(part)), code -> verdict.failed(Verdict.rankExited(code)));
    }

    /** Blocks until all ranks have ended, or one has failed. */
    public Verdict run() {
        Method main;
        try {
            main = mainMethod();
        } catch (ReflectiveOperationException | LinkageError e) {
            return new Verdict(
                    1,
                    "cannot run " + program.mainClass()
                            + ": no class of the class path has this name and a public static void main(String[])");
        }
        return withOutputs(() -> runRanks(main));
    }

    private Verdict runRanks(Method main) {
        Questions questions = Questions.to(world::ask);
        try {
            for (int rank = 0; rank < ranks; rank++) {
                start(rank, main);
            }
            return verdict.await(limits());
        } finally {
            questions.close();
        }
    }

    private List<PendingVerdict.Limit> limits() {
        List<PendingVerdict.Limit> limits = new ArrayList<>();
        Duration timeout = options.timeout;
        if (timeout != null) {
            limits.add(() -> {
                Thread.sleep(timeout.toMillis());
                return Optional.of(Verdict.timeout(timeout));
            });
        }
        startLimit.ifPresent(limit -> limits.add(() -> world.start()
                .await(limit)
                .filter(late -> options.startTimeout != null || !DebugAgent.isHere())
                .map(late -> Verdict.notStarted(limit, late, rank -> "rank " + rank))));
        return limits;
    }

    private Verdict withOutputs(Supplier<Verdict> job) {
        PrintStream originalOut = System.out;
        PrintStream originalErr = System.err;
        Thread hook = new Thread(this::endOutputs, "reactive-mpi-launcher-stop");
        // For a rank that ends the JVM by itself.
        Runtime.getRuntime().addShutdownHook(hook);
        System.setOut(out.printStream("stdout.encoding"));
        System.setErr(err.printStream("stderr.encoding"));
        try {
            return job.get();
        } finally {
            System.setOut(originalOut);
            System.setErr(originalErr);
            endOutputs();
            ShutdownHooks.remove(hook);
        }
    }

    private void endOutputs() {
        out.end();
        err.end();
    }

    private void start(int rank, Method main) {
        RankThreads threads = new RankThreads(world.bootstrap(rank), code -> exited(rank, code));
        new Thread(threads, () -> runRank(rank, main, threads), "rank-" + rank).start();
    }

    private void runRank(int rank, Method main, RankThreads threads) {
        try {
            main.invoke(null, (Object)
                    program.arguments().stream().map(ByteWords::asRead).toArray(String[]::new));
            threads.awaitOthers();
            ended(rank, 0);
        } catch (InvocationTargetException e) {
            thrown(rank, Objects.requireNonNullElse(e.getCause(), e));
        } catch (IllegalAccessException | InterruptedException e) {
            thrown(rank, e);
        }
    }

    /** A stack trace as the JVM prints it, unless the rank has ended on purpose. */
    private void thrown(int rank, Throwable error) {
        if (error instanceof RankExit) {
            exited(rank, ((RankExit) error).code());
            return;
        }
        System.err.print("Exception in thread \"" + Thread.currentThread().getName() + "\" ");
        error.printStackTrace();
        ended(rank, 1);
    }

    private void exited(int rank, int code) {
        if (code != 0) {
            verdict.failed(Verdict.rankExited(code));
        } else {
            ended(rank, code);
        }
    }

    private void ended(int rank, int code) {
        if (code != 0) {
            verdict.failed(Verdict.rankEnded(rank, code));
        } else if (world.unfinished(rank)) {
            verdict.failed(Verdict.notFinalized(rank));
        } else {
            world.left(rank);
            verdict.rankDone();
        }
    }

    private Method mainMethod() throws ReflectiveOperationException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Method main = Class.forName(program.mainClass(), false, loader).getMethod("main", String[].class);
        if (!Modifier.isStatic(main.getModifiers())) {
            throw new NoSuchMethodException("main is not static");
        }
        main.setAccessible(true);
        return main;
    }

    private static Map<String, String> environment(Map<String, String> added) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(added);
        return environment;
    }

    /** The threads of a rank that runs in the launcher's JVM. */
    private static final class RankThreads extends RankThreadGroup {

        private final IntConsumer whenExited;

        /** Tells {@code whenExited} the code when a thread that is not the rank's main one exits the rank. */
        RankThreads(Bootstrap bootstrap, IntConsumer whenExited) {
            super(bootstrap);
            this.whenExited = whenExited;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable error) {
            if (error instanceof RankExit) {
                whenExited.accept(((RankExit) error).code());
            } else {
                super.uncaughtException(thread, error);
            }
        }

        /** Waits, as a JVM does after {@code main}, for all threads that are no daemons. */
        void awaitOthers() throws InterruptedException {
            for (Optional<Thread> other = anyOther(); other.isPresent(); other = anyOther()) {
                other.get().join();
            }
        }

        private Optional<Thread> anyOther() {
            Thread[] threads = new Thread[activeCount() + 16];
            enumerate(threads);
            return Arrays.stream(threads)
                    .filter(Objects::nonNull)
                    .filter(thread -> thread != Thread.currentThread() && !thread.isDaemon() && thread.isAlive())
                    .findAny();
        }
    }
}
