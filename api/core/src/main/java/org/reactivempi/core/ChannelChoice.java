package org.reactivempi.core;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingException;
import org.reactivempi.transport.channel.SettingSource;

/** Which channel a session uses: the one that was set, else {@code local} inside one JVM and {@code tcp} between several. */
final class ChannelChoice {

    private static final String AUTO = "auto";
    private static final String LOCAL = "local";
    private static final String TCP = "tcp";
    private static final Setting<String> CHANNEL = Setting.text("channel", AUTO);

    private ChannelChoice() {}

    static Channel choose(Bootstrap bootstrap, SettingSource settings) {
        String wanted = CHANNEL.in(settings);
        boolean oneJvm = bootstrap.ranksInJvm() == bootstrap.size();
        if (wanted.equals(LOCAL) && !oneJvm) {
            throw new SettingException(CHANNEL.name(), LOCAL, "tcp where ranks live in several JVMs");
        }
        List<ChannelProvider> providers = providers();
        return find(providers, wanted.equals(AUTO) ? byPlace(providers, oneJvm) : wanted)
                .orElseThrow(() -> new SettingException(CHANNEL.name(), wanted, names(providers)))
                .create(new Context(bootstrap, settings));
    }

    /** A program whose class path has TCP alone uses that also inside one JVM. */
    private static String byPlace(List<ChannelProvider> providers, boolean oneJvm) {
        return oneJvm && find(providers, LOCAL).isPresent() ? LOCAL : TCP;
    }

    private static Optional<ChannelProvider> find(List<ChannelProvider> providers, String name) {
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst();
    }

    private static List<ChannelProvider> providers() {
        return ServiceLoader.load(ChannelProvider.class, ChannelChoice.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    private static String names(List<ChannelProvider> providers) {
        return Stream.concat(
                        Stream.of(AUTO),
                        providers.stream().map(ChannelProvider::name).sorted())
                .collect(Collectors.joining(", "));
    }

    private record Context(Bootstrap bootstrap, SettingSource settings) implements ChannelContext {

        @Override
        public int rank() {
            return bootstrap.rank();
        }

        @Override
        public boolean singleHost() {
            return bootstrap.ranksOnHost() == bootstrap.size();
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return bootstrap.shared(type, make);
        }

        @Override
        public @Nullable String setting(String name) {
            return settings.setting(name);
        }
    }
}
