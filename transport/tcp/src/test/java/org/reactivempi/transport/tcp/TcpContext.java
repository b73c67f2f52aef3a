package org.reactivempi.transport.tcp;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelContext;

/** A rank and its settings. */
record TcpContext(int rank, boolean singleHost, Map<String, String> settings) implements ChannelContext {

    static TcpContext of(int rank, Map<String, String> settings) {
        return new TcpContext(rank, true, settings);
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return make.get();
    }

    @Override
    public <T> Optional<T> attached(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.get(name);
    }
}
