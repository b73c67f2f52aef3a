package org.reactivempi.benchmarks.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a module provides is found on the class path, on the module path, and in a native image: three files say the same. */
class ServicesTest {

    /** The Maven modules that are modules of Java. */
    private static Stream<Path> modules() {
        return Modules.with("src/main/java/module-info.java");
    }

    @Test
    @DisplayName("the modules of a plain program have descriptors")
    void described() {
        assertThat(modules().map(module -> Modules.ROOT.relativize(module).toString()))
                .contains(
                        "api/mpi", "api/core", "transport/engine", "transport/local", "transport/shm", "transport/tcp");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("modules")
    @DisplayName("a descriptor provides what META-INF/services names")
    void descriptors(Path module) throws IOException {
        try (InputStream bytes = Files.newInputStream(module.resolve("target/classes/module-info.class"))) {
            Set<String> provided = ModuleDescriptor.read(bytes).provides().stream()
                    .flatMap(
                            service -> service.providers().stream().map(provider -> service.service() + " " + provider))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(provided).isEqualTo(services(module));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("modules")
    @DisplayName("a native image gets the files of META-INF/services, and makes their providers")
    void nativeImages(Path module) {
        String configuration = Modules.list(module.resolve("src/main/resources/META-INF/native-image/org.reactivempi"))
                .flatMap(Modules::list)
                .map(Modules::read)
                .collect(Collectors.joining());
        assertThat(services(module)).allSatisfy(service -> {
            String[] names = service.split(" ");
            assertThat(configuration)
                    .contains("META-INF/services/" + names[0] + "\\\\E")
                    .contains("\"name\": \"" + names[1] + "\"");
        });
    }

    /** Each service with one of its providers. */
    private static Set<String> services(Path module) {
        return Modules.list(module.resolve("src/main/resources/META-INF/services"))
                .flatMap(file -> Arrays.stream(Modules.read(file).split("\n"))
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(provider -> file.getFileName() + " " + provider.strip()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
