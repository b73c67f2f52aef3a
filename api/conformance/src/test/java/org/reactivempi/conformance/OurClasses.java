package org.reactivempi.conformance;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * The main classes of the project's modules that are on the class path, as ArchUnit reads them.
 *
 * <p>Libraries and the JDK are neither searched for classes of ours, nor read where ours need a class of them: its name is all that the rules ask for, and
 * reading takes longer than all rules.
 */
final class OurClasses {

    private OurClasses() {}

    /** Those that the project in {@code root} has built, as folders or as jars. */
    static JavaClasses in(Path root) throws IOException {
        List<Location> places = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path place = Path.of(entry);
            if (Files.exists(place) && place.toRealPath().startsWith(root.toRealPath())) {
                places.add(Files.isDirectory(place) ? Location.of(place) : Location.of(new JarFile(place.toFile())));
            }
        }
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importLocations(places);
        });
    }
}
