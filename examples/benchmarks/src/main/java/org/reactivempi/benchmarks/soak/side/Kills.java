package org.reactivempi.benchmarks.soak.side;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.benchmarks.soak.draw.Mixed;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.launcher.Launcher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A job of three ranks, one of which is killed in the middle of its work: the two that are left must agree on it, make a communicator
 * without it, and get all values right in that; and the job must end well. Then another one.
 *
 * <p>Over {@code local}, the ranks are sessions of this JVM, and one of them is aborted.
 */
public final class Kills extends Worker {

    private static final int RANKS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int FAILED = 1;

    private final String channel;
    private final long seed;
    private final AtomicLong values;
    private @Nullable Child job;

    /**
     * Over a channel, at a pace.
     *
     * @param first when the first one begins
     * @param values counts the values that were right
     */
    public Kills(String channel, long seed, Duration first, Duration every, AtomicLong values) {
        super("kills", first, every);
        this.channel = channel;
        this.seed = seed;
        this.values = values;
    }

    @Override
    void once(long number) throws Exception {
        long own = Math.abs(Mixed.of(seed, number) >> 1);
        if (channel.equals("local")) {
            inThisJvm(own);
        } else {
            launched(own);
        }
        if (!isClosed()) {
            done();
        }
    }

    private void launched(long own) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-n", Integer.toString(RANKS), "--on-failure", "continue"));
        Child.small().forEach(option -> arguments.addAll(List.of("--jvm-arg", option)));
        arguments.addAll(List.of("--timeout", Long.toString(LONGEST.toSeconds()), "--channel", channel));
        arguments.addAll(List.of(KilledRank.class.getName(), Long.toString(own)));
        AtomicInteger left = new AtomicInteger();
        Child launcher = Child.start(List.of(), Launcher.class.getName(), arguments, Map.of(), line -> {
            if (line.startsWith(KilledRank.LEFT)) {
                left.incrementAndGet();
                values.addAndGet(Long.parseLong(line.substring(KilledRank.LEFT.length())));
            }
        });
        track(launcher);
        int code = launcher.await();
        if (isClosed() || launcher.isInterrupted()) {
            return;
        }
        if (code != 0 || left.get() != RANKS - 1) {
            throw failure(
                    own,
                    RANKS - 1 + " ranks that go on, and code 0",
                    left + " ranks and code " + code + ": " + launcher.lastLines());
        }
    }

    private synchronized void track(Child launcher) {
        job = launcher;
        if (isClosed()) {
            launcher.kill();
        }
    }

    private void inThisJvm(long own) {
        InJvmWorld world = InJvmWorld.of(RANKS, Map.of());
        Settings settings = Settings.create().channel(channel);
        int victim = Survivors.victim(own, RANKS);
        AtomicInteger left = new AtomicInteger();
        Mono<Void> job = Flux.range(0, RANKS)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings))
                .collectList()
                .flatMap(sessions -> Mono.when(sessions.stream()
                        .map(session -> session.world().rank() == victim
                                ? aborted(session, own)
                                : new Survivors(session.world(), own)
                                        .run()
                                        .doOnNext(right -> {
                                            left.incrementAndGet();
                                            values.addAndGet(right);
                                        })
                                        .then(session.close()))
                        .toList()));
        try {
            job.block(LONGEST);
        } catch (RuntimeException e) {
            throw failure(own, RANKS - 1 + " ranks that go on", e);
        }
        if (left.get() != RANKS - 1) {
            throw failure(own, RANKS - 1 + " ranks that go on", left + " ranks");
        }
    }

    /** What it was doing meanwhile ends with an error, as it must. */
    private static Mono<Void> aborted(CoreSession session, long own) {
        return Mono.firstWithSignal(
                new Survivors(session.world(), own)
                        .run()
                        .then(Mono.never())
                        .onErrorResume(ended -> Mono.never())
                        .then(),
                Mono.delay(Duration.ofMillis(Survivors.millis(own)))
                        .then(Mono.defer(() -> session.abort("was killed by the soak"))));
    }

    private ExitException failure(long own, Object expected, Object came) {
        return new ExitException(
                FAILED,
                "soak: lane kills, seed " + seed + ", job of seed " + own + ", ranks 0 to " + (RANKS - 1) + " over "
                        + channel + ", rank " + Survivors.victim(own, RANKS) + " killed: expected " + expected
                        + ", came " + came);
    }

    @Override
    public synchronized void close() {
        super.close();
        if (job != null) {
            job.kill();
        }
    }
}
