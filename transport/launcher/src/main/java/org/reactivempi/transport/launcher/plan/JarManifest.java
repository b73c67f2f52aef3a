package org.reactivempi.transport.launcher.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM would take from a jar's manifest by {@code java -jar}, for a JVM that has it on its class path instead. The
 * manifest's own class path counts there as well, and access to native code all ranks have.
 *
 * @param mainClass the program
 * @param access to modules, as options of the JVM
 * @param isWhole whether the jar has jars inside, and the library among them, as Spring Boot's executable jars do: it runs by {@code java -jar}
 *     alone. The class that its manifest names reads those jars, and what it loads from them would not see its own library, but another one,
 *     on the class path in front
 */
record JarManifest(String mainClass, List<String> access, boolean isWhole) {

    private static final String AGENT = "Launcher-Agent-Class";

    /** Where Spring Boot's executable jars say in which folder their jars are. */
    private static final String JARS_INSIDE = "Spring-Boot-Lib";

    private static final String LIBRARY = "reactive-mpi-core-";

    /** Reads it; {@code jar} is what the user calls the file. */
    static JarManifest of(Path file, String jar) throws RankCommand.UnusableException {
        if (!Files.isRegularFile(file)) {
            throw new RankCommand.UnusableException(jar + " is no file");
        }
        try (JarFile opened = new JarFile(file.toFile())) {
            @Nullable Manifest manifest = opened.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            @Nullable String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new RankCommand.UnusableException(
                        "the manifest of " + jar + " names no main class; give it: java -cp " + jar + " MAIN_CLASS");
            }
            if (attributes.getValue(AGENT) != null) {
                throw new RankCommand.UnusableException("the manifest of " + jar + " has a " + AGENT
                        + ", which only java -jar starts; without it: java -cp " + jar + " " + main.strip());
            }
            List<String> access = new ArrayList<>();
            add(access, "--add-exports", attributes.getValue("Add-Exports"));
            add(access, "--add-opens", attributes.getValue("Add-Opens"));
            return new JarManifest(main.strip(), access, isWhole(opened, attributes.getValue(JARS_INSIDE)));
        } catch (IOException e) {
            throw new RankCommand.UnusableException(jar + " is no jar file");
        }
    }

    private static boolean isWhole(JarFile jar, @Nullable String inside) {
        return inside != null && jar.stream().anyMatch(entry -> entry.getName().startsWith(inside + LIBRARY));
    }

    private static void add(List<String> options, String option, @Nullable String packages) {
        if (packages != null && !packages.isBlank()) {
            for (String each : packages.strip().split("\\s+")) {
                options.add(option);
                options.add(each + "=ALL-UNNAMED");
            }
        }
    }
}
