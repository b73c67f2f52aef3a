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
 */
record JarManifest(String mainClass, List<String> access) {

    private static final String AGENT = "Launcher-Agent-Class";

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
            return new JarManifest(main.strip(), access);
        } catch (IOException e) {
            throw new RankCommand.UnusableException(jar + " is no jar file");
        }
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
