package org.reactivempi.transport.rsocket;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelContext;

/** A rank, its settings, and the gate that may be attached to them. */
record RSocketContext(int rank, boolean singleHost, Map<String, String> settings, Optional<RSocketGate> gate)
        implements ChannelContext {

    static RSocketContext of(int rank, Map<String, String> settings) {
        return new RSocketContext(rank, true, settings, Optional.empty());
    }

    static RSocketContext of(RSocketGate gate) {
        return new RSocketContext(0, true, Map.of(), Optional.of(gate));
    }

    RSocketChannel channel() {
        return (RSocketChannel) new RSocketChannelProvider().create(this);
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return make.get();
    }

    @Override
    public <T> Optional<T> attached(Class<T> type) {
        return gate.filter(type::isInstance).map(type::cast);
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.get(name);
    }
}
