package org.reactivempi.conformance;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.ChannelProvider;

/** The arrows of the module map: packages look downwards only, and never in circles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

    private static final String ROOT = "org.reactivempi";
    private static final String SPI = ROOT + ".spi";
    private static final String LAYOUT = ROOT + ".layout";
    private static final String TRANSPORT = ROOT + ".transport";
    private static final String CHANNEL = TRANSPORT + ".channel..";
    private static final int LARGEST_CIRCLE = 5;

    private static final Pattern HIGHER_NAMES =
            Pattern.compile("org[./]reactivempi[./](?!transport)|org[./]junit|testkit|surefire|maven");
    /** Texts that are still there, and are to go. */
    private static final List<String> KNOWN_TEXTS = List.of();

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
        seesOnly(TRANSPORT + ".tck", CHANNEL, TRANSPORT + ".engine.progress..", TRANSPORT + ".engine.auth..");
        seesOnly(TRANSPORT + ".tck.traffic..", TRANSPORT + ".engine..");
    }

    @Test
    @DisplayName("the contract sees Reactor, JSpecify and the JDK")
    void contract() {
        classes()
                .that()
                .resideInAnyPackage(ROOT, SPI, LAYOUT)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT, SPI, LAYOUT, "java..", "reactor..", "org.reactivestreams..", "org.jspecify.."))
                .check(ours);
    }

    @Test
    @DisplayName("layouts see the JDK, and nothing else of ours")
    void layouts() {
        seesOnly(LAYOUT);
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
    @DisplayName("no circle of more than five classes inside a package")
    void noLargeCircles() {
        Circles.largest(ours)
                .forEach((name, circle) -> assertThat(circle)
                        .as("the largest circle of %s", name)
                        .hasSizeLessThanOrEqualTo(LARGEST_CIRCLE));
    }

    @Test
    @DisplayName("transport has no name of the api, of JUnit or of build tools as text")
    void noNamesOfTheApiAsText() {
        assertThat(texts(TRANSPORT, text -> HIGHER_NAMES.matcher(text).find())).isSubsetOf(KNOWN_TEXTS);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"org.reactivempi.core", "org.reactivempi.transport.engine", "org.reactivempi.transport.channel"})
    @DisplayName("what channels have in common has no name of one of them as text")
    void noNamesOfChannelsAsText(String root) {
        Set<String> channels = ServiceLoader.load(ChannelProvider.class).stream()
                .map(provider -> provider.get().name())
                .collect(Collectors.toSet());
        assertThat(texts(root, channels::contains)).isSubsetOf(KNOWN_TEXTS);
    }

    private List<String> texts(String root, Predicate<String> wanted) {
        return ours.stream()
                .filter(resideInAnyPackage(root + ".."))
                .flatMap(type -> StringConstants.of(type).stream()
                        .filter(wanted)
                        .map(text -> type.getSimpleName() + ": " + text))
                .toList();
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

    /** Each package by itself. */
    private static final class Packages implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
