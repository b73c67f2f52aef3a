package org.reactivempi.conformance;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.conformance.Sources.Type;
import org.reactivempi.conformance.Sources.Use;

/** What code takes from the JVM in place of its rank's platform, so that no run of it is like another. */
enum FromJvm {
    /** The time of day, and the time since some moment. */
    CLOCK {
        @Override
        boolean covers(Use use) {
            return isOf(use, "java.lang.System", "nanoTime", "currentTimeMillis")
                    || isOf(use, "java.time.InstantSource", "system")
                    || use.owner().equals("java.time.Clock")
                            && use.member().matches("system.*|tick(Millis|Seconds|Minutes)")
                    || use.owner().startsWith("java.time.")
                            && use.member().equals("now")
                            && !use.parameters().contains("java.time.Clock");
        }
    },

    /** Timers of another time than the rank's: Reactor's own, and timers that count by Netty's ticker. */
    TIMER {
        @Override
        boolean covers(Use use) {
            return isOf(use, "io.netty.util.concurrent.Ticker", "systemTicker")
                    || REACTORS.contains(use.owner()) && isTimed(use);
        }

        /** An operator that measures time, or waits, on a scheduler that it chooses itself. */
        private static boolean isTimed(Use use) {
            boolean timed = use.parameters().contains(Duration.class.getName())
                    || List.of("elapsed", "timed", "timestamp").contains(use.member());
            return timed && !use.parameters().contains("reactor.core.scheduler.Scheduler");
        }
    },

    /** Random numbers whose seed nobody knows. */
    CHANCE {
        @Override
        boolean covers(Use use) {
            return isOf(use, "java.util.concurrent.ThreadLocalRandom", "current")
                    || isOf(use, "java.lang.Math", "random")
                    || isOf(use, "java.lang.StrictMath", "random")
                    || isOf(use, "java.util.UUID", "randomUUID")
                    || isNew(use, "java.util.Random", "java.util.SplittableRandom")
                            && use.parameters().isEmpty()
                    || isOf(use, "java.util.Collections", "shuffle")
                            && use.parameters().size() == 1
                    || isOf(use, RandomGenerator.class.getName(), "getDefault", "of")
                    || use.owner().equals("java.security.SecureRandom");
        }
    },

    /** Threads of one's own, and what others' do. */
    THREADS {
        @Override
        boolean covers(Use use) {
            return isNew(use, "java.lang.Thread", "java.util.Timer")
                    || isOf(use, "java.lang.Thread", "getAllStackTraces")
                    || isOf(use, "reactor.core.scheduler.Schedulers", "parallel", "single", "boundedElastic")
                    || use.owner().equals("reactor.core.scheduler.Schedulers")
                            && use.member().startsWith("new")
                    || use.owner().equals(Executors.class.getName())
                    || use.owner().equals(CompletableFuture.class.getName()) && ownThreads(use);
        }

        private static boolean ownThreads(Use use) {
            return List.of("orTimeout", "completeOnTimeout", "delayedExecutor").contains(use.member())
                    || use.member().endsWith("Async") && !use.parameters().contains("java.util.concurrent.Executor");
        }
    },

    /** An order by identity, which is another one each time. */
    ORDER {
        @Override
        boolean covers(Use use) {
            return isOf(use, "java.lang.System", "identityHashCode")
                    || isNew(use, "java.util.IdentityHashMap")
                    || !use.key().isEmpty()
                            && (isNew(use, use.owner()) || use.owner().equals(Collectors.class.getName()));
        }
    };

    private static final Set<String> REACTORS = Set.of(
            "reactor.core.publisher.Mono",
            "reactor.core.publisher.Flux",
            "reactor.core.publisher.ParallelFlux",
            "reactor.core.publisher.Sinks.Many");

    abstract boolean covers(Use use);

    static Optional<FromJvm> of(Use use) {
        for (FromJvm kind : values()) {
            if (kind.covers(use)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** All that a class takes, as {@code engine.progress.SystemTime: Instant.now}. */
    static Stream<String> textsOf(Type type) {
        return type.uses().stream()
                .filter(use -> of(use).isPresent())
                .map(use -> shortName(type) + ": " + text(use))
                .distinct();
    }

    private static String shortName(Type type) {
        return type.name().replaceFirst("^org\\.reactivempi\\.(transport\\.)?", "");
    }

    /** As one writes it: {@code System.nanoTime}, {@code new HashMap<Thread>}. */
    private static String text(Use use) {
        String owner = simple(use.owner());
        String key = use.key().isEmpty() ? "" : "<" + simple(use.key()) + ">";
        return isNew(use, use.owner()) ? "new " + owner + key : owner + "." + use.member() + key;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean isOf(Use use, String owner, String... members) {
        return use.owner().equals(owner) && List.of(members).contains(use.member());
    }

    private static boolean isNew(Use use, String... owners) {
        return use.member().equals("<init>") && List.of(owners).contains(use.owner());
    }
}
