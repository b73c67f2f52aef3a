package org.reactivempi.conformance;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Member;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.VirtualTime;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A job in this JVM whose ranks start without each other, die, and come again, over any channel. They live in virtual time, which passes
 * while the test waits for something by {@link #ends}, and stands otherwise.
 */
final class LooseJob implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The one that the thread's test is about. */
    private static final ThreadLocal<@Nullable LooseJob> CURRENT = new ThreadLocal<>();

    private final VirtualTime time = VirtualTime.create();

    private final int size;
    private final Settings settings;
    private final JobJvm jvm;
    private final Map<String, String> published = new ConcurrentHashMap<>();
    private final List<CoreSession> started = new CopyOnWriteArrayList<>();

    /** Whether a launcher has started all of them, so that one that is lost stays lost. */
    volatile boolean launched;

    /** The ranks that the launcher goes on without. */
    final Set<Integer> givenUp = ConcurrentHashMap.newKeySet();

    /** The listeners that have to be told what becomes of the job, in the order in which the ranks have started. */
    final List<JobListener> listeners = new CopyOnWriteArrayList<>();

    /** With which code a session has ended its process, had it one. */
    final Sinks.One<Integer> exit = Sinks.one();

    /** A job over a channel of the test kit's names, which are those of settings, or {@code faulty:} and one of them. */
    LooseJob(int size, String channel, int seed) {
        this.size = size;
        this.jvm = new JobJvm(size, Map.of());
        boolean faulty = channel.startsWith("faulty:");
        Settings quick = Settings.create()
                .heartbeatInterval(Duration.ofMillis(100))
                .reconnectTimeout(Duration.ofMillis(faulty ? 3000 : 500));
        this.settings = time.in(
                faulty
                        ? quick.channel("faulty")
                                .with("faulty-channel", channel.substring("faulty:".length()))
                                .with("faulty-seed", Integer.toString(seed))
                                .with("faulty-plan", "cut=0.01,split=0.05,delay=0.05")
                        : quick.channel(channel));
        CURRENT.set(this);
    }

    /** Waits until something has ended, of the current job or else of real processes, and gives what it has given, null for nothing. */
    static <T> @Nullable T ends(Mono<T> wanted) {
        LooseJob job = CURRENT.get();
        return job == null ? wanted.block(TIMEOUT) : job.time.until(wanted).orElse(null);
    }

    /** Lets the time of the current job pass while the test waits in another way. */
    static void during(Runnable wait) {
        Objects.requireNonNull(CURRENT.get()).time.during(wait);
    }

    CoreSession start(int rank) {
        return start(rank, settings);
    }

    CoreSession start(int rank, UnaryOperator<Settings> changed) {
        return start(rank, changed.apply(settings));
    }

    private CoreSession start(int rank, Settings own) {
        JobPlace place = new JobPlace("loose", rank, size, size, jvm);
        CoreSession session = Objects.requireNonNull(ends(
                CoreSessionProvider.start(new Bootstrap(place, Optional.of(new Board()), new NoProcess(rank)), own)));
        started.add(session);
        return session;
    }

    /** Without a word: what a rank that is killed leaves behind, its peers notice by themselves. */
    void kill(CoreSession session) {
        ends(session.abort("killed by the test"));
    }

    /** Waits until a rank sees another in a state. */
    static void await(Session at, int rank, Member.State state, int incarnation) {
        ends(at.members().filter(new Member(rank, state, incarnation)::equals).next());
    }

    static void awaitPresent(Session at, int... ranks) {
        for (int rank : ranks) {
            ends(at.members()
                    .filter(member -> member.rank() == rank && member.isPresent())
                    .next());
        }
    }

    @Override
    public void close() {
        started.forEach(this::kill);
        CURRENT.remove();
    }

    /** Where ranks say where they are. */
    private final class Board implements Exchange {

        @Override
        public Mono<Void> put(String key, String value) {
            return Mono.fromRunnable(() -> published.put(key, value));
        }

        @Override
        public Mono<Void> barrier() {
            return Mono.empty();
        }

        @Override
        public Mono<String> get(String key) {
            return Mono.fromSupplier(() -> published.get(key));
        }

        @Override
        public Mono<String> secret(@Nullable String own) {
            return Mono.just(own == null ? "the secret of a loose job of the tests" : own);
        }

        @Override
        public boolean ranksComeAndGo() {
            return !launched;
        }

        @Override
        public void listen(JobListener listener) {
            listeners.add(listener);
        }

        @Override
        public void leave() {}
    }

    /** A rank without a process of its own. */
    private final class NoProcess implements Life {

        private final int rank;

        NoProcess(int rank) {
            this.rank = rank;
        }

        @Override
        public Mono<Boolean> giveUp(Set<Integer> failed) {
            return Mono.fromSupplier(() -> !givenUp.contains(rank) && givenUp.addAll(failed));
        }

        @Override
        public Mono<Void> finish(Mono<Void> closing) {
            return closing;
        }

        @Override
        public Mono<Boolean> hasLeft(int rank) {
            return Mono.just(false);
        }

        @Override
        public void exit(int code) {
            exit.tryEmitValue(code);
        }

        @Override
        public Mono<Void> abort(int code) {
            return Mono.fromRunnable(() -> exit.tryEmitValue(code));
        }
    }
}
