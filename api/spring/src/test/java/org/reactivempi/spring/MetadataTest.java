package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Mpi;
import org.reactivempi.core.settings.KnownSettings;
import org.reactivempi.transport.channel.settings.Setting;
import tools.jackson.databind.json.JsonMapper;

/**
 * What IDEs know of the properties is made from the settings. With {@code -Dpages.write=true} it is written, else compared with
 * what stands there.
 */
class MetadataTest {

    private static final Path METADATA =
            Path.of("src", "main", "resources", "META-INF", "spring-configuration-metadata.json");
    private static final String PREFIX = "reactivempi.";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final List<Map<String, Object>> OWN = List.of(
            property(
                    "reactivempi.session.enabled",
                    Boolean.class.getName(),
                    "Whether the application is a rank, and starts a session.",
                    true),
            property(
                    "reactivempi.session.start-timeout",
                    "java.time.Duration",
                    "How long the session may take to start, until all ranks have come. Allowed: 1ms to 1h.",
                    "60s"),
            property(
                    "reactivempi.session.web-rank",
                    Integer.class.getName(),
                    "The only rank that has a web server; by default, each has one. Allowed: the number of a rank.",
                    ""),
            property(
                    "reactivempi.listener.concurrency",
                    Integer.class.getName(),
                    "How many messages an @MpiListener deals with at once that does not say so itself. Allowed: 1 to 1024.",
                    1),
            property(
                    "reactivempi.listener.prefetch",
                    Integer.class.getName(),
                    "How many values of a stream may be under way to an @MpiListener beyond its demand. Allowed: 0 or more.",
                    Mpi.STREAM_PREFETCH),
            property(
                    "reactivempi.codec.mime-type",
                    "org.springframework.util.MimeType",
                    "The format of values that Spring's encoders and decoders write and read.",
                    "application/json"),
            property(
                    "reactivempi.secret",
                    String.class.getName(),
                    "What only the ranks of this job know, the same for all: 32 to 1024 characters. Not as an argument, which"
                            + " others could read.",
                    ""),
            property(
                    "reactivempi.port-secret",
                    String.class.getName(),
                    "What the ranks of this job, and those of jobs that meet them at ports, know: 32 to 1024 characters. Not as an"
                            + " argument, which others could read.",
                    ""),
            property(
                    "management.health.mpi.enabled",
                    Boolean.class.getName(),
                    "Whether the health of the rank is part of the application's.",
                    true),
            property(
                    "management.endpoint.mpi.access",
                    "org.springframework.boot.actuate.endpoint.Access",
                    "Permitted level of access for the mpi endpoint.",
                    "unrestricted"));

    @Test
    @DisplayName("each setting is a property with type, default and description, and there is no other")
    void all() throws IOException {
        String expected = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(metadata()) + "\n";
        if (Boolean.getBoolean("pages.write")) {
            Files.writeString(METADATA, expected);
        }
        assertThat(Files.readString(METADATA))
                .describedAs("out of date; write it by: mvn -pl api/spring -am test -Dtest=MetadataTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpages.write=true")
                .isEqualTo(expected);
    }

    private static Map<String, Object> metadata() {
        List<Map<String, Object>> properties = new ArrayList<>(OWN);
        KnownSettings.all().forEach(setting -> properties.add(property(setting)));
        properties.sort(Comparator.comparing(property -> (String) property.get("name")));
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("groups", List.of(Map.of("name", "reactivempi")));
        metadata.put("properties", properties);
        metadata.put(
                "hints",
                KnownSettings.all().stream()
                        .filter(MetadataTest::isChoice)
                        .map(MetadataTest::hint)
                        .toList());
        return metadata;
    }

    private static Map<String, Object> property(Setting<?> setting) {
        return property(
                PREFIX + setting.name(),
                type(setting),
                setting.description().replace("`", "") + " Allowed: " + setting.allowed() + ".",
                setting.defaultText());
    }

    private static Map<String, Object> property(String name, String type, String description, Object byDefault) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("name", name);
        property.put("type", type);
        property.put("description", description);
        if (!byDefault.equals("")) {
            property.put("defaultValue", byDefault);
        }
        return property;
    }

    private static String type(Setting<?> setting) {
        String byDefault = setting.defaultText();
        if (setting.name().equals("peers")) {
            return "java.util.List<java.lang.String>";
        }
        if (byDefault.matches("\\d+")) {
            return Integer.class.getName();
        }
        return byDefault.matches("\\d+(ns|us|ms|s)") ? "java.time.Duration" : String.class.getName();
    }

    /** Whether it is one of several words. */
    private static boolean isChoice(Setting<?> setting) {
        return setting.allowed().matches("[a-z]+(, [a-z]+)+");
    }

    private static Map<String, Object> hint(Setting<?> setting) {
        List<Map<String, String>> values = List.of(setting.allowed().split(", ")).stream()
                .map(value -> Map.of("value", value))
                .toList();
        Map<String, Object> hint = new LinkedHashMap<>();
        hint.put("name", PREFIX + setting.name());
        hint.put("values", values);
        return hint;
    }
}
