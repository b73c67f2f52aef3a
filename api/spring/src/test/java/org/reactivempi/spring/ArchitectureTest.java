package org.reactivempi.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The arrows among the starter's packages, and from them to the library. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

    private static final String ROOT = "org.reactivempi.spring";

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    @DisplayName("no cycles between packages, and no static field can be set")
    void shape() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(ours);
        fields().that().areStatic().should().beFinal().check(ours);
    }

    @Test
    @DisplayName("nobody looks into autoconfigure, and only actuate needs the actuator")
    void arrows() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".autoconfigure")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".autoconfigure")
                .check(ours);
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".autoconfigure", ROOT + ".actuate")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot.health..", "org.springframework.boot.actuate..")
                .check(ours);
    }

    @Test
    @DisplayName("listeners and codecs see the contract, and nothing of what is behind it")
    void contract() {
        classes()
                .that()
                .resideInAnyPackage(ROOT, ROOT + ".listener", ROOT + ".codec")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT,
                        ROOT + ".listener",
                        ROOT + ".codec",
                        "org.reactivempi",
                        "org.reactivempi.spi",
                        "java..",
                        "reactor..",
                        "org.reactivestreams..",
                        "org.jspecify..",
                        "org.springframework..",
                        "org.apache.commons.logging..")
                .check(ours);
    }
}
