package org.reactivempi.benchmarks.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.FreePorts;

/** A project that is made in an empty directory as a page says compiles, is tested, and runs. */
@Timeout(300)
class ProjectsOfPagesTest {

    /** Beside our own jars, which follow. */
    private static final List<String> OTHERS = List.of(
            "jspecify",
            "netty-buffer",
            "netty-codec-base",
            "netty-common",
            "netty-handler",
            "netty-resolver",
            "netty-transport",
            "netty-transport-classes-epoll",
            // For each of two kinds of processors.
            "netty-transport-native-epoll",
            "netty-transport-native-epoll",
            "netty-transport-native-unix-common",
            "picocli",
            "reactive-streams",
            "reactor-core",
            "reactor-netty-core");

    private static final List<String> OURS = List.of(
            "reactive-mpi",
            "reactive-mpi-bootstrap",
            "reactive-mpi-channel",
            "reactive-mpi-core",
            "reactive-mpi-engine",
            "reactive-mpi-launcher",
            "reactive-mpi-local",
            "reactive-mpi-tcp");

    /**
     * Reactor and Netty have 5.4 MB of it, so 5 MB in all can't be had as long as reactor-netty connects. All of the library's own, which
     * grows with the chapters of MPI, has 3.3 MB.
     */
    private static final long MOST_BYTES = 8_800_000;

    private static final String MODULE_PATH =
            "--module-path target/modules:target/dependency --module com.example.pi/com.example.pi.Pi";
    private static final Pages PAGES = new Pages();

    @TempDir
    static Path folder;

