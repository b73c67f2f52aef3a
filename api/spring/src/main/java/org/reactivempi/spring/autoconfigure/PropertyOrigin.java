package org.reactivempi.spring.autoconfigure;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** Where a property comes from that an error names at its beginning. */
final class PropertyOrigin {

    private static final Pattern NAME =
            Pattern.compile("(?:there is no (?:setting|property) )?(reactivempi\\.[a-z][a-z0-9.-]*)");

    private PropertyOrigin() {}

    /** Words to put after the error; none where nothing is known. */
    static String of(Environment environment, String error) {
        Matcher matcher = NAME.matcher(error);
        return matcher.lookingAt() ? origin(environment, matcher.group(1)).orElse("") : "";
    }

    private static Optional<String> origin(Environment environment, String name) {
        ConfigurationPropertyName property = ConfigurationPropertyName.ofIfValid(name);
        if (property == null) {
            return Optional.empty();
        }
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(property);
            if (found != null) {
                return Optional.of(" (from " + (found.getOrigin() == null ? source : found.getOrigin()) + ")");
            }
        }
        return Optional.empty();
    }
}
