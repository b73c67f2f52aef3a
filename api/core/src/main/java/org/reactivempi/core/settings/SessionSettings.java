package org.reactivempi.core.settings;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.settings.SettingSource;

/** A setting's value: what the program set, else the system property, else the environment variable. */
public final class SessionSettings implements SettingSource {

    private static final String PREFIX = "reactivempi.";

    private final Settings settings;
    private final Properties properties;
    private final Map<String, String> environment;

    private SessionSettings(Settings settings, Properties properties, Map<String, String> environment) {
        this.settings = settings;
        this.properties = properties;
        this.environment = environment;
    }

    /** Those of a session in this JVM. */
    public SessionSettings(Settings settings, Map<String, String> environment) {
        this(settings, System.getProperties(), environment);
    }

    /** Those of a session in another JVM, whose system properties are among the settings. */
    static SessionSettings withoutProperties(Settings settings, Map<String, String> environment) {
        return new SessionSettings(settings, new Properties(), environment);
    }

    @Override
    public @Nullable String setting(String name) {
        String value = settings.asMap().get(name);
        if (value == null) {
            value = properties.getProperty(PREFIX + name);
        }
        return value == null ? environment.get(variable(name)) : value;
    }

    private static String variable(String name) {
        return (PREFIX + name).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
