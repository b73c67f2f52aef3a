package org.reactivempi.transport.bootstrap;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What the ranks of a job that live in one JVM have in common. Any thread. */
public final class JobJvm {

    private final int ranks;
    private final Map<String, String> environment;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

    /**
     * A job's part in this JVM.
     *
     * @param ranks how many of its ranks live here, 1 or more
     * @param environment what they read their settings from besides system properties
     */
    public JobJvm(int ranks, Map<String, String> environment) {
        this.ranks = ranks;
        this.environment = Map.copyOf(environment);
    }

    /**
     * How many ranks of the job live here.
     *
     * @return 1 or more
     */
    public int ranks() {
        return ranks;
    }

    /**
     * What settings are read from besides system properties.
     *
     * @return the process's environment, or what stands in for it; unmodifiable
     */
    public Map<String, String> environment() {
        return environment;
    }

    /**
     * An object that all ranks of the job in this JVM share, one per type.
     *
     * @param type under which it is kept
     * @param make makes it; called for the rank that asks first
     * @param <T> the type
     * @return the same object for all of them
     */
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(type, unused -> make.get()));
    }
}
