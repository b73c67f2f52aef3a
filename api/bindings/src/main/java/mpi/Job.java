package mpi;

import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.settings.ObjectFilter;
import org.reactivempi.core.settings.SessionSettings;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import org.reactivempi.transport.channel.settings.SettingException;
import reactor.core.scheduler.Schedulers;

/**
 * This process's part in the job: between {@code Init} and {@code Finalize} there is a session.
 *
 * <pre>
 *  NEW --Init--&gt; RUNNING --Finalize--&gt; FINALIZED
 * </pre>
 */
final class Job {

    private enum State {
        NEW,
        RUNNING,
        FINALIZED
    }

    private static final String SETTING_PREFIX = "--reactivempi.";
    private static final int LARGEST_CODE = 255;
    /** Of our own launcher. */
    private static final String PROGRAM_NUMBER = "MPI_APPNUM";

    private static final String PROGRAM_RANKS = "MPI_APP_RANKS";
    private static final AtomicReference<RankThreadGroup> RANK = new AtomicReference<>();

    /** Whether the calling thread runs a program's function. */
    private static final ThreadLocal<Boolean> IN_FUNCTION = new ThreadLocal<>();

    /** The one that this process, or this rank's class loader, has. */
    private static final Job THIS = new Job();

    private volatile State state = State.NEW;
    private Session session;
    private volatile BoundHandle world;
    private volatile Thread main;
    private volatile String[] arguments;
    private volatile ObjectInputFilter objectFilter;
    private volatile boolean adopted;

    private Job() {}

    /** Joins the job, and binds the predefined communicators. */
    static String[] start(String[] args, BoundHandle world, BoundHandle self) {
        RankThreadGroup.of(Thread.currentThread()).ifPresent(Job::claim);
        return join(args, world, self);
    }

    /** These statics are one rank's; another that waited for them here would never join, and the first would wait for it. */
    private static void claim(RankThreadGroup rank) {
        if (!RANK.compareAndSet(null, rank) && RANK.get() != rank) {
            throw new MPIException(
                    Codes.ERR_OTHER,
                    "MPI.Init: another rank of this JVM has initialized these classes of package mpi, whose statics are one"
                            + " rank's; run each rank as a process, without --in-jvm, or by org.reactivempi.mpi.RanksInJvm");
        }
    }

    private static synchronized String[] join(String[] args, BoundHandle world, BoundHandle self) {
        if (THIS.state != State.NEW) {
            throw new MPIException(
                    Codes.ERR_OTHER,
                    THIS.state == State.RUNNING
                            ? "MPI.Init: MPI is initialized already; a program calls it once"
                            : "MPI.Init: MPI is finalized; a program can't initialize it again");
        }
        String[] given = args == null ? new String[0] : args;
        try {
            Settings settings = settingsIn(given);
            THIS.objectFilter = ObjectFilter.of(ObjectFilter.SETTING.in(new SessionSettings(settings, environment())));
            THIS.session = Session.start(settings).block();
            Communicator all = THIS.session.world();
            world.bind(all, "MPI_COMM_WORLD");
            self.bind(all.split(all.rank(), 0).block(), "MPI_COMM_SELF");
        } catch (MpiException | SettingException e) {
            throw new MPIException(ErrorCodes.of(e), "MPI.Init: " + e.getMessage(), e);
        }
        THIS.main = Thread.currentThread();
        THIS.arguments = given;
        THIS.world = world;
        THIS.state = State.RUNNING;
        return Mpi.arguments(given);
    }

    /** Of the process, or of the job in this JVM that the calling thread belongs to. */
    private static Map<String, String> environment() {
        return RankThreadGroup.of(Thread.currentThread())
                .map(group -> group.bootstrap().place().jvm().environment())
                .orElseGet(System::getenv);
    }

    /** What {@link MPI#INFO_ENV} says: found at its first use, since asking for the host's name may take long. */
    static org.reactivempi.Info description() {
        String[] args = THIS.arguments;
        Map<String, String> values = new LinkedHashMap<>();
        String size = Integer.toString(THIS.session.world().size());
        String[] ranksOfPrograms =
                environment().getOrDefault(PROGRAM_RANKS, size).strip().split(" ");
        int first = Arrays.stream(ranksOfPrograms)
                .limit(program())
                .mapToInt(Job::number)
                .sum();
        String command = System.getProperty("sun.java.command", "");
        values.put("command", command.isEmpty() ? "java" : command.split(" ", 2)[0]);
        if (args.length > 0) {
            values.put("argv", String.join(" ", args));
        }
        values.put("maxprocs", size);
        values.put("arch", System.getProperty("os.arch"));
        values.put("host", host());
        values.put("wdir", Objects.requireNonNullElse(System.getenv("PWD"), System.getProperty("user.dir")));
        values.put("thread_level", "MPI_THREAD_MULTIPLE");
        values.put("ompi_np", size);
        values.put("ompi_num_apps", Integer.toString(ranksOfPrograms.length));
        values.put("ompi_first_rank", Integer.toString(first));
        values.values().removeIf(String::isEmpty);
        values.replaceAll((key, value) -> value.substring(0, Math.min(value.length(), org.reactivempi.Info.MAX_VALUE)));
        return org.reactivempi.Info.of(values);
    }

