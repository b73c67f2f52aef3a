package org.reactivempi.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankExit;
import org.reactivempi.transport.bootstrap.RankThreadGroup;

/**
 * Runs a program of the package {@code mpi} as several ranks of this JVM, for tests: each rank has classes of its own, both the program's and
 * those of {@code mpi}, since both keep static state; this library's core is shared, and messages go by the {@code local} channel.
 *
 * <pre>{@code
 * RanksInJvm.of(4).run(Ring.class.getName());
 * }</pre>
 *
 * <p>A rank that calls {@code System.exit} ends the JVM. Programs are run by {@code rmpirun}, which starts a process for each rank.
 *
 * @since 0.1
 */
public final class RanksInJvm {

    private static final Duration LONGEST_RUN = Duration.ofSeconds(50);
    /** This library and what it is made of; a program's own packages may begin with none of these. */
    private static final List<String> SHARED = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "org.reactivempi.",
            "org.reactivestreams.",
            "reactor.",
            "io.netty.",
            "org.junit.",
            "org.opentest4j.",
            "org.assertj.",
            "org.slf4j.",
            "net.jqwik.");

    private final int ranks;
    private final Map<String, String> environment;
    private final Predicate<String> isOwn;

    private RanksInJvm(int ranks, Map<String, String> environment, Predicate<String> isOwn) {
        this.ranks = ranks;
        this.environment = environment;
        this.isOwn = isOwn;
    }

    /**
     * A job of several ranks.
     *
     * @param ranks 1 or more
     * @return a job that can be run any number of times
     */
    public static RanksInJvm of(int ranks) {
        return new RanksInJvm(
                ranks, Map.of(), name -> SHARED.stream().noneMatch(name::startsWith) || name.startsWith("mpi."));
    }

    /**
     * Adds a variable of the environment, from which the ranks read their settings.
     *
     * @param name as {@code REACTIVEMPI_CHECK_TYPES}
     * @param value the setting's
     * @return a changed copy
     */
    public RanksInJvm with(String name, String value) {
        Map<String, String> changed = new TreeMap<>(environment);
        changed.put(name, value);
        return new RanksInJvm(ranks, Collections.unmodifiableMap(changed), isOwn);
    }

    /**
     * Adds classes that each rank has for itself: a test's own, in a package of this library for example.
     *
     * @param prefix what their names begin with
     * @return a changed copy
     */
    public RanksInJvm withOwn(String prefix) {
        return new RanksInJvm(ranks, environment, name -> name.startsWith(prefix) || isOwn.test(name));
    }

    /**
     * Runs a program's {@code main} on each rank, and waits for all of them.
     *
     * @param mainClass its name; found by the context class loader of the calling thread
     * @param arguments what each {@code main} is given
     * @throws IllegalStateException if they have not ended within 50 seconds
     * @throws AssertionError if a rank has ended with an error, which is its cause; those of others are suppressed
     */
    public void run(String mainClass, String... arguments) {
        Map<Integer, Throwable> failures = outcome(mainClass, arguments);
        AssertionError failed = null;
        for (Map.Entry<Integer, Throwable> failure : failures.entrySet()) {
            AssertionError next =
                    new AssertionError("rank " + failure.getKey() + ": " + failure.getValue(), failure.getValue());
            if (failed == null) {
                failed = next;
            } else {
                failed.addSuppressed(next);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Runs a program's {@code main} on each rank, waits for all of them, and tells what each has thrown.
     *
     * @param mainClass its name; found by the context class loader of the calling thread
     * @param arguments what each {@code main} is given
     * @return by rank, in order; ranks that have returned are not in it. A rank that has exited or aborted has a {@code RankExit}.
     * @throws IllegalStateException if they have not ended within 50 seconds
     */
    public Map<Integer, Throwable> outcome(String mainClass, String... arguments) {
        InJvmWorld world = InJvmWorld.of(ranks, environment);
        Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            Thread thread = new Thread(
                    new RankThreadGroup(world.bootstrap(rank)),
                    () -> {
                        @Nullable Throwable thrown = main(mainClass, arguments);
                        if (thrown != null) {
                            failures.put(own, thrown);
                        }
                        world.left(own);
                    },
                    "rank-" + rank);
            thread.setContextClassLoader(new OwnClasses(
                    Objects.requireNonNullElseGet(
                            Thread.currentThread().getContextClassLoader(), ClassLoader::getSystemClassLoader),
                    isOwn));
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        await(threads, failures);
        return new TreeMap<>(failures);
    }

    private static void await(List<Thread> threads, Map<Integer, Throwable> failures) {
        long end = System.nanoTime() + LONGEST_RUN.toNanos();
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while ranks run", e);
            }
            if (thread.isAlive()) {
                IllegalStateException late = new IllegalStateException(thread.getName() + " has not ended within "
                        + LONGEST_RUN + "; others have failed: " + failures);
                late.setStackTrace(thread.getStackTrace());
                threads.forEach(Thread::interrupt);
                throw late;
            }
        }
    }

    private static @Nullable Throwable main(String mainClass, String[] arguments) {
        try {
            Method main = Class.forName(mainClass, true, Thread.currentThread().getContextClassLoader())
                    .getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) arguments.clone());
            return null;
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return cause instanceof RankExit exit && exit.code() == 0 ? null : cause;
        } catch (ReflectiveOperationException | LinkageError e) {
            return e;
        }
    }

    /** The program's classes, and those of {@code mpi}, for one rank: from the same class files as all others have. */
    private static final class OwnClasses extends ClassLoader {

        static {
            registerAsParallelCapable();
        }

        private final Predicate<String> isOwn;

        OwnClasses(ClassLoader shared, Predicate<String> isOwn) {
            super(shared);
            this.isOwn = isOwn;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!isOwn.test(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
