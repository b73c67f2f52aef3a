package org.reactivempi.core;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.SettingSource;

/** A setting's value: what the program set, else the system property, else the environment variable. */
final class SessionSettings implements SettingSource {

    private static final String PREFIX = "reactivempi.";

    private final Settings settings;
    private final Map<String, String> environment;

    SessionSettings(Settings settings, Map<String, String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    @Override
    public @Nullable String setting(String name) {
        String value = settings.asMap().get(name);
        if (value == null) {
            value = System.getProperty(PREFIX + name);
        }
        return value == null ? environment.get(variable(name)) : value;
    }

    private static String variable(String name) {
        return (PREFIX + name).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