    /** The number of this rank's program among those of the job; 0 where the launcher says none. */
    static int program() {
        return number(environment().getOrDefault(PROGRAM_NUMBER, "0"));
    }

    private static int number(String text) {
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            // Another launcher's variable.
            return 0;
        }
    }

    /** This host's name. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "localhost";
        }
    }

    private static Settings settingsIn(String[] args) {
        Settings settings = Settings.create();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (arg.startsWith(SETTING_PREFIX) && equals > SETTING_PREFIX.length()) {
                settings = settings.with(arg.substring(SETTING_PREFIX.length(), equals), arg.substring(equals + 1));
            }
        }
        return settings;
    }

    /** Leaves the job; blocks until all ranks come to leave, and all that this one has sent is with its receivers. */
    static synchronized void finish() {
        checkRunning();
        meet();
        try {
            THIS.session.close().block();
        } catch (MpiException e) {
            throw new MPIException(ErrorCodes.of(e), "MPI.Finalize: " + e.getMessage(), e);
        } finally {
            THIS.state = State.FINALIZED;
        }
    }

    /** Others may still look at this rank, such as by a receive that they are about to cancel. */
    private static void meet() {
        try {
            THIS.session.world().barrier().block();
        } catch (MpiException e) {
            // A rank has failed, or the program has revoked the world: each rank that is left leaves alone.
        }
    }

    /** Throws unless MPI may be called now. */
    static void check() {
        if (IN_FUNCTION.get() != null) {
            throw new MPIException(
                    Codes.ERR_OTHER,
                    "the function of a reduction may ask for its rank and for the number of ranks, and abort; no other call of MPI is"
                            + " allowed there, since it runs while messages move");
        }
        checkJoined();
    }

    /** Runs a program's function, which must not send or wait. */
    static void inFunction(Runnable function) {
        IN_FUNCTION.set(true);
        try {
            function.run();
        } finally {
            IN_FUNCTION.remove();
        }
    }

    /** The handle of all ranks. */
    static BoundHandle world() {
        BoundHandle bound = THIS.world;
        if (bound == null) {
            throw unbound();
        }
        return bound;
    }

    /** What is wrong with a predefined communicator before {@code Init}. */
    static MPIException unbound() {
        return new MPIException(Codes.ERR_COMM, "MPI.Init binds this communicator, and has not been called");
    }

    /** Throws unless the calls may be made that send nothing, which the function of a reduction may make as well. */
    static void checkJoined() {
        if (!THIS.adopted || THIS.state != State.NEW) {
            checkRunning();
        }
    }

    /** Throws unless there is a session of Init's. */
    private static void checkRunning() {
        State now = THIS.state;
        if (now != State.RUNNING) {
            throw new MPIException(
                    Codes.ERR_OTHER,
                    now == State.NEW
                            ? "MPI is not initialized: call MPI.Init(args) first"
                            : "MPI is finalized: no call is allowed after MPI.Finalize()");
        }
    }

    /** From now on MPI may be called without Init, on communicators of sessions that the program has started itself. */
    static void adopt() {
        THIS.adopted = true;
    }

    static boolean isInitialized() {
        return THIS.state != State.NEW;
    }

    static boolean isFinalized() {
        return THIS.state == State.FINALIZED;
    }

    static boolean isRunning() {
        return THIS.state == State.RUNNING;
    }

    /** Whether the calling thread is the one that has called Init. */
    static boolean isThreadMain() {
        return Thread.currentThread() == THIS.main;
    }

    /** What classes an object of a message may have, by the setting; null where there is none. */
    static ObjectInputFilter objectFilter() {
        return THIS.objectFilter;
    }

    static Session session() {
        checkRunning();
        return THIS.session;
    }

    /** Ends all ranks with an exit code; does not return, except on the progress thread, where the job ends a little later. */
    static void abort(AnyCommunicator communicator, int code) {
        int exitCode = code >= 1 && code <= LARGEST_CODE ? code : 1;
        if (Schedulers.isInNonBlockingThread()) {
            communicator.abort(exitCode).subscribe();
            return;
        }
        communicator.abort(exitCode).block();
        // What runs several ranks in a JVM has been told: this rank ends as well.
        Bootstraps.exit(exitCode);
    }
}
