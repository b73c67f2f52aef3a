package org.reactivempi.conformance;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.conformance.Sources.PackageInfo;
import org.reactivempi.conformance.Sources.Type;
import org.reactivempi.transport.channel.ChannelProvider;

/**
 * The arrows of the module map: packages look downwards only, and never in circles. What a rule still has to bear stands here by its
 * name, and a name that is no longer needed fails as well.
 */
@Tag("once")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

    private static final String ROOT = "org.reactivempi";
    private static final String SPI = ROOT + ".spi";
    private static final String LAYOUT = ROOT + ".layout";
    private static final String TRANSPORT = ROOT + ".transport";
    private static final String CHANNEL = TRANSPORT + ".channel..";
    private static final int LARGEST_CIRCLE = 5;
    /** The size of each larger circle that is still there. */
    private static final Map<String, Integer> LARGER_CIRCLES = Map.of(
            // Communicators of grids and graphs are communicators, and these make them: so say their signatures.
            "mpi",
            8,
            // A communicator knows its session, and a session makes communicators of groups, where none is yet.
            ROOT,
            7,
            // Each kind names the least length of its packets, and these name their kind.
            TRANSPORT + ".engine.packet",
            12);

    /** Fields of mpiJava 1.2 and of MPJ Express which programs may set. */
    private static final List<String> SETTABLE = List.of("mpi.MPI.DEBUG", "mpi.MPI.isOldSelected");

    /** What runs again as it has run before takes nothing from the JVM. */
    private static final List<String> REPEATABLE = List.of(
            TRANSPORT + ".engine..",
            TRANSPORT + ".local..",
            TRANSPORT + ".sim..",
            TRANSPORT + ".bootstrap.exchange..",
            ROOT + ".core..");

    private static final Pattern HIGHER_NAMES =
            Pattern.compile("org[./]reactivempi[./](?!transport)|org[./]junit|testkit|surefire|maven");
    /** Texts that are still there, and are to go. */
    private static final List<String> KNOWN_TEXTS = List.of();

    private final JavaClasses ours;
    private final Sources sources;

    ArchitectureTest() throws IOException {
        Path root = Path.of("../..");
        ours = OurClasses.in(root);
        sources = Sources.in(root).with(ours);
    }

    @Test
    @DisplayName("transport never sees the api")
    void transportIsBelowTheApi() {
        noClasses()
                .that()
                .resideInAPackage(TRANSPORT + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(ROOT + "..").and(resideOutsideOfPackage(TRANSPORT + "..")))
                .check(ours);
        assertThat(arrows(TRANSPORT + "..", TRANSPORT + "..")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"channel", "bootstrap"})
    @DisplayName("the lowest packages of the transport see nothing else of ours")
    void lowest(String name) {
        seesOnly(TRANSPORT + "." + name + "..");
    }

    @Test
    @DisplayName("the launcher sees bootstrap, and nothing else of ours")
    void launcher() {
        seesOnly(TRANSPORT + ".launcher..", TRANSPORT + ".bootstrap..");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"engine", "local", "tcp", "shm", "rsocket", "faulty"})
    @DisplayName("the engine and every channel see the channel interface, and nothing else of ours")
    void aboveTheChannelInterface(String name) {
        seesOnly(TRANSPORT + "." + name + "..", CHANNEL);
    }

    @Test
    @DisplayName(
            "all other modules see the engine by its door, of 25 types at most, its events, and what a platform is made of")
    void engineDoor() {
        EngineDoor door = new EngineDoor(sources);
        assertThat(door.breaches()).isEmpty();
        assertThat(door.types()).hasSizeLessThanOrEqualTo(EngineDoor.MOST_TYPES);
    }

    @Test
    @DisplayName("who observes sees the engine's events, and what a launcher asks")
    void observe() {
        seesOnly(TRANSPORT + ".observe..", CHANNEL, TRANSPORT + ".engine.event..", TRANSPORT + ".bootstrap.launch..");
    }

    @Test
    @DisplayName("what simulates jobs sees the channel interface, and of the engine what a platform is made of")
    void simulation() {
        seesOnly(TRANSPORT + ".sim..", CHANNEL, TRANSPORT + ".engine.platform..", TRANSPORT + ".engine.progress..");
    }

    @Test
    @DisplayName("the channel TCK sees the channel interface, and of the engine its progress loop and its proofs")
    void channelTck() {
        seesOnly(
                TRANSPORT + ".tck",
                CHANNEL,
                TRANSPORT + ".engine.progress..",
                TRANSPORT + ".engine.auth..",
                TRANSPORT + ".engine.port..");
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
        for (String self : List.of(ROOT, SPI, LAYOUT)) {
            assertThat(arrows(self, ROOT, SPI, LAYOUT)).isEmpty();
        }
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
    @DisplayName("no circles of packages")
    void noCircles() {
        assertThat(Circles.ofPackages(sources)).isEmpty();
    }

    @Test
    @DisplayName("no circle of more than five classes inside a package")
    void noLargeCircles() {
        SortedMap<String, SortedSet<String>> circles = Circles.largest(sources);
        assertThat(circles.keySet()).containsAll(LARGER_CIRCLES.keySet());
        circles.forEach((name, circle) -> {
            if (LARGER_CIRCLES.containsKey(name)) {
                assertThat(circle)
                        .as("the known circle of %s: if it is smaller now, say so here", name)
                        .hasSize(LARGER_CIRCLES.get(name));
            } else {
                assertThat(circle).as("the largest circle of %s", name).hasSizeLessThanOrEqualTo(LARGEST_CIRCLE);
            }
        });
    }

    @Test
    @DisplayName("each package-info says who calls its package, and what it knows, as it is")
    void packageInfos() throws IOException {
        List<PackageInfo> infos = sources.packageInfos().stream()
                .filter(info -> PackageSentence.isOfTheLibrary(info.module()))
                .toList();
        PackageSentence sentence = new PackageSentence(sources);
        if (Boolean.getBoolean("pages.write")) {
            for (PackageInfo info : infos) {
                sentence.write(info);
            }
            return;
        }
        assertThat(infos).hasSizeGreaterThan(50);
        SoftAssertions.assertSoftly(softly -> infos.forEach(info -> softly.assertThat(PackageSentence.saidIn(info))
                .as("%s; -Dpages.write=true corrects the sentence, where there is one", info)
                .containsExactly(sentence.rightFor(info))));
        assertThat(infos.stream().map(PackageInfo::name))
                .as("packages that have a package-info")
                .containsAll(sources.types().stream()
                        .filter(type -> PackageSentence.isOfTheLibrary(type.module()) && type.isJava())
                        .map(Type::packageName)
                        .toList());
    }

    @Test
    @DisplayName("SIM-1 engine, core and local take time, chance, threads and order from their platform")
    void nothingFromTheJvm() {
        assertThat(sources.types().stream()
                        .filter(type -> isIn(type.packageName(), REPEATABLE.toArray(String[]::new)))
                        .flatMap(FromJvm::textsOf)
                        .toList())
                .containsExactlyInAnyOrderElementsOf(KnownUses.all());
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
        assertThat(sources.settable()).containsExactlyElementsOf(SETTABLE);
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
        String[] allowed = Stream.concat(Stream.of(self), Stream.of(others)).toArray(String[]::new);
        assertThat(arrows(self, allowed)).isEmpty();
    }

    /** From these packages of the library to others than the allowed ones, also where only a constant of theirs is used. */
    private List<String> arrows(String self, String... allowed) {
        return sources.types().stream()
                .filter(type -> PackageSentence.isOfTheLibrary(type.module()) && isIn(type.packageName(), self))
                .flatMap(type -> type.needed().stream()
                        .filter(needed -> !isIn(Sources.packageOf(needed), allowed))
                        .map(needed -> type + " -> " + needed))
                .toList();
    }

    private static boolean isIn(String name, String... packages) {
        return Stream.of(packages).anyMatch(each -> PackageMatcher.of(each).matches(name));
    }
}
