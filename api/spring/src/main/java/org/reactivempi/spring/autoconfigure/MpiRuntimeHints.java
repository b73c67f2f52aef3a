package org.reactivempi.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** What a native image would leave out: the parts of the library that are found by {@code ServiceLoader}. */
final class MpiRuntimeHints implements RuntimeHintsRegistrar {

    static final List<String> SERVICES = List.of(
            "org.reactivempi.RequestProvider",
            "org.reactivempi.SessionProvider",
            "org.reactivempi.transport.channel.ChannelProvider",
            "org.reactivempi.transport.engine.event.EngineListenerProvider",
            "org.reactivempi.transport.engine.port.Engine$Starter");
    static final List<String> PROVIDERS = List.of(
            "org.reactivempi.core.request.CoreRequests",
            "org.reactivempi.core.session.CoreSessionProvider",
            "org.reactivempi.transport.engine.EngineStarter",
            "org.reactivempi.transport.local.LocalChannelProvider",
            "org.reactivempi.transport.tcp.TcpChannelProvider",
            "org.reactivempi.transport.shm.ShmChannelProvider",
            "org.reactivempi.transport.rsocket.RSocketChannelProvider",
            "org.reactivempi.transport.observe.stats.StatsProvider",
            "org.reactivempi.transport.observe.trace.TraceProvider",
            "org.reactivempi.transport.observe.meters.MetersProvider",
            "org.reactivempi.transport.observe.flight.FlightProvider",
            "org.reactivempi.transport.observe.context.ContextProvider");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        SERVICES.forEach(service -> hints.resources().registerPattern("META-INF/services/" + service));
        PROVIDERS.forEach(provider -> hints.reflection()
                .registerTypeIfPresent(classLoader, provider, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
        SERVICES.forEach(service -> hints.reflection().registerType(TypeReference.of(service)));
    }
}
