package org.reactivempi.transport.tck;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelContext;

/** What a rank's channel may know: what the test class says, and what the ranks of its world share. */
record TestedContext(int rank, TestedChannel channel, Map<Class<?>, Object> common) implements ChannelContext {

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
        return channel.attached().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    @Override
    public @Nullable String setting(String name) {
        return channel.settings().get(name);
    }
}
