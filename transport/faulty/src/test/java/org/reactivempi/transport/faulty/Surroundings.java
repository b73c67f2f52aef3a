package org.reactivempi.transport.faulty;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelContext;

/** What a rank's channel knows in a test; ranks that share {@code common} reach each other. */
record Surroundings(int rank, Map<String, String> settings, Faults faults, Map<Class<?>, Object> common)
        implements ChannelContext {

    Surroundings(int rank, Map<String, String> settings) {
        this(rank, settings, Faults.create(), new ConcurrentHashMap<>());
    }

    /** Another rank of the same job. */
    Surroundings of(int other) {
        return new Surroundings(other, settings, faults, common);
    }

    @Override
    public boolean singleHost() {
        return true;
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(common.computeIfAbsent(type, unused -> make.get()));
    }

    @Override
    public <T> Optional<T> attached(Class<T> type) {
        return type.isInstance(faults) ? Optional.of(type.cast(faults)) : Optional.empty();
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.get(name);
    }
}