    private static Project plain;
    private static Project.End built;

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        assumeTrue(Project.isPackaged(PAGES.folder()), "the library is packaged later");
        Project.install(PAGES.folder());
        plain = Project.of(folder.resolve("pi"), page("getting-started"))
                .with("src/main/java", "", "Pi")
                .with("src/test/java", "", "PiTest");
        built = plain.maven("package dependency:copy-dependencies -DincludeScope=runtime");
    }

    @AfterAll
    static void uninstall() throws IOException {
        if (Project.isPackaged(PAGES.folder())) {
            Project.uninstall();
        }
    }

    private static Path page(String name) {
        return PAGES.folder().resolve("docs/guide/" + name + ".md");
    }

    @Test
    @DisplayName("Getting started: the project is built, its test runs on three ranks, and its program on two")
    void plain() throws Exception {
        assertThat(built.code()).as(built.printed()).isZero();
        assertThat(built.printed()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");

        Project.End end = plain.run("java -cp 'target/classes:target/dependency/*' "
                + "org.reactivempi.transport.launcher.Launcher -n 2 --channel tcp Pi");

        assertThat(end.code()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("pi is about 3.14159");
    }

    @Test
    @DisplayName("a plain program has no jars but those that it needs: no HTTP, no proxies, no DNS")
    void jars() throws IOException {
        try (Stream<Path> files = Files.list(plain.folder().resolve("target/dependency"))) {
            List<Path> jars = files.toList();
            assertThat(jars.stream().map(ProjectsOfPagesTest::artifact))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(OTHERS.stream(), OURS.stream()).toList());
            assertThat(jars.stream().mapToLong(jar -> jar.toFile().length()).sum())
                    .as(
                            "bytes in all, of %s",
                            jars.stream().map(ProjectsOfPagesTest::size).toList())
                    .isLessThan(MOST_BYTES);
        }
    }

    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*", "");
    }

    private static String size(Path jar) {
        return jar.getFileName() + " " + jar.toFile().length();
    }

    @Test
    @DisplayName(
            "a program that is a module runs with java --module, and finds the library and its channels as services")
    void modules() throws Exception {
        makeModule();

        Project.End end = plain.run("java " + MODULE_PATH);

        assertThat(end.code()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("pi is about 3.14159");
    }

    @Test
    @DisplayName("two ranks that are modules reach each other over TCP")
    void modulesOverTcp() throws Exception {
        makeModule();
        String rank = "java -Dreactivempi.peers=localhost:" + FreePorts.next() + ",localhost:" + FreePorts.next() + " ";

        Project.End end = plain.run(
                "export REACTIVEMPI_SECRET=0123456789abcdef0123456789abcdef; " + rank + "-Dreactivempi.rank=1 "
                        + MODULE_PATH + " & " + rank + "-Dreactivempi.rank=0 " + MODULE_PATH + " && wait $!");

        assertThat(end.code()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("pi is about 3.14159");
    }

    @Test
    @DisplayName("jlink's image of the JDK's modules that the page names is enough to run it")
    void image() throws Exception {
        makeModule();
        Project.End linked = plain.run(
                "jlink --add-modules java.base,java.logging,java.management,jdk.management,jdk.unsupported --output target/java");
        assertThat(linked.code()).as(linked.printed()).isZero();

        Project.End end = plain.run("target/java/bin/java " + MODULE_PATH);

        assertThat(end.code()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("pi is about 3.14159");
    }

    /** The page's program again, in a package, as a module's class has to be. */
    private static void makeModule() throws IOException, InterruptedException {
        if (Files.exists(plain.folder().resolve("target/modules"))) {
            return;
        }
        plain.with("module", "com.example.pi", "Pi")
                .write("module/module-info.java", "module com.example.pi {\n    requires org.reactivempi;\n}\n");
        Project.End compiled =
                plain.run("javac -d target/modules --module-path target/dependency $(find module -name '*.java')");
        assertThat(compiled.code()).as(compiled.printed()).isZero();
    }

    @Test
    @DisplayName("where there is GraalVM, the program becomes a native one, and runs")
    void nativeImage() throws Exception {
        assumeTrue(plain.run("native-image --version").code() == 0, "there is no GraalVM");
        Project.End made =
                plain.run("native-image --no-fallback -cp 'target/classes:target/dependency/*' Pi target/pi");
        assertThat(made.code()).as(made.printed()).isZero();

        Project.End end = plain.run("target/pi");

        assertThat(end.code()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("pi is about 3.14159");
    }

    @Test
    @DisplayName("Spring: the application is built and tested, its jar is taken apart, and three ranks of it begin")
    void spring() throws Exception {
        Project project = Project.of(folder.resolve("measuring"), page("spring"))
                .with("src/main/java", "com.example", "Measuring")
                .with("src/main/java", "com.example", "App")
                .with("src/main/java", "com.example", "DeadLetters")
                .with("src/main/java", "com.example", "Stations")
                .with("src/main/java", "com.example", "TickStreams")
                .with("src/test/java", "com.example", "MeasuringTest")
                .with("src/test/java", "com.example", "RanksTest");

        Project.End package_ = project.maven("package");
        assertThat(package_.code()).as(package_.printed()).isZero();
        assertThat(package_.printed()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");

        Project.End extracted =
                project.run("java -Djarmode=tools -jar target/measuring-1.jar extract --destination target/app");
        assertThat(extracted.code()).as(extracted.printed()).isZero();

        // The ranks don't end by themselves: the launcher ends them when it is told, at the latest after its limit.
        Project.End started = project.run(": > started.txt;"
                + " java -cp 'target/app/measuring-1.jar:target/app/lib/*' org.reactivempi.transport.launcher.Launcher"
                + " -n 3 --timeout 90s com.example.App --reactivempi.session.web-rank=0 --server.port=0 > started.txt 2>&1 &"
                + " while kill -0 $! && [ $(grep -c 'Started App' started.txt) -lt 3 ]; do sleep 0.1; done 2>/dev/null;"
                + " kill $!; wait $!; cat started.txt");
        assertThat(started.printed()
                        .lines()
                        .filter(line -> line.contains("Started App"))
                        .collect(Collectors.toList()))
                .as(started.printed())
                .hasSize(3);
    }

    private static final String MERGING =
            "<transformer implementation=\"org.apache.maven.plugins.shade.resource.ServicesResourceTransformer\"/>";

    /** The program of Getting started as one jar, made by the plugin that Launching shows, or by what is left of it. */
    private static Project shaded(String name, UnaryOperator<String> change) throws Exception {
        Matcher plugin = Pattern.compile(
                        "^```xml\n(<plugin>.*?maven-shade-plugin.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(page("launching")));
        assertThat(plugin.find()).isTrue();
        Project project = Project.of(folder.resolve(name), page("getting-started"))
                .with("src/main/java", "", "Pi")
                .withPlugin(change.apply(plugin.group(1)));
        Project.End made = project.maven("package -DskipTests");
        assertThat(made.code()).as(made.printed()).isZero();
        return project;
    }

    @Test
    @DisplayName("Launching: one jar, whose service files are merged, runs alone and as two ranks")
    void oneJar() throws Exception {
        Project project = shaded("one-jar", plugin -> plugin);

        assertRuns(project, "target/pi-1.jar");
    }

    private static void assertRuns(Project project, String jar) throws Exception {
        for (String words :
                List.of("-jar " + jar, "-cp " + jar + " org.reactivempi.transport.launcher.Launcher -n 2 Pi")) {
            Project.End end = project.run("java " + words);
            assertThat(end.code()).as(end.printed()).isZero();
            assertThat(end.printed()).contains("pi is about 3.14159");
        }
    }

    /** The Gradle that Debian has. It needs a JDK of its time, which it is allowed to look into, and a plugin that knows it. */
    private static final String GRADLE = """
            buildscript {
                repositories { mavenCentral() }
                dependencies { classpath 'com.github.jengelman.gradle.plugins:shadow:2.0.4' }
            }
            apply plugin: 'java'
            apply plugin: 'com.github.johnrengelman.shadow'
            dependencies { implementation fileTree('target/dependency') }
            jar { manifest { attributes 'Main-Class': 'Pi' } }
            """;

    @Test
    @DisplayName("Launching: where there is Debian's Gradle, one jar that Shadow has made runs alone and as two ranks")
    void oneJarByGradle() throws Exception {
        assumeTrue(Runtime.version().feature() == 17, "that Gradle knows no later JDK");
        assumeTrue(plain.run("gradle --version").printed().contains("Gradle 4.4"), "there is no such Gradle");
        Matcher block = Pattern.compile("^```groovy\n(shadowJar .*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(page("launching")));
        assertThat(block.find()).isTrue();
        plain.write("settings.gradle", "rootProject.name = 'pi'\n");
        plain.write("gradle.properties", "org.gradle.jvmargs=--add-opens=java.base/java.io=ALL-UNNAMED\n");
        plain.write("build.gradle", GRADLE + block.group(1));
        Project.End made = plain.run("gradle --no-daemon shadowJar");
        assumeTrue(!made.printed().contains("Could not resolve"), "the plugin can't be had here");
        assertThat(made.code()).as(made.printed()).isZero();

        assertRuns(plain, "build/libs/pi-all.jar");
    }

    @Test
    @DisplayName("Launching: one jar whose service files are not merged says so, and not that a jar is to be added")
    void oneJarUnmerged() throws Exception {
        Project project = shaded("unmerged", plugin -> plugin.replace(MERGING, ""));

        // One of the two channels has lost its file, whichever the plugin has taken first.
        List<String> said = new ArrayList<>();
        for (String channel : List.of("tcp", "local")) {
            said.add(project.run("java -jar target/pi-1.jar --reactivempi.channel=" + channel)
                    .printed());
        }
        assertThat(said).anyMatch(text -> text.contains("pi is about 3.14159"));
        assertThat(said)
                .anyMatch(text -> text.contains("ChannelProvider is there, but no service file names it")
                        && text.contains("META-INF/services/org.reactivempi.transport.channel.ChannelProvider"))
                .noneMatch(text -> text.contains("add org.reactivempi"));
    }
}
