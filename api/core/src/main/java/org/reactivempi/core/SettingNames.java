package org.reactivempi.core;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The names of all settings, so that a misspelled one is told from them, and does not pass for one that was never set.
 *
 * <p>A setting of a channel that is not on this class path has no effect and does no harm: a fleet of applications may
 * share their settings.
 */
public final class SettingNames {

    private static final Logger log = Loggers.getLogger(SettingNames.class);

    private static final String PROPERTY_PREFIX = "reactivempi.";
    private static final String VARIABLE_PREFIX = "REACTIVEMPI_";
    /** What stands in front of settings that other layers read, such as the Spring Boot starter: {@code listener.concurrency}. */
    private static final List<String> OTHER_LAYERS = List.of("listener", "session", "codec");

    private final Set<String> names = new TreeSet<>();
    private final ChannelJars channels;

    private SettingNames(ChannelJars channels, Stream<Setting<?>> settings) {
        this.channels = channels;
        settings.forEach(setting -> names.add(setting.name()));
    }

    /**
     * The settings of the library and of the channels of the class path.
     *
     * @return their names without prefix, in alphabetical order; without the secret's, which is no property
     */
    public static Set<String> all() {
        Set<String> all = new TreeSet<>(of(ChannelChoice.providers()).names);
        all.remove(JobSecrets.SECRET.name());
        return Collections.unmodifiableSet(all);
    }

    /**
     * Why a name is none of them.
     *
     * @param name a name without prefix
     * @return a line that names the nearest one, or all; or nothing where it is one, or belongs to a channel that is not on the
     *     class path
     */
    public static Optional<String> problem(String name) {
        try {
            of(ChannelChoice.providers()).check(Stream.of(name));
            return Optional.empty();
        } catch (SettingException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** Those of the library and of these channels. */
    static SettingNames of(List<ChannelProvider> providers) {
        return new SettingNames(
                new ChannelJars(providers),
                Stream.concat(Stream.of(JobSecrets.SECRET), KnownSettings.with(providers).stream()));
    }

    /** Throws {@link SettingException} where a name is none, or one that must not be set where these are. */
    void check(Stream<String> given) {
        given.filter(name -> isMisplaced(name) || !isKnown(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw isMisplaced(name) ? JobSecrets.misplaced() : SettingException.unknown(name, names);
                });
    }

    private static boolean isMisplaced(String name) {
        return name.equals(JobSecrets.SECRET.name());
    }

    /** The names of the settings among system properties. */
    static Stream<String> among(Properties properties) {
        return properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY_PREFIX))
                .map(name -> name.substring(PROPERTY_PREFIX.length()));
    }

    /** Warns of variables that look like settings and are none: another library's, or a newer version's. */
    void warnOf(Map<String, String> environment) {
        environment.keySet().stream()
                .filter(variable -> variable.startsWith(VARIABLE_PREFIX))
                .sorted()
                .forEach(this::warnOf);
    }

    private void warnOf(String variable) {
        String name = variable.substring(VARIABLE_PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        if (!isKnown(name)) {
            log.warn(
                    "{} has no effect: {}",
                    variable,
                    SettingException.unknown(name, names).getMessage());
        }
    }

    private boolean isKnown(String name) {
        return names.contains(name) || channels.isSettingOfMissing(name) || isOfAnotherLayer(name);
    }

    /** As a property {@code listener.concurrency}, as a variable {@code LISTENER_CONCURRENCY}. */
    private static boolean isOfAnotherLayer(String name) {
        return OTHER_LAYERS.stream().anyMatch(layer -> name.startsWith(layer + ".") || name.startsWith(layer + "-"));
    }
}
