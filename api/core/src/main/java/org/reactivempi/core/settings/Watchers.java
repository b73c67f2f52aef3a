package org.reactivempi.core.settings;

import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.LostProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.engine.platform.Platform;

/** What watches a session's engine: the watchers of the class path that its settings want. */
public final class Watchers {

    private static final Services<EngineListenerProvider> PROVIDERS = new Services<>(EngineListenerProvider.class);
    private static final List<Setting<String>> FILES = List.of(Records.TRACE, Records.STATS);
    /** One of the watchers that the library has for these files; all are in one jar. */
    private static final String RECORDER = "org.reactivempi.transport.observe.trace.TraceProvider";

    private Watchers() {}

    /** Throws {@link SettingException} where something is to be recorded, and nothing is there that could do it. */
    public static void check(SettingSource source) {
        Records.JFR.in(source);
        Records.WAIT.in(source);
        for (Setting<String> file : FILES) {
            String given = file.in(source);
            if (!given.isEmpty() && PROVIDERS.instances().isEmpty()) {
                throw SettingException.because(
                        file.name(),
                        given,
                        LostProvider.IS_THERE.test(RECORDER)
                                ? "which could be written: " + LostProvider.mend(EngineListenerProvider.class, RECORDER)
                                : "which nobody on the class path can write: add org.reactivempi:reactive-mpi-observe");
            }
        }
    }

    /** All of them. */
    public static List<EngineListener> of(JobPlace place, Settings settings, SettingSource source, Platform platform) {
        WatchedRank rank = new Rank(place, settings, source, platform, new LinkedHashMap<>());
        return PROVIDERS.instances().stream()
                .flatMap(provider -> provider.listener(rank).stream())
                .toList();
    }

    /** Whether ranks of the job are, or may be, on different hosts: as the user has it, or the launcher. */
    public static boolean haveSeveralHosts(JobPlace place, SettingSource source) {
        RankHosts set = RankHosts.SETTING.in(source);
        return set.areKnown() ? set.areSeveral(place.size()) : place.ranksOnHost() < place.size();
    }

    private record Rank(
            JobPlace place, Settings settings, SettingSource source, Platform platform, Map<Class<?>, Object> shared)
            implements WatchedRank {

        @Override
        public String jobId() {
            return place.jobId();
        }

        @Override
        public int rank() {
            return place.rank();
        }

        @Override
        public int size() {
            return place.size();
        }

        @Override
        public boolean hasFarRanks() {
            return haveSeveralHosts(place, source);
        }

        @Override
        public Ticker ticker() {
            return platform.ticker();
        }

        @Override
        public InstantSource clock() {
            return platform.clock();
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return type.cast(shared.computeIfAbsent(type, unused -> make.get()));
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
