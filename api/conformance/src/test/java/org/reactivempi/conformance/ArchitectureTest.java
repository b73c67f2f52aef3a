package org.reactivempi.conformance;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows of the module map: packages look downwards only, and never in circles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

    private static final String ROOT = "org.reactivempi";
    private static final String SPI = ROOT + ".spi";
    private static final String TRANSPORT = ROOT + ".transport";
    private static final String CHANNEL = TRANSPORT + ".channel..";

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    @DisplayName("transport never sees the api")
    void transportIsBelowTheApi() {
        noClasses()
                .that()
                .resideInAPackage(TRANSPORT + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(ROOT + "..").and(resideOutsideOfPackage(TRANSPORT + "..")))
                .check(ours);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"channel", "bootstrap"})
    @DisplayName("the lowest packages of the transport see nothing else of ours")
    void lowest(String name) {
        seesOnly(TRANSPORT + "." + name + "..");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"engine", "local", "tcp", "shm", "rsocket", "faulty"})
    @DisplayName("the engine and every channel see the channel interface, and nothing else of ours")
    void aboveTheChannelInterface(String name) {
        seesOnly(TRANSPORT + "." + name + "..", CHANNEL);
    }

    @Test
    @DisplayName("who observes sees the engine's events, and the launcher's options")
    void observe() {
        seesOnly(
                TRANSPORT + ".observe..",
                CHANNEL,
                TRANSPORT + ".engine.event..",
                TRANSPORT + ".engine.auth..",
                TRANSPORT + ".engine.progress..",
                TRANSPORT + ".bootstrap.launcher..");
    }

    @Test
    @DisplayName("the channel TCK sees the channel interface, and of the engine its progress loop and its proofs")
    void channelTck() {
        seesOnly(TRANSPORT + ".tck..", CHANNEL, TRANSPORT + ".engine.progress..", TRANSPORT + ".engine.auth..");
    }

    @Test
    @DisplayName("the contract sees Reactor, JSpecify and the JDK")
    void contract() {
        classes()
                .that()
                .resideInAnyPackage(ROOT, SPI)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(ROOT, SPI, "java..", "reactor..", "org.reactivestreams..", "org.jspecify.."))
                .check(ours);
    }

    @Test
    @DisplayName("the codecs with Jackson see the contract, and nothing else of ours")
    void jackson() {
        seesOnly(ROOT + ".jackson..", ROOT);
    }

    @Test
    @DisplayName("no cycles between packages")
    void noCycles() {
        slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(ours);
    }

    @Test
    @DisplayName("no static field can be set")
    void noStaticState() {
        fields().that().areStatic().should().beFinal().check(ours);
    }

    private void seesOnly(String self, String... others) {
        classes()
                .that()
                .resideInAPackage(self)
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(ROOT + "..")
                        .or(resideInAnyPackage(self))
                        .or(resideInAnyPackage(others)))
                .check(ours);
    }

    /** Each package by itself; only the contract and the interface for its implementers name each other, and are one. */
    private static final class Packages implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName().equals(SPI) ? ROOT : type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
