package org.reactivempi.core;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingException;
import org.reactivempi.transport.channel.SettingSource;

/**
 * Which channels a session opens, in the order in which they are tried for each peer: those that were set, else those of
 * the class path that can be of use where this job's ranks are.
 */
final class ChannelChoice {

    private static final String AUTO = "auto";
    private static final String LOCAL = "local";
    private static final String SHARED_MEMORY = "shm";
    private static final String TCP = "tcp";
    private static final Setting<String> CHANNEL = Setting.text("channel", AUTO);

    private final Bootstrap bootstrap;
    private final List<ChannelProvider> providers;

    private ChannelChoice(Bootstrap bootstrap) {
        this.bootstrap = bootstrap;
        this.providers = ServiceLoader.load(ChannelProvider.class, ChannelChoice.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static List<Channel> choose(Bootstrap bootstrap, Settings settings, SettingSource source) {
        String wanted = CHANNEL.in(source);
        ChannelContext context = new Context(bootstrap, settings, source);
        ChannelChoice choice = new ChannelChoice(bootstrap);
        return (wanted.equals(AUTO) ? choice.byPlace() : choice.named(wanted))
                .map(provider -> provider.create(context))
                .toList();
    }

    private Stream<ChannelProvider> named(String wanted) {
        if (wanted.equals(LOCAL) && !inOneJvm()) {
            throw new SettingException(CHANNEL.name(), LOCAL, "shm or tcp where ranks live in several JVMs");
        }
        return Arrays.stream(wanted.split(",", -1))
                .map(String::strip)
                .distinct()
                .map(name -> find(name).orElseThrow(() -> new SettingException(CHANNEL.name(), name, names())));
    }

    /** Alone, nothing carries anything; the first that there is will do. */
    private Stream<ChannelProvider> byPlace() {
        Stream<String> names = inOneJvm() && find(LOCAL).isPresent()
                ? Stream.of(LOCAL)
                : Stream.of(
                        bootstrap.ranksInJvm() > 1 ? LOCAL : "", bootstrap.ranksOnHost() > 1 ? SHARED_MEMORY : "", TCP);
        List<ChannelProvider> useful =
                names.flatMap(name -> find(name).stream()).toList();
        if (useful.isEmpty()) {
            throw new SettingException(CHANNEL.name(), AUTO, names());
        }
        return useful.stream();
    }

    private boolean inOneJvm() {
        return bootstrap.ranksInJvm() == bootstrap.size();
    }

    private Optional<ChannelProvider> find(String name) {
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst();
    }

    private String names() {
        return Stream.concat(
                        Stream.of(AUTO),
                        providers.stream().map(ChannelProvider::name).sorted())
                .collect(Collectors.joining(", "));
    }

    private record Context(Bootstrap bootstrap, Settings settings, SettingSource source) implements ChannelContext {

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
        public <T> Optional<T> attached(Class<T> type) {
            return settings.attached(type);
        }

        @Override
        public @Nullable String setting(String name) {
            return source.setting(name);
        }
    }
}
