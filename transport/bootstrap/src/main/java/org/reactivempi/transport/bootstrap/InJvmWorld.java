package org.reactivempi.transport.bootstrap;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Sinks;

/**
 * A job whose ranks all live in this JVM: what they publish and share, and where they meet.
 *
 * <p>Any thread. No thread waits in a barrier.
 */
public final class InJvmWorld {

    private final RandomGenerator random;
    private final JobJvm jvm;
    private final Map<String, String> entries = new ConcurrentHashMap<>();
    private final List<Consumer<@Nullable BootstrapException>> atBarrier = new ArrayList<>();
    private final Set<Integer> left = new TreeSet<>();
    private final Set<Integer> leaving = ConcurrentHashMap.newKeySet();
    private final IntConsumer whenAborted;
    private final List<JobListener> listeners = new CopyOnWriteArrayList<>();
    private final JobStart start;
    private final List<InJvmRank> ranks;

    private InJvmWorld(
            int size,
            Map<String, String> environment,
            IntConsumer whenAborted,
            @Nullable Executor commands,
            RandomGenerator random) {
        if (size < 1) {
            throw new BootstrapException("size " + size + " of a world is below 1");
        }
        this.jvm = new JobJvm(size, environment);
        this.whenAborted = whenAborted;
        this.random = random;
        String jobId = JobPlace.newJobId(random);
        this.start = new JobStart(size);
        this.ranks = IntStream.range(0, size)
                .mapToObj(rank -> new InJvmRank(this, new JobPlace(jobId, rank, size, size, jvm), commands))
                .toList();
    }

    /**
     * A job of several ranks; {@link Life#exit} ends one by throwing {@link RankExit}.
     *
     * @param size how many ranks, 1 or more
     * @param environment what the ranks read their settings from
     * @return a new world
     */
    public static InJvmWorld of(int size, Map<String, String> environment) {
        return of(size, environment, code -> {});
    }

    /**
     * As {@link #of(int, Map)}, for a caller that has to end the ranks when one of them aborts the job.
     *
     * @param size how many ranks, 1 or more
     * @param environment what the ranks read their settings from
     * @param whenAborted gets the code, before the ranks' sessions end
     * @return a new world
     */
    public static InJvmWorld of(int size, Map<String, String> environment, IntConsumer whenAborted) {
        return new InJvmWorld(size, environment, whenAborted, null, new SecureRandom());
    }

    /**
     * As {@link #of(int, Map)}, for ranks without threads of their own.
     *
     * @param size how many ranks, 1 or more
     * @param environment what the ranks read their settings from
     * @param commands where all ranks' commands run and signal: one after the other, on a thread or on the caller's
     * @param random of the job's name and its secret; for the thread that makes the world, then for that of the commands
     * @return a new world
     */
    public static InJvmWorld of(int size, Map<String, String> environment, Executor commands, RandomGenerator random) {
        return new InJvmWorld(size, environment, code -> {}, commands, random);
    }

    /**
     * A rank of this world.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the same at each call
     */
    public Bootstrap bootstrap(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new BootstrapException("rank " + rank + " is outside 0.." + (size() - 1));
        }
        return ranks.get(rank).bootstrap();
    }

    /**
     * How many ranks this world has.
     *
     * @return 1 or more
     */
    public int size() {
        return ranks.size();
    }

    /**
     * Notes that a rank's program has ended: barriers that wait for it fail.
     *
     * @param rank 0 to {@code size() - 1}
     */
    public void left(int rank) {
        synchronized (atBarrier) {
            left.add(rank);
        }
        meet();
    }

    /**
     * Whether a rank has joined and not finished.
     *
     * @param rank 0 to {@code size() - 1}
     * @return true for a rank whose program must not end yet
     */
    public boolean unfinished(int rank) {
        return ranks.get(rank).unfinished();
    }

    /**
     * How far the job's start has come.
     *
     * @return the same at each call
     */
    public JobStart start() {
        return start;
    }

    /** What a job's ranks know that have set none themselves. */
    String secret() {
        return jvm.shared(JobSecret.class, () -> JobSecret.random(random)).text();
    }

    /** A rank ends the job. */
    void abort(int rank, int code) {
        whenAborted.accept(code);
        String why = "rank " + rank + " has aborted the job with code " + code;
        Sinks.Empty<Void> allTold = Sinks.empty();
        listeners.forEach(each -> each.onAborted(why, allTold.asMono()));
        allTold.tryEmitEmpty();
    }

    void listen(JobListener listener) {
        listeners.add(listener);
    }

    /** Has each rank that has joined tell what it waits for; any thread. */
    public void ask() {
        listeners.forEach(JobListener::onAsked);
    }

    void leaving(int rank) {
        leaving.add(rank);
    }

    boolean isLeaving(int rank) {
        return leaving.contains(rank);
    }

    void put(String key, String value) {
        entries.put(key, value);
    }

    @Nullable
    String get(String key) {
        return entries.get(key);
    }

    /** Counts a rank in; it is told when all have come, or why they won't. */
    void arrive(int rank, Consumer<@Nullable BootstrapException> release) {
        start.arrived(rank);
        synchronized (atBarrier) {
            atBarrier.add(release);
        }
        meet();
    }

    /** Counts a rank out again; false if it is being told, or has been. */
    boolean depart(Consumer<@Nullable BootstrapException> release) {
        synchronized (atBarrier) {
            return atBarrier.remove(release);
        }
    }

    private void meet() {
        List<Consumer<@Nullable BootstrapException>> released;
        @Nullable BootstrapException error;
        synchronized (atBarrier) {
            boolean complete = atBarrier.size() == size();
            if (!complete && left.isEmpty()) {
                return;
            }
            error = complete ? null : hopeless();
            released = List.copyOf(atBarrier);
            atBarrier.clear();
        }
        released.forEach(rank -> rank.accept(error));
    }

    private BootstrapException hopeless() {
        return new BootstrapException("the barrier waits in vain for ranks " + left + ", which have ended");
    }
}
