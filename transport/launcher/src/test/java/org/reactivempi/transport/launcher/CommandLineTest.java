package org.reactivempi.transport.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.programs.Neighbours;
import org.reactivempi.transport.launcher.programs.Scenario;

/** What the words after the launcher's options may be: classes, jars, commands, several programs, other launchers' options. */
class CommandLineTest {

    private static final String SCENARIO = Scenario.class.getName();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    @DisplayName("the words of java start ranks of that java, with the library in front of the program's class path")
    void javaCommand() {
        int code = rmpirun("-n 1 java -Dgreeting=! -cp " + directory + " --enable-native-access ALL-UNNAMED " + SCENARIO
                + " arguments -n 7 -cp x");

        assertThat(lines(err)).isEmpty();
        assertThat(code).isZero();
        assertThat(lines(out)).containsExactly("arguments|-n|7|-cp|x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/*", "/program.jar"})
    @DisplayName("a class that is named as a program of the PATH is run where the class path has it, and that is said")
    void classOrProgram(String entry) throws Exception {
        Path source = Files.writeString(
                directory.resolve("env.java"),
                "public class env { public static void main(String[] args) { System.out.println(\"the class\"); } }");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
        Path lib = Files.createDirectory(directory.resolve("lib"));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(lib.resolve("program.jar")))) {
            jar.putNextEntry(new JarEntry("env.class"));
            jar.write(Files.readAllBytes(directory.resolve("env.class")));
        }

        assertThat(rmpirun("-n 1 -cp " + lib + entry + " env")).isZero();
        assertThat(lines(out)).containsExactly("the class");
        assertThat(lines(err))
                .singleElement()
                .asString()
                .startsWith(
                        "rmpirun: env is a class of the class path and a program, of which the class is run; the program is /")
                .endsWith("/env");
    }

    @Test
    @DisplayName("options of the JVM behind java and in front of the program reach it")
    void jvmOptions() {
        assertThat(rmpirun("-x GREETING=a java -Dgreeting=b " + SCENARIO + " environment"))
                .isZero();
        assertThat(rmpirun("-np 1 -Dgreeting=c -Xmx256m -env GREETING b " + SCENARIO + " environment"))
                .isZero();

        assertThat(lines(out)).containsExactly("ab", "bc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"program.jar", "java -jar program.jar", "-jar program.jar"})
    @DisplayName("a jar without the library in its manifest runs with the library that the launcher has")
    void jar(String words) throws Exception {
        jar("program.jar", SCENARIO);

        assertThat(rmpirun("-n 1 --wdir " + directory + " " + words + " arguments x"))
                .isZero();
        assertThat(lines(err)).isEmpty();
        assertThat(lines(out)).containsExactly("arguments|x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"program.jar", "java -jar program.jar"})
    @DisplayName("a jar's manifest opens packages of modules, as with java -jar")
    void access(String words) throws Exception {
        jar(
                "program.jar",
                SCENARIO,
                "Add-Opens",
                "java.base/java.lang java.base/java.util",
                "Add-Exports",
                "java.base/sun.net");

        assertThat(rmpirun("-n 1 --wdir " + directory + " " + words + " access"))
                .isZero();
        assertThat(lines(err)).isEmpty();
        assertThat(lines(out)).containsExactly("java.lang open, java.util open, sun.net exported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"program.jar", "java -jar program.jar"})
    @DisplayName(
            "Spring Boot's executable jar with the library inside runs as java -jar does, without the launcher's class path")
    void jarWithJars(String words) throws Exception {
        String library = "BOOT-INF/lib/reactive-mpi-core-1.jar";
        jar("program.jar", OwnClassPath.class, library, "Spring-Boot-Lib", "BOOT-INF/lib/");

        assertThat(rmpirun("-n 1 --wdir " + directory + " " + words + " x")).isZero();
        assertThat(lines(err)).isEmpty();
        assertThat(lines(out)).containsExactly("program.jar x");

        jar("program.jar", OwnClassPath.class, "BOOT-INF/lib/another-1.jar", "Spring-Boot-Lib", "BOOT-INF/lib/");
        assertThat(rmpirun("-n 1 --wdir " + directory + " " + words + " y")).isZero();
        assertThat(lines(out).get(1)).endsWith("program.jar y").isNotEqualTo("program.jar y");
    }

    /** A program without the library. */
    static final class OwnClassPath {

        private OwnClassPath() {}

        public static void main(String[] args) {
            System.out.println(System.getProperty("java.class.path") + " " + args[0]);
        }
    }

    /** With one class, and an entry that is empty. */
    private void jar(String name, Class<?> program, String entry, String... more) throws IOException {
        String classFile = program.getName().replace('.', '/') + ".class";
        try (InputStream bytes = program.getClassLoader().getResourceAsStream(classFile);
                JarOutputStream jar = new JarOutputStream(
                        Files.newOutputStream(directory.resolve(name)), manifest(program.getName(), more))) {
            jar.putNextEntry(new JarEntry(classFile));
            bytes.transferTo(jar);
            jar.putNextEntry(new JarEntry(entry));
        }
    }

    @Test
    @DisplayName("any other program is started as it stands, and Java that it starts is a rank")
    void script() throws Exception {
        Path script = directory.resolve("start");
        Files.writeString(
                script,
                "#!/bin/sh\nexec " + Path.of(System.getProperty("java.home"), "bin", "java") + " -cp "
                        + System.getProperty("java.class.path") + " " + Neighbours.class.getName() + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertThat(rmpirun("-n 2 " + script)).isZero();
        assertThat(rmpirun("-n 1 -x GREETING=hello sh -c pwd")).isZero();

        assertThat(lines(out))
                .contains(
                        "rank 0 of 2, 2 here, sees at-1",
                        "rank 1 of 2, 2 here, sees at-0",
                        Path.of("").toAbsolutePath().toString());
    }

    @Test
    @DisplayName("programs with ':' between are one job, each with its own number of ranks, environment and directory")
    void severalPrograms() {
        int code = rmpirun("--tag-output -genv BOTH 1 -n 1 -x GREETING=a " + SCENARIO + " program : -n 2 --wdir "
                + directory + " -x GREETING=b java " + SCENARIO + " program");

        assertThat(lines(err)).isEmpty();
        assertThat(code).isZero();
        String here = Path.of("").toAbsolutePath().toString();
        assertThat(lines(out))
                .containsExactlyInAnyOrder(
                        "[0] rank 0 of 3, program 0 of 1 2, a1 in " + here,
                        "[1] rank 1 of 3, program 1 of 1 2, b1 in " + directory,
                        "[2] rank 2 of 3, program 1 of 1 2, b1 in " + directory);
    }

    @Test
    @DisplayName("a rank that fails ends those of the other programs")
    void failureOfOneProgram() {
        assertThat(rmpirun("-n 2 " + SCENARIO + " hang : -n 1 " + SCENARIO + " System.exit"))
                .isEqualTo(3);

        assertThat(lines(err)).containsExactly("rmpirun: rank 2 ended with code 3; the remaining ranks were ended");
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    @DisplayName("what other launchers' users type by habit is done, or noted where it has no effect")
    void habits() throws Exception {
        Path hosts = Files.writeString(directory.resolve("hosts"), "# ours\nlocalhost slots=4\n");

        int code =
                rmpirun("--oversubscribe --allow-run-as-root --mca btl self,tcp --map-by core -envall -host localhost:2"
                        + " --hostfile " + hosts + " -dev niodev -bind-to none -timeout 60 -np 1 -l " + SCENARIO
                        + " arguments");

        assertThat(lines(err))
                .containsExactly(
                        "rmpirun: --mca btl self,tcp is a parameter of Open MPI's own, and has no effect; --channel says how"
                                + " messages travel",
                        "rmpirun: placement by 'core' has no effect: ranks fill one host of --host after the other");
        assertThat(code).isZero();
        assertThat(lines(out)).containsExactly("[0] arguments");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                          | which program? A main class is missing",
                "-n 1                      | which program? A main class is missing",
                "-n 1 A :                  | which program? A main class is missing",
                ": A                       | which program? A main class is missing",
                "-n 2 no.jar               | no.jar is no file",
                "-n 2 java -jar no.jar     | no.jar is no file",
                "-n 2 pom.xml.jar          | pom.xml.jar is no file",
                "-n 2 ./no-program         | ./no-program is no program that can be run",
                "-n 2 --wdir nowhere A     | --wdir nowhere is no directory",
                "-n 1 A : --timeout 3 B    | --timeout is an option of the whole job: it stands before the first program",
                "-n 1000 A : -n 25 B       | the programs have 1025 ranks together, 1024 are allowed",
                "--in-jvm A                | --in-jvm needs the program on the launcher's own class path",
                "--host elsewhere:1 -n 2 A | the hosts have room for 1 of 2 ranks",
                "-H localhost,-b -n 1 A    | is no host: NAME or NAME:RANKS",
                "--hostfile nowhere A      | the file of hosts nowhere cannot be read",
                "-N 2 A                    | -N 2 counts the ranks of each host; say -n",
                "-envnone A                | -envnone: ranks have the environment of the launcher always",
                "-dev smoke A              | -dev smoke is no device of MPJ Express",
                "--stdin all A             | --stdin all: standard input goes to rank 0 always",
                "-configfile f             | programs are not read from a file",
                "--output-filename f A     | say --output-directory f",
                "--chanel tcp A            | Unknown option: '--chanel'; did you mean --channel",
                "-n 1 A : --nq B           | Unknown option: '--nq'",
            })
    @DisplayName("what cannot be done gets one line and code 2, before any rank starts")
    void refused(String words, String line) {
        assertThat(rmpirun(words == null ? "" : words)).isEqualTo(2);

        assertThat(lines(err))
                .singleElement()
                .asString()
                .startsWith("rmpirun: ")
                .contains(line);
        assertThat(out.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--in-jvm A : B          | --in-jvm runs one program, not several",
                "--in-jvm sh -c true     | --in-jvm runs a main class, no other program",
                "--in-jvm --wdir src A   | --wdir has no effect with --in-jvm",
            })
    @DisplayName("what ranks that are threads cannot do is refused")
    void refusedInJvm(String words, String line) {
        assertThat(Launcher.run("test", null, stream(out), stream(err), words.split(" +")))
                .isEqualTo(2);

        assertThat(lines(err)).singleElement().asString().contains(line);
    }

    @Test
    @DisplayName("a file that is no jar, and a jar that names no class, are said to be so")
    void wrongJars() throws Exception {
        Files.writeString(directory.resolve("text.jar"), "no jar");
        jar("library.jar", null);
        jar("agent.jar", SCENARIO, "Launcher-Agent-Class", "Agent");

        assertThat(rmpirun("-n 1 " + directory.resolve("text.jar"))).isEqualTo(2);
        assertThat(rmpirun("-n 1 " + directory.resolve("library.jar"))).isEqualTo(2);
        assertThat(rmpirun("-n 1 " + directory.resolve("agent.jar"))).isEqualTo(2);

        assertThat(lines(err).get(0)).contains("text.jar is no jar file");
        assertThat(lines(err).get(1)).contains("library.jar names no main class; give it: java -cp ");
        assertThat(lines(err).get(2)).contains("agent.jar has a Launcher-Agent-Class, which only java -jar starts");
    }

    private static List<String> split(String words) {
        return words == null || words.isBlank()
                ? List.of()
                : Arrays.asList(words.strip().split(" +"));
    }

    private void jar(String name, String mainClass, String... more) throws IOException {
        Manifest manifest = manifest(mainClass, more);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(directory.resolve(name)), manifest)) {
            jar.putNextEntry(new JarEntry("empty"));
        }
    }

    private static Manifest manifest(String mainClass, String... more) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        for (int i = 0; i < more.length; i += 2) {
            manifest.getMainAttributes().putValue(more[i], more[i + 1]);
        }
        return manifest;
    }

    private int rmpirun(String words) {
        List<String> all = new ArrayList<>(split(words));
        return Launcher.runInstalled("rmpirun", stream(out), stream(err), all.toArray(String[]::new));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
