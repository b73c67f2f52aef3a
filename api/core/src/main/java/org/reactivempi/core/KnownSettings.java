package org.reactivempi.core;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.engine.EngineSettings;
import org.reactivempi.transport.engine.event.Records;

/**
 * All settings of the library and of the channels on the class path, in the order in which a reader meets them. The secret is
 * none of them, since it must not be set as they are. For documentation and for tools; stateless.
 */
public final class KnownSettings {

    private KnownSettings() {}

    /**
     * The settings that a session on this class path would know.
     *
     * @return each name once
     */
    public static Collection<Setting<?>> all() {
        return with(ChannelChoice.providers());
    }

    /** Each name once: some settings are read by several channels. */
    static Collection<Setting<?>> with(List<ChannelProvider> providers) {
        Map<String, Setting<?>> byName = new LinkedHashMap<>();
        Stream.of(
                        Stream.<Setting<?>>of(ChannelChoice.CHANNEL),
                        EngineSettings.all().stream(),
                        Stream.<Setting<?>>of(OnDeadlock.SETTING, JobSecrets.FILE, PeerList.PEERS, PeerList.RANK),
                        Tls.SETTINGS.stream(),
                        Records.all().stream(),
                        providers.stream().flatMap(provider -> provider.settings().stream()))
                .flatMap(settings -> settings)
                .forEach(setting -> byName.putIfAbsent(setting.name(), setting));
        return byName.values();
    }
}
