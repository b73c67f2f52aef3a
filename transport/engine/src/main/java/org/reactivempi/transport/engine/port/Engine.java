package org.reactivempi.transport.engine.port;

import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.WatchedWindow;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;
import org.reactivempi.transport.engine.port.EngineException.UndeliveredException;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** One rank's engine, from start to end. For any thread, except that {@link #messages} are for the progress thread. */
public interface Engine extends OperationHost {

    /** For what a thread drives the loop; see {@link #drive}. */
    interface Drive extends RankLoop.Drive {}

    /** A command that runs code of the program: the progress thread runs it, and no thread that is inside for a while. */
    @FunctionalInterface
    interface ProgramTask extends org.reactivempi.transport.engine.progress.ProgramTask {}

    /** What starts engines, found as a service: this package knows no other one that could. */
    interface Starter {

        /** The only one that there is. */
        Starter FOUND = ServiceLoader.load(Starter.class, Starter.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("META-INF/services/" + Starter.class.getName()
                        + " is missing: a jar that is made of several has to keep it"));

        /** As {@link Engine#start}. */
        Mono<Engine> start(
                Job job,
                Secret secret,
                EngineSettings settings,
                List<? extends Channel> channels,
                PeerDirectory directory,
                Supplier<List<EngineListener>> listeners,
                Platform platform,
                List<PacketFamily> families);

        /** As {@link EngineSettings#all}. */
        List<Setting<?>> settings();

        /** As {@link EngineSettings#from}. */
        EngineSettings settings(SettingSource source);
    }

