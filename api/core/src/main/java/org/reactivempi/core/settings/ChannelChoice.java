package org.reactivempi.core.settings;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * Which channels a session opens, in the order in which they are tried for each peer: the ones that were set, else those of
 * the class path that say that they suit the places where this job's ranks are, and those where ranks of jobs may be that meet it.
 */
public final class ChannelChoice {

    static final String AUTO = "auto";
    private static final Set<Place> IN_JVM = Set.of(Place.SAME_JVM);
    static final Setting<String> CHANNEL = Setting.text(
                    "channel",
                    AUTO,
                    "auto, or names of channels on the class path, separated by commas, the best first")
            .described("What carries messages between ranks. `auto` is the best that both ends have.");

    private static final Services<ChannelProvider> PROVIDERS = new Services<>(ChannelProvider.class);

    private final List<ChannelProvider> providers;
    private final Set<Place> places;
    private final boolean meetsOthers;
    private final ChannelJars jars;

    /**
     * A choice for a rank.
     *
     * @param places where the ranks of its job are
     * @param meetsOthers whether processes of other jobs may be peers, which may be anywhere
     */
    ChannelChoice(List<ChannelProvider> providers, Set<Place> places, boolean meetsOthers) {
        this.providers = providers;
        this.places = places;
        this.meetsOthers = meetsOthers;
        this.jars = new ChannelJars(providers);
    }

    /** The channels of the class path. */
    public static List<ChannelProvider> providers() {
        return PROVIDERS.instances();
    }

    /** The channels that a session may open: the one that is attached to its settings, else those of the class path. */
    public static List<ChannelProvider> providers(Settings settings) {
        return settings.attached(ChannelProvider.class).map(List::of).orElseGet(ChannelChoice::providers);
    }

    /** Makes the channels of a session. */
    public static List<Channel> choose(
            List<ChannelProvider> providers, Bootstrap bootstrap, Settings settings, SettingSource source) {
        JobPlace place = bootstrap.place();
        boolean meetsOthers = JobSecrets.ownOfPorts(settings, place.jvm().environment(), source) != null;
        ChannelContext context = new Context(
                place, meetsOthers, bootstrap.exchange().flatMap(Exchange::towardsLauncher), settings, source);
        return new ChannelChoice(providers, places(place), meetsOthers)
                .of(CHANNEL.in(source))
                .map(provider -> provider.create(context))
                .toList();
    }

    /** Throws what {@link #choose} would, as far as the names alone tell. */
    static void check(List<ChannelProvider> providers, SettingSource source, boolean oneJvm) {
        String wanted = CHANNEL.in(source);
        if (!wanted.equals(AUTO)) {
            Set<Place> nearest = oneJvm ? IN_JVM : Set.of(Place.SAME_HOST);
            new ChannelChoice(providers, nearest, false).of(wanted).forEach(provider -> {});
        }
    }

    /** A rank that is alone has its only peer, itself, in its JVM. */
    private static Set<Place> places(JobPlace place) {
        Set<Place> places = EnumSet.noneOf(Place.class);
        if (place.jvm().ranks() > 1 || place.size() == 1) {
            places.add(Place.SAME_JVM);
        }
        if (place.ranksOnHost() > place.jvm().ranks()) {
            places.add(Place.SAME_HOST);
        }
        if (place.size() > place.ranksOnHost()) {
            places.add(Place.ELSEWHERE);
        }
        return places;
    }

    /** The channels that the setting names, or that suit best; the best first. */
    Stream<ChannelProvider> of(String wanted) {
        return wanted.equals(AUTO) ? suitable() : named(wanted);
    }

    private Stream<ChannelProvider> named(String wanted) {
        List<ChannelProvider> named = Arrays.stream(wanted.split(",", -1))
                .map(String::strip)
                .distinct()
                .map(name -> providers.stream()
                        .filter(provider -> provider.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> jars.missing(CHANNEL.name(), name)))
                .toList();
        if (named.size() == 1 && !places.equals(IN_JVM) && !leavesJvm(named.get(0))) {
            throw jars.unreachable(CHANNEL.name(), wanted, providers.stream().filter(ChannelChoice::leavesJvm));
        }
        return named.stream();
    }

    private static boolean leavesJvm(ChannelProvider provider) {
        return provider.suits(Place.SAME_HOST) != Suitability.UNREACHABLE;
    }

    private Stream<ChannelProvider> suitable() {
        Map<ChannelProvider, Suitability> suitable = new LinkedHashMap<>();
        for (Place place : meetsOthers ? EnumSet.allOf(Place.class) : places) {
            Suitability least = providers.stream().anyMatch(provider -> provider.suits(place) == Suitability.BEST)
                    ? Suitability.BEST
                    : Suitability.FAIR;
            for (ChannelProvider provider : providers) {
                Suitability here = provider.suits(place);
                if (here.compareTo(least) >= 0) {
                    suitable.merge(provider, here, (one, other) -> one.compareTo(other) > 0 ? one : other);
                }
            }
        }
        if (suitable.isEmpty()) {
            throw jars.noneUseful(CHANNEL.name());
        }
        return suitable.entrySet().stream()
                .sorted(Map.Entry.<ChannelProvider, Suitability>comparingByValue()
                        .reversed())
                .map(Map.Entry::getKey);
    }

    private record Context(
            JobPlace place,
            boolean meetsOthers,
            Optional<InetAddress> towardsLauncher,
            Settings settings,
            SettingSource source)
            implements ChannelContext {

        @Override
        public int rank() {
            return place.rank();
        }

        @Override
        public boolean singleHost() {
            return place.ranksOnHost() == place.size() && !meetsOthers;
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return place.jvm().shared(type, make);
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
