package org.reactivempi.benchmarks.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A project as a page's reader makes it, in an empty directory, with what the page shows and nothing else.
 *
 * <p>It takes the library from the local repository as readers do, where {@link #install} puts this build's jars with the poms that
 * would be published, under a version that only this process has. Any thread.
 */
final class Project {

    /** How a command has ended. */
    record End(int code, String printed) {}

    private static final long LIMIT_SECONDS = 240;
    private static final String GROUP = "org/reactivempi";
    private static final String OURS = "0-of-a-test-" + ProcessHandle.current().pid();

    private final Path folder;
    private final String page;

    private Project(Path folder, String page) {
        this.folder = folder;
        this.page = page;
    }

    /** Whether there are jars to install: tests that are named on Maven's command line run before there are. */
    static boolean isPackaged(Path root) {
        return Files.exists(root.resolve("api/spring/target/reactive-mpi-spring-boot-starter-" + version() + ".jar"))
                && !localRepository().toString().isEmpty();
    }

    /** The version that pages and poms have. */
    private static String version() {
        return System.getProperty("pages.version", "");
    }

    private static Path localRepository() {
        return Path.of(System.getProperty("pages.repository", ""));
    }

    /** Puts what this build has made into the local repository. */
    static void install(Path root) throws IOException {
        for (String part : List.of("api", "transport")) {
            try (Stream<Path> modules = Files.list(root.resolve(part))) {
                for (Path module : modules.toList()) {
                    installModule(module.resolve("target"));
                }
            }
        }
    }

    private static void installModule(Path target) throws IOException {
        Path pom = target.resolve("published-pom.xml");
        if (!Files.exists(pom)) {
            return;
        }
        String text = Files.readString(pom);
        Matcher artifact = Pattern.compile("<artifactId>(.*?)</artifactId>").matcher(text);
        if (!artifact.find()) {
            throw new IOException(pom + " names no artifact");
        }
        String name = artifact.group(1);
        Path place = Files.createDirectories(
                localRepository().resolve(GROUP).resolve(name).resolve(OURS));
        Files.writeString(place.resolve(name + "-" + OURS + ".pom"), text.replace(version(), OURS));
        Path jar = target.resolve(name + "-" + version() + ".jar");
        if (Files.exists(jar)) {
            Files.copy(jar, place.resolve(name + "-" + OURS + ".jar"));
        }
    }

    /** Takes it out again. */
    static void uninstall() throws IOException {
        try (Stream<Path> artifacts = Files.list(localRepository().resolve(GROUP))) {
            for (Path artifact : artifacts.toList()) {
                delete(artifact.resolve(OURS));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A project of what stands on a page, with its {@code pom.xml}: the first block of XML that is a whole one. */
    static Project of(Path folder, Path page) throws IOException {
        Project project = new Project(Files.createDirectories(folder), Files.readString(page));
        Matcher pom = Pattern.compile("^```xml\n(<project.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(project.page);
        if (!pom.find()) {
            throw new IOException(page + " has no pom.xml");
        }
        project.write("pom.xml", pom.group(1).replace(version(), OURS));
        return project;
    }

    /** The page's class of this name becomes a source file, in a package unless that is empty; the page may have said it. */
    Project with(String root, String packageName, String className) throws IOException {
        Pattern block = Pattern.compile(
                "^```java\n((?:(?!^```).)*?^(?:public )?class " + className + " .*?)^```",
                Pattern.MULTILINE | Pattern.DOTALL);
        Matcher matcher = block.matcher(page);
        if (!matcher.find()) {
            throw new IOException("the page has no class " + className);
        }
        boolean isNamed = packageName.isEmpty() || matcher.group(1).startsWith("package ");
        String declaration = isNamed ? "" : "package " + packageName + ";\n\n";
        String path = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        write(root + "/" + path + className + ".java", declaration + matcher.group(1));
        return this;
    }

    /** A block of XML of another page becomes the last plugin of the project's build. */
    Project withPlugin(String plugin) throws IOException {
        String pom = Files.readString(folder.resolve("pom.xml"));
        int end = pom.lastIndexOf("</plugins>");
        write("pom.xml", pom.substring(0, end) + plugin + pom.substring(end));
        return this;
    }

    void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    Path folder() {
        return folder;
    }

    /** Maven without the network; with it where something is missing, as at the first time. */
    End maven(String arguments) throws IOException, InterruptedException {
        String repository = "-Dmaven.repo.local='" + localRepository() + "' ";
        End offline = run("mvn -B -ntp -o " + repository + arguments);
        return offline.code() == 0 ? offline : run("mvn -B -ntp " + repository + arguments);
    }

    /** A line in a shell; what takes too long is ended, with all that it has started. */
    End run(String line) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        String home = System.getProperty("java.home");
        builder.environment()
                .putAll(Map.of("JAVA_HOME", home, "PATH", home + "/bin:" + System.getenv("PATH"), "MAVEN_OPTS", ""));
        Process shell = builder.start();
        try {
            shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        return new End(shell.waitFor(), Files.readString(output, UTF_8));
    }
}
