package org.reactivempi.spring.session;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.Settings;
import org.reactivempi.core.settings.KnownSettings;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The settings of the session from an application's properties: each setting {@code NAME} is the property {@code
 * reactivempi.NAME}, in any of Spring Boot's spellings and from any of its sources, with Spring Boot's order among them.
 */
public final class EnvironmentSettings {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("reactivempi");
    private static final String SECRET = "secret";
    private static final String PORT_SECRET = "port-secret";
    /** What must not stand where others can read it. */
    private static final List<String> SECRETS = List.of(SECRET, PORT_SECRET);

    private static final String SEPARATOR = ",";

    private final Environment environment;
    private final Set<String> own;

    /**
     * The settings of an environment.
     *
     * @param environment the application's
     * @param own names of the starter's own properties, without prefix, such as {@code listener.concurrency}
     */
    public EnvironmentSettings(Environment environment, Set<String> own) {
        this.environment = environment;
        this.own = own;
    }

    /**
     * Reads them.
     *
     * @return what is set; whether the values are right, the session's start tells
     * @throws PropertyException if there is a property {@code reactivempi.NAME} that is none
     */
    public Settings read() {
        checkNames();
        Binder binder = Binder.get(environment);
        Settings settings = Settings.create();
        for (String name : KnownSettings.names()) {
            Optional<String> value = value(binder, name);
            settings = value.isPresent() ? settings.with(name, value.get()) : settings;
        }
        Optional<String> secret = value(binder, SECRET);
        settings = secret.isPresent() ? settings.secret(secret.get()) : settings;
        Optional<String> ofPorts = value(binder, PORT_SECRET);
        return ofPorts.isPresent() ? settings.portSecret(ofPorts.get()) : settings;
    }

    /** As one text, or from a list, as YAML has them. */
    private static Optional<String> value(Binder binder, String name) {
        String property = PREFIX + "." + name;
        Optional<String> text = Optional.ofNullable(
                binder.bind(property, Bindable.of(String.class)).orElse(null));
        return text.isPresent()
                ? text
                : Optional.ofNullable(binder.bind(property, Bindable.listOf(String.class))
                        .map(list -> String.join(SEPARATOR, list))
                        .orElse(null));
    }

    private void checkNames() {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            checkNames(source);
        }
    }

    /** Of variables that are no settings, the session warns. */
    private void checkNames(ConfigurationPropertySource source) {
        Object underlying = source.getUnderlyingSource();
        if (source instanceof IterableConfigurationPropertySource iterable
                && !(underlying instanceof SystemEnvironmentPropertySource)) {
            boolean visible = underlying instanceof CommandLinePropertySource;
            iterable.stream().filter(PREFIX::isAncestorOf).forEach(name -> check(name, visible));
        }
    }

    private void check(ConfigurationPropertyName property, boolean visible) {
        String name = property.getElement(PREFIX.getNumberOfElements(), Form.ORIGINAL);
        Optional<String> secret = SECRETS.stream()
                .filter(each -> uniform(each).equals(uniform(name)))
                .findFirst();
        if (secret.isPresent()) {
            checkSecret(secret.get(), visible);
        } else if (!isOwn(property) && !isSetting(name)) {
            throw new PropertyException(
                    isLayer(name)
                            ? noProperty(property)
                            : KnownSettings.problem(name).orElseGet(() -> noProperty(property)));
        }
    }

    private String noProperty(ConfigurationPropertyName property) {
        return "there is no property " + property + ", only "
                + own.stream().sorted().map(each -> PREFIX + "." + each).collect(Collectors.joining(", "));
    }

    private static void checkSecret(String name, boolean visible) {
        if (visible) {
            throw new PropertyException("reactivempi." + name
                    + " stands among the arguments, where others can read it: set"
                    + " REACTIVEMPI_" + name.replace('-', '_').toUpperCase(Locale.ROOT) + " or reactivempi." + name
                    + "-file, or the property in a file that only its owner may read");
        }
    }

    private boolean isOwn(ConfigurationPropertyName property) {
        return own.stream().anyMatch(name -> {
            ConfigurationPropertyName each = PREFIX.append(name);
            return each.equals(property) || each.isAncestorOf(property);
        });
    }

    private static boolean isSetting(String name) {
        return Stream.concat(KnownSettings.names().stream(), SECRETS.stream())
                        .anyMatch(each -> uniform(each).equals(uniform(name)))
                || !isLayer(name) && KnownSettings.problem(name).isEmpty();
    }

    private static boolean isLayer(String name) {
        return List.of("listener", "session", "codec").contains(uniform(name));
    }

    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
