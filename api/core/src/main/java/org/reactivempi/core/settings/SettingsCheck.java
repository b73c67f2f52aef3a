package org.reactivempi.core.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reactivempi.Settings;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.transport.bootstrap.launch.LaunchCheck;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.engine.port.EngineSettings;

/** What each rank would say of its settings as it starts; for the launcher, which says it once. */
public final class SettingsCheck implements LaunchCheck {

    /** For {@code ServiceLoader}. */
    public SettingsCheck() {}

    @Override
    public Optional<String> problem(Map<String, String> given, Map<String, String> environment, boolean oneJvm) {
        List<ChannelProvider> providers = ChannelChoice.providers();
        Settings settings = Settings.create();
        for (Map.Entry<String, String> entry : given.entrySet()) {
            settings = settings.with(entry.getKey(), entry.getValue());
        }
        SettingSource source = SessionSettings.withoutProperties(settings, environment);
        try {
            KnownSettings.of(providers).check(given.keySet().stream());
            EngineSettings.from(source);
            PeerList.in(source);
            DeadlockPolicy.SETTING.in(source);
            TypeCheck.SETTING.in(source);
            CollectiveSettings.in(source);
            ProcessSets.SETTING.in(source);
            JobSecrets.own(settings, environment, source);
            JobSecrets.ownOfPorts(settings, environment, source);
            PortSettings.NAME_SERVICE.in(source);
            Tls.from(source);
            Watchers.check(source);
            providers.stream().flatMap(provider -> provider.settings().stream()).forEach(setting -> setting.in(source));
            ChannelChoice.check(providers, source, oneJvm);
            return Optional.empty();
        } catch (SettingException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }
}
