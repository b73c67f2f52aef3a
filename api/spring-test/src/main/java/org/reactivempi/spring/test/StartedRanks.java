package org.reactivempi.spring.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * Contexts that are ranks, from their start to their end. All start, and close, at the same time, since each waits for the others.
 *
 * <pre>
 *  start --all are up--&gt; applications() --close--&gt; all closed
 *    |
 *    +--one fails, or time is up--&gt; the ranks that are up are closed, the first failure is thrown
 * </pre>
 */
final class StartedRanks implements AutoCloseable {

    /** A rank that doesn't come to its end is left alone: its threads are daemons, or the application's matter. */
    private static final long MOST_CLOSING_SECONDS = 30;

    private final List<CompletableFuture<ConfigurableApplicationContext>> ranks;

    private StartedRanks(List<CompletableFuture<ConfigurableApplicationContext>> ranks) {
        this.ranks = ranks;
    }

    /** Starts them, and returns when all are up. */
    static StartedRanks start(MpiSpringBootTest wanted, List<Class<?>> application) {
        InJvmWorld world = InJvmWorld.of(wanted.ranks(), Map.of());
        CompletableFuture<Void> failure = new CompletableFuture<>();
        StartedRanks started = new StartedRanks(IntStream.range(0, wanted.ranks())
                .mapToObj(rank -> start(rank, world, wanted, application, failure))
                .toList());
        CompletableFuture<Void> all = CompletableFuture.allOf(started.ranks.toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(all, failure).get(wanted.startTimeoutSeconds(), TimeUnit.SECONDS);
            return started;
        } catch (ExecutionException e) {
            started.close();
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException(cause.getMessage(), cause.getCause());
        } catch (TimeoutException e) {
            started.close();
            throw new IllegalStateException(
                    "not all ranks have started within " + wanted.startTimeoutSeconds()
                            + " s, which startTimeoutSeconds allows",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the ranks were starting", e);
        }
    }

    private static CompletableFuture<ConfigurableApplicationContext> start(
            int rank,
            InJvmWorld world,
            MpiSpringBootTest wanted,
            List<Class<?>> application,
            CompletableFuture<Void> failure) {
        CompletableFuture<ConfigurableApplicationContext> up = new CompletableFuture<>();
        RankThreadGroup group = new RankThreadGroup(world.bootstrap(rank));
        Thread starter = new Thread(
                group,
                () -> {
                    try {
                        up.complete(application(application).run(arguments(wanted)));
                    } catch (Throwable failed) {
                        // First the one that names the rank: the other may be the last that is waited for.
                        failure.completeExceptionally(
                                new IllegalStateException("rank " + rank + " has not started: " + failed, failed));
                        up.completeExceptionally(failed);
                        // The others need not wait for it.
                        world.left(rank);
                    }
                },
                "rank-" + rank);
        starter.setDaemon(true);
        starter.start();
        return up;
    }

    private static SpringApplication application(List<Class<?>> application) {
        return new SpringApplicationBuilder(application.toArray(Class<?>[]::new))
                .registerShutdownHook(false)
                .bannerMode(Banner.Mode.OFF)
                .listeners(new LoggingTurn())
                .properties("server.port=0", "reactivempi.channel=local", "spring.jmx.enabled=false")
                .build();
    }

    /** Spring sets up the one logging system of the JVM for each application, and not more than one at a time can bear that. */
    private static final class LoggingTurn implements ApplicationListener<SpringApplicationEvent>, Ordered {

        private static final Semaphore TURN = new Semaphore(1);

        private boolean held;

        @Override
        public void onApplicationEvent(SpringApplicationEvent event) {
            if (event instanceof ApplicationStartingEvent) {
                TURN.acquireUninterruptibly();
                held = true;
            } else if (held && (event instanceof ApplicationPreparedEvent || event instanceof ApplicationFailedEvent)) {
                held = false;
                TURN.release();
            }
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    /** Properties win over files, as arguments do; of one that is given twice, Spring would make a list. */
    private static String[] arguments(MpiSpringBootTest wanted) {
        return Stream.concat(Stream.of(wanted.properties()).map(property -> "--" + property), Stream.of(wanted.args()))
                .toArray(String[]::new);
    }

    MpiApplications applications() {
        return new MpiApplications(ranks.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public void close() {
        List<Thread> closing = new ArrayList<>();
        for (CompletableFuture<ConfigurableApplicationContext> rank : ranks) {
            if (!rank.isCompletedExceptionally()) {
                Thread closer = new Thread(() ->
                        rank.thenAccept(ConfigurableApplicationContext::close).join());
                closer.setDaemon(true);
                closer.start();
                closing.add(closer);
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_CLOSING_SECONDS);
        for (Thread closer : closing) {
            join(closer, Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
