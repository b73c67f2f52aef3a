package org.reactivempi.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.port.EngineSettings;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The ranks of a job, all in this JVM, each with its own session, progress thread and connections.
 *
 * <p>A test gets them from {@link MpiTest} or {@link OnEveryChannel}, which also end them. Where a test needs several
 * worlds, it starts them by itself:
 *
 * <pre>{@code
 * try (Ranks ranks = Ranks.start(4, Settings.create().channel("tcp"))) {
 *     ...
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public final class Ranks implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofSeconds(30);
    private static final String STALL_AFTER = "stall-after";
    private static final String CHECK_TYPES = "check-types";
    private static final String CHECK_COLLECTIVES = "check-collectives";
    private static final String CHECK_WINDOWS = "window-check";
    private static final String ON_DEADLOCK = "deadlock";
    /** So that a test which hangs fails at once. */
    private static final String SOON = "250ms";

    static {
        BufferWatch.install();
    }

    private final RankThreads threads;
    private final Set<Integer> aborted = ConcurrentHashMap.newKeySet();
    private final Settings settings;
    private final List<CoreSession> sessions;
    private final Findings findings;

    private Ranks(RankThreads threads, Settings settings, List<CoreSession> sessions, Findings findings) {
        this.threads = threads;
        this.settings = settings;
        this.sessions = sessions;
        this.findings = findings;
    }

    /**
     * Starts the ranks of a new job, and returns when all have joined.
     *
     * @param size how many, 1 or more
     * @param given settings of all sessions, the channel among them; where {@code stall-after} is not set, it is 250 ms; and where
     *     {@code check-types}, {@code check-collectives} and {@code window-check} are not, they are {@code on}
     * @return the ranks
     */
    public static Ranks start(int size, Settings given) {
        RankThreads threads = new RankThreads();
        Findings findings = new Findings(threads);
        Settings settings = checking(
                        CHECK_WINDOWS, checking(CHECK_COLLECTIVES, checking(CHECK_TYPES, soonToNoticeStalls(given))))
                .attach(findings.buffers());
        InJvmWorld world = InJvmWorld.of(size, Map.of());
        CompletableFuture<List<CoreSession>> started = new CompletableFuture<>();
        Mono<List<CoreSession>> starting = Flux.range(0, size)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings), size)
                .collectList();
        threads.make("start of ranks", () -> starting.subscribe(started::complete, started::completeExceptionally))
                .start();
        List<CoreSession> sessions = new ArrayList<>();
        whileTimePasses(
                settings,
                () -> sessions.addAll(
                        Mono.fromFuture(started).blockOptional(LONGEST_START).orElseThrow()));
        sessions.forEach(session ->
                session.ignoreThreads((thread, stack) -> threads.isOnlooker(thread) || TestRun.isAwaitedIn(stack)));
        findings.watch(sessions);
        return new Ranks(threads, settings, sessions, findings);
    }

    /**
     * Leaves out checks that the test doesn't pass on purpose; also what they have found so far.
     *
     * @param checks the checks that are not to fail the test
     * @return this
     */
    public Ranks without(Check... checks) {
        findings.leaveOut(List.of(checks));
        return this;
    }

    Findings findings() {
        return findings;
    }

    /** What a rank has got, and nobody there has received; fails where the rank has ended. */
    Mono<List<String>> unreceived(int rank) {
        return sessions.get(rank).unreceived();
    }

    /** Whether the test has ended any rank. */
    boolean isAnyAborted() {
        return !aborted.isEmpty();
    }

    private static Settings soonToNoticeStalls(Settings given) {
        return given.asMap().containsKey(STALL_AFTER) || System.getProperty("reactivempi." + STALL_AFTER) != null
                ? given
                : given.with(STALL_AFTER, SOON);
    }

    private static Settings checking(String what, Settings given) {
        boolean isSet = given.asMap().containsKey(what) || System.getProperty("reactivempi." + what) != null;
        return isSet ? given : given.with(what, "on");
    }

    /** The first deadlock that a rank proves, unless the test itself has said what then; empty when all ranks have ended. */
    Mono<Stall> deadlock() {
        if (settings.asMap().containsKey(ON_DEADLOCK)) {
            return Mono.empty();
        }
        return Flux.merge(sessions.stream()
                        .map(session -> session.stalls().filter(Stall::proven))
                        .toList())
                .next();
    }

    /**
     * How many ranks there are.
     *
     * @return 1 or more
     */
    public int size() {
        return sessions.size();
    }

    /**
     * A rank's world communicator.
     *
     * @param rank 0 to {@code size() - 1}
     * @return all ranks, as this one sees them
     */
    public Communicator world(int rank) {
        return session(rank).world();
    }

    /**
     * A rank's session, which a test may close by itself.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the session
     */
    public Session session(int rank) {
        return sessions.get(rank);
    }

    /**
     * The settings of all sessions.
     *
     * @return what the ranks were started with
     */
    public Settings settings() {
        return settings;
    }

    /**
     * The ranks' own time, where they have one.
     *
     * @return to be moved by the test
     * @throws IllegalStateException where the ranks live in real time, as they do unless {@code virtualTime} is asked for
     */
    public VirtualTime time() {
        return VirtualTime.of(settings)
                .orElseThrow(() -> new IllegalStateException("these ranks live in real time: say virtualTime = true"));
    }

    /**
     * The longest message that these ranks send without asking the receiver first.
     *
     * @return the setting's value, in bytes
     */
    public int eagerLimitBytes() {
        return engineSettings().eagerLimitBytes();
    }

    /**
     * How many bytes of such messages, with their bookkeeping, may be under way from one rank to another.
     *
     * @return the setting's value, in bytes
     */
    public int eagerCreditBytes() {
        return engineSettings().eagerCreditBytes();
    }

    private EngineSettings engineSettings() {
        Map<String, String> values = settings.asMap();
        return EngineSettings.from(
                name -> values.containsKey(name) ? values.get(name) : System.getProperty("reactivempi." + name));
    }

    /**
     * What a rank has started and what has not ended yet.
     *
     * @param rank 0 to {@code size() - 1}
     * @return cold; a line for each operation, such as {@code irecv(source 0, tag 7, world)}, on the rank's progress
     *     scheduler; fails where the rank has ended
     */
    public Mono<List<String>> pending(int rank) {
        return sessions.get(rank).pending();
    }

    /** How a rank's credit for eager messages stands; fails where the rank has ended. */
    Mono<List<CreditBalance>> balances(int rank) {
        return sessions.get(rank).balances();
    }

    /**
     * Ends a rank as if its process had died: what it runs fails, and the others lose it.
     *
     * @param rank 0 to {@code size() - 1}
     * @param why for the errors
     * @return cold; completes when its progress thread is about to end
     */
    public Mono<Void> abort(int rank, String why) {
        return Mono.defer(() -> {
            aborted.add(rank);
            return sessions.get(rank).abort(why);
        });
    }

    /** Whether the test has ended this rank. */
    boolean isAborted(int rank) {
        return aborted.contains(rank);
    }

    /**
     * Finalizes all ranks, and checks that nothing is left of them, and what each {@link Check} has found. Ends them in any case.
     *
     * @throws AssertionError if a check has found something, or if an operation does not end, credit for eager messages is lost, a session does not close, a
     *     thread of the library lives on, or a network buffer is not released; it names what is left
     */
    @Override
    public void close() {
        whileTimePasses(settings, () -> new Ending(this).orderly());
    }

    /** Ends all ranks at once, without a check. Does not throw. */
    void abort(String why) {
        whileTimePasses(settings, () -> new Ending(this).atOnce(why));
    }

    private static void whileTimePasses(Settings settings, Runnable work) {
        VirtualTime.of(settings).ifPresentOrElse(time -> time.during(work), work);
    }

    String doubt(int rank) {
        return sessions.get(rank).doubt();
    }

    RankThreads threads() {
        return threads;
    }
}
