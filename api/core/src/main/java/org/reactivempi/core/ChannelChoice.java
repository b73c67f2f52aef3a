package org.reactivempi.core;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * Which channels a session opens, in the order in which they are tried for each peer: those that were set, else those of
 * the class path that can be of use where this job's ranks are.
 */
final class ChannelChoice {

    static final String AUTO = "auto";
    private static final String LOCAL = "local";
    private static final String SHARED_MEMORY = "shm";
    private static final String TCP = "tcp";
    static final Setting<String> CHANNEL = Setting.text(
                    "channel",
                    AUTO,
                    "auto, or names of channels on the class path, separated by commas, the best first")
            .described("What carries messages between ranks. `auto` is the best that both ends have.");

    private final List<ChannelProvider> providers;
    private final ChannelJars jars;

    private ChannelChoice(List<ChannelProvider> providers) {
        this.providers = providers;
        this.jars = new ChannelJars(providers);
    }

    /** The channels of the class path. */
    static List<ChannelProvider> providers() {
        return ServiceLoader.load(ChannelProvider.class, ChannelChoice.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static List<Channel> choose(
            List<ChannelProvider> providers, Bootstrap bootstrap, Settings settings, SettingSource source) {
        String wanted = CHANNEL.in(source);
        ChannelContext context = new Context(bootstrap, settings, source);
        ChannelChoice choice = new ChannelChoice(providers);
        return (wanted.equals(AUTO) ? choice.byPlace(bootstrap) : choice.named(wanted, inOneJvm(bootstrap)))
                .map(provider -> provider.create(context))
                .toList();
    }

    /** Throws what {@link #choose} would, as far as the names alone tell. */
    static void check(List<ChannelProvider> providers, SettingSource source, boolean oneJvm) {
        String wanted = CHANNEL.in(source);
        if (!wanted.equals(AUTO)) {
            new ChannelChoice(providers).named(wanted, oneJvm).forEach(provider -> {});
        }
    }

    private Stream<ChannelProvider> named(String wanted, boolean oneJvm) {
        if (wanted.equals(LOCAL) && !oneJvm) {
            throw new SettingException(CHANNEL.name(), LOCAL, "shm or tcp where ranks live in several JVMs");
        }
        return Arrays.stream(wanted.split(",", -1))
                .map(String::strip)
                .distinct()
                .map(name -> find(name).orElseThrow(() -> jars.missing(CHANNEL.name(), name)));
    }

    /** Alone, nothing carries anything; the first that there is will do. */
    private Stream<ChannelProvider> byPlace(Bootstrap bootstrap) {
        Stream<String> names = inOneJvm(bootstrap) && find(LOCAL).isPresent()
                ? Stream.of(LOCAL)
                : Stream.of(
                        bootstrap.ranksInJvm() > 1 ? LOCAL : "", bootstrap.ranksOnHost() > 1 ? SHARED_MEMORY : "", TCP);
        List<ChannelProvider> useful =
                names.flatMap(name -> find(name).stream()).toList();
        if (useful.isEmpty()) {
            throw ChannelJars.noneUseful(CHANNEL.name(), inOneJvm(bootstrap) ? LOCAL : TCP);
        }
        return useful.stream();
    }

    private static boolean inOneJvm(Bootstrap bootstrap) {
        return bootstrap.ranksInJvm() == bootstrap.size();
    }

    private Optional<ChannelProvider> find(String name) {
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst();
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