    /**
     * Starts a rank's engine.
     *
     * @param job the rank's place
     * @param secret what only the ranks of the job know
     * @param settings the engine's
     * @param channels what may carry its messages, the best first; one that cannot be opened is left out, with a warning,
     *     as long as there is another
     * @param directory where peers are; asked for a peer when the first message goes there
     * @return the engine, ready to be connected to, on its progress thread. Where it is cancelled before, or fails, nothing is
     *     left of it
     */
    static Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory) {
        return start(job, secret, settings, channels, directory, List::of, Platform.system(), List.of());
    }

    /**
     * The same, with listeners, on a platform, and with packets of layers above.
     *
     * @param listeners asked once for each engine
     * @param platform where it has its loop, the time and chance from
     * @param families packets that layers above have added
     */
    static Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory,
            Supplier<List<EngineListener>> listeners,
            Platform platform,
            List<PacketFamily> families) {
        return Starter.FOUND.start(job, secret, settings, channels, directory, listeners, platform, families);
    }

    /** What this rank has its loop, the time and chance from. */
    Platform platform();

    /** This rank's chance; only for the progress thread. */
    RandomGenerator random();

    /** What peers need to reach this rank, for each of its channels, the best first. */
    List<PeerDirectory.Address> addresses();

    /**
     * Which channel carries messages to another rank. Opens the connection if there is none.
     *
     * @param rank in the job
     * @return cold; the channel's name, on the progress thread; fails with a
     *     {@link org.reactivempi.transport.engine.port.EngineException.PeerLostException} where the rank can't be reached
     */
    Mono<String> channel(int rank);

    /**
     * The state of each rank of the job, then each change, before the operations that it concerns.
     *
     * @return on the progress thread; completes when the engine ends
     */
    Flux<MemberChange> members();

    /** How the links stand that there are or were, by the peer's rank, in order; cold, on the progress thread. */
    Mono<SortedMap<Integer, LinkStatus>> links();

    /** How the credit for eager messages stands, with this rank itself and with each peer; cold, on the progress thread. */
    Mono<List<CreditBalance>> balances();

    /** The numbers of this rank's ends of operations, by which a wait knows which of them was first; for any thread. */
    EndNumbers ends();

    /** How many connections this rank has refused for a reason; for any thread. */
    long rejected(Rejection why);

    /** Whether a rank that is not there may come, or come again. */
    boolean ranksComeAndGo();

    /**
     * Where ranks come and go: another process is this rank, as a peer says, and that process lives.
     *
     * @return hot; says which peer, in words, also later; on the progress thread
     */
    Mono<String> taken();

    /**
     * Others take this rank for failed, and go on without it: this session ends, before anything of it hears of that.
     *
     * @return hot; says why, in words, also later; on the progress thread
     */
    Mono<String> givenUp();

    /** The progress thread as a scheduler. */
    Scheduler scheduler();

    /** The program knows that a rank has failed, without an operation that told it so; only for the progress thread. */
    void noteKnown(int rank);

    /**
     * Has the calling thread move this rank's messages while it waits; see {@link RankLoop#drive}.
     *
     * @return false if that is not possible now: {@code wanted} has not begun
     */
    boolean drive(Drive wanted);

    /** The calling thread is about to wait for this rank's messages without moving them; {@link #hasWaited} follows. */
    void waits();

    /** The calling thread has waited. */
    void hasWaited();

    /** Has the calling thread look once at what has come for this rank, where that is possible at once. */
    void look();

    /** The calling thread has found what it waits for without moving messages: what it has started before is sent now. */
    void sendLeft();

    /** Whether the calling thread does the progress thread's work for a while, and must run no code of the program. */
    boolean isLent();

    /** Does something of the program's, whose signals all come after it; only for the progress thread. */
    void act(Runnable work);

    /**
     * The end of what this rank has logged so far, for a process that is to exit: the logging system may not outlive the
     * beginning of an exit.
     *
     * @return cold; completes when all lines have left, or could not within half a second, on any thread
     */
    Mono<Void> logged();

    /** Fails with the first error that no subscriber of the program got, or that is the engine's own; hot, on any thread, and never completes. */
    Mono<Void> failure();

    /** Whether anybody listens to what happens here. */
    boolean isWatched();

    /**
     * Tells the listeners of a call of a window that has started, and ends by {@link Operations#end}, if there are any. Only for the
     * progress thread.
     *
     * @param target a rank of the window, or {@link WatchedWindow#ALL}
     * @param lengthBytes how much it moves; 0 for a synchronization
     */
    void started(LocalOperation operation, OperationKind kind, WatchedWindow window, int target, long lengthBytes);

    /** Tells the listeners of a collective operation that has ended, if there are any. Only for the progress thread. */
    void ended(CollectiveReport operation);

    /** Sends and receives; only for the progress thread. */
    Operations messages();

    /**
     * A communicator that this rank is in from now on; only for the progress thread.
     *
     * @param number its own, which no other communicator of this rank has
     * @param origin how it was made, for people
     * @param members its ranks as ranks of the job
     * @param far the ranks that users name: {@code members}, or the other group where there are two
     */
    default EngineCommunicator add(int number, String origin, MemberRanks members, MemberRanks far) {
        return add(number, origin, members, far, member -> number);
    }

    /**
     * The same of a communicator over several jobs, each of which has its own number for it.
     *
     * @param number that of this job
     * @param origin how it was made, for people
     * @param members its ranks as ranks of the job, or as numbers of processes of other jobs
     * @param far the ranks that users name: {@code members}, or the other group where there are two
     * @param numbers that of each member's job
     */
    EngineCommunicator add(int number, String origin, MemberRanks members, MemberRanks far, IntUnaryOperator numbers);

    /** Processes of other jobs; only for the progress thread. */
    OtherJobs otherJobs();

    /** A communicator is freed on all ranks, and its number may be used again; only for the progress thread. */
    void remove(EngineCommunicator communicator);

    /**
     * A communicator over several jobs is freed on all ranks of this job, but members of other jobs may still speak of it, or were lost; only
     * for the progress thread.
     *
     * @param whenGone runs in a step when none of those is a peer any more: its number may be used again
     */
    void retire(EngineCommunicator communicator, Runnable whenGone);

    /**
     * Calls all ranks that are there, where ranks come and go; only for the progress thread.
     *
     * @param offers gives a number for the communicator of them, if this rank has to
     * @param told hears who has called as well, now or later
     */
    void callAll(IntSupplier offers, Consumer<Gathering> told);

    /** Memory that others read and write; only for the progress thread. */
    EngineWindows windows();

    /** What is said of questions, besides the messages that they are; only for the progress thread. */
    QuestionNews askNews();

    /** Describes each operation of the user that has not ended; signalled on the progress thread. */
    Mono<List<String>> pending();

    /** What this rank waits for, and whether it does so for ever. */
    Diagnosis diagnosis();

    /**
     * Ends the engine when all that was started has ended and all that was sent has left. New operations fail from now
     * on.
     *
     * @return hot: ends as the progress thread's last act; fails with an {@link UndeliveredException} where something that was
     *     sent, and whose send has completed, has not been delivered, and no operation has told of that
     */
    Mono<Void> close();

    /**
     * The same, with something that is done when nothing else runs any more, and while the links stand.
     *
     * @param last subscribed once, on the progress thread; its messages are parts of a conversation that has begun by
     *     {@link Operations#beginLast}
     * @return as {@link #close()}; how {@code last} ends does not matter
     */
    Mono<Void> close(Mono<Void> last);

    /** What this rank records for files of the job; nothing where nobody listens. */
    List<RankRecord> records();

    /**
     * Ends the engine at once: whatever runs fails. Only what tells the peers may take a moment.
     *
     * @param why for the errors of the operations
     * @return hot: completes as the progress thread's last act
     */
    Mono<Void> abort(String why);

    /**
     * The job ends all its ranks, and tells each of them: whatever runs fails, and no peer hears of it from this rank.
     *
     * @param why which rank has ended the job, for the errors of the operations
     * @param allTold subscribed once, on the progress thread; the links stand until it completes, on any thread, since the end of one could
     *     tell a peer too early
     */
    void endWithJob(String why, Mono<Void> allTold);

    /**
     * The launcher says that another rank's process has ended without finalizing: what waits for that rank ends as soon as
     * nothing that it has sent is on its way any more. For any thread.
     *
     * @param rank in the job, not this one
     */
    void onProcessEnded(int rank);
}
