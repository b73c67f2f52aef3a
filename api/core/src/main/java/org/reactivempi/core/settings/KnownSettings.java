package org.reactivempi.core.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.port.EngineSettings;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * All settings of the library and of the channels on the class path: a misspelled name is told from these, and does not pass
 * for one that was never set. Secrets are names, but no settings for tools, since they must not be set as those are.
 *
 * <p>A setting of a channel that is not on this class path has no effect and does no harm: a fleet of applications may
 * share their settings.
 */
public final class KnownSettings {

    private static final Logger log = Loggers.getLogger(KnownSettings.class);

    private static final String PROPERTY_PREFIX = "reactivempi.";
    private static final String VARIABLE_PREFIX = "REACTIVEMPI_";
    /** What stands in front of settings that other layers read, such as the Spring Boot starter: {@code listener.concurrency}. */
    private static final List<String> OTHER_LAYERS = List.of("listener", "session", "codec");

    private final Set<String> names = new TreeSet<>();
    private final ChannelJars channels;

    private KnownSettings(ChannelJars channels, Stream<Setting<?>> settings) {
        this.channels = channels;
        settings.forEach(setting -> names.add(setting.name()));
    }

    /** The settings that a session on this class path would know. */
    public static Collection<Setting<?>> all() {
        return with(ChannelChoice.providers());
    }

    /** Each name once: some settings are read by several channels. */
    static Collection<Setting<?>> with(List<ChannelProvider> providers) {
        Map<String, Setting<?>> byName = new LinkedHashMap<>();
        Stream.of(
                        Stream.<Setting<?>>of(ChannelChoice.CHANNEL),
                        EngineSettings.all().stream(),
                        Stream.<Setting<?>>of(
                                DeadlockPolicy.SETTING,
                                Debugging.SETTING,
                                TypeCheck.SETTING,
                                ObjectFilter.SETTING,
                                AlgorithmTable.SETTING,
                                ProcessSets.SETTING,
                                JobSecrets.FILE,
                                JobSecrets.PORT_FILE,
                                PortSettings.NAME_SERVICE,
                                PeerList.PEERS,
                                PeerList.RANK,
                                PeerList.ALONE),
                        CollectiveSettings.ALL.stream(),
                        Tls.SETTINGS.stream(),
                        Records.all().stream(),
                        providers.stream().flatMap(provider -> provider.settings().stream()))
                .flatMap(settings -> settings)
                .forEach(setting -> byName.putIfAbsent(setting.name(), setting));
        return byName.values();
    }

    /**
     * The settings of the library and of the channels of the class path.
     *
     * @return their names without prefix, in alphabetical order; without those of secrets, which are no properties
     */
    public static Set<String> names() {
        Set<String> all = new TreeSet<>(of(ChannelChoice.providers()).names);
        all.removeIf(KnownSettings::isMisplaced);
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
    public static KnownSettings of(List<ChannelProvider> providers) {
        return new KnownSettings(
                new ChannelJars(providers),
                Stream.concat(Stream.of(JobSecrets.SECRET, JobSecrets.PORT), with(providers).stream()));
    }

    /** Throws {@link SettingException} where a name is none, or one that must not be set where these are. */
    public void check(Stream<String> given) {
        given.filter(name -> isMisplaced(name) || !isKnown(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw isMisplaced(name) ? JobSecrets.misplaced(name) : SettingException.unknown(name, names);
                });
    }

    private static boolean isMisplaced(String name) {
        return name.equals(JobSecrets.SECRET.name()) || name.equals(JobSecrets.PORT.name());
    }

    /** The names of the settings among system properties. */
    public static Stream<String> among(Properties properties) {
        return properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY_PREFIX))
                .map(name -> name.substring(PROPERTY_PREFIX.length()));
    }

    /** Warns of variables that look like settings and are none: another library's, or a newer version's. */
    public void warnOf(Map<String, String> environment) {
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
