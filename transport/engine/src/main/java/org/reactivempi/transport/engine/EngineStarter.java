package org.reactivempi.transport.engine;

import java.util.List;
import java.util.function.Supplier;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/** Starts engines for the layers above, which see {@code port} alone. */
public final class EngineStarter implements Engine.Starter {

    /** For {@code ServiceLoader}. */
    public EngineStarter() {}

    @Override
    public Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory,
            Supplier<List<EngineListener>> listeners,
            Platform platform,
            List<PacketFamily> families) {
        return RankEngine.start(
                job, secret, (RankSettings) settings, channels, directory, listeners, platform, families);
    }

    @Override
    public List<Setting<?>> settings() {
        return RankSettings.all();
    }

    @Override
    public EngineSettings settings(SettingSource source) {
        return RankSettings.from(source);
    }
}
