package org.reactivempi.benchmarks.peers;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The libraries that this host has: found on the path, and their program compiled. */
final class Installed {

    private static final String PAIRS = "native";
    private static final String COLLECTIVES = "collectives";
    private static final String WINDOWS = "windows";
    private static final String COMPILER = "gcc";
    private static final String CORES = "cores";
    private static final Pattern VERSION = Pattern.compile("(?m)(?:^\\s*Version:\\s+|\\(Open(?: MPI|RTE)\\) )(\\S+)");

    private final String path;
    private final Processes processes;
    private final PrintStream log;

    /**
     * Makes it.
     *
     * @param path folders of programs, as in the environment variable
     * @param processes runs the compilers, and has the folder for what they make
     * @param log told which of them is left out and why
     */
    Installed(String path, Processes processes, PrintStream log) {
        this.path = path;
        this.processes = processes;
        this.log = log;
    }

    /** The libraries that work. */
    List<NativeMpi> of(List<Library> wanted) throws IOException, InterruptedException {
        List<NativeMpi> found = new ArrayList<>();
        for (Library library : wanted) {
            try {
                found.add(prepare(library));
            } catch (TaskFailure e) {
                log.println(library.title() + " is left out: " + e.getMessage());
            }
        }
        return found;
    }

    /** How far apart the cores stand, if there is a compiler. */
    Cores cores() throws IOException, InterruptedException {
        Optional<Path> compiler = find(COMPILER);
        if (compiler.isEmpty()) {
            return new Cores(Optional.empty(), processes);
        }
        Path program = processes.folder().resolve(CORES);
        try {
            run(List.of(
                    compiler.get().toString(),
                    "-std=c11",
                    "-O2",
                    "-pthread",
                    "-o",
                    program.toString(),
                    copy(CORES + ".c")));
            return new Cores(Optional.of(program), processes);
        } catch (TaskFailure e) {
            log.println("how far apart the cores stand is not watched: " + e.getMessage());
            return new Cores(Optional.empty(), processes);
        }
    }

    private NativeMpi prepare(Library library) throws TaskFailure, IOException, InterruptedException {
        Path compiler = find(library.compiler(), library);
        Path launcher = find(library.launcher(), library);
        Path pairs = compile(compiler, library, PAIRS);
        Path collectives = compile(compiler, library, COLLECTIVES);
        Path windows = compile(compiler, library, WINDOWS);
        String version = version(run(List.of(launcher.toString(), "--version")));
        return new NativeMpi(library, version, launcher, pairs, collectives, windows);
    }

    private Optional<Path> find(String tool) {
        return Arrays.stream(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Path find(String tool, Library library) throws TaskFailure {
        return find(tool)
                .orElseThrow(() -> new TaskFailure("there is no " + tool + " on the PATH (Debian: apt-get install gcc "
                        + library.packages() + ")"));
    }

    private Path compile(Path compiler, Library library, String source)
            throws TaskFailure, IOException, InterruptedException {
        Path program = processes.folder().resolve(source + "-" + library.implementation());
        run(List.of(compiler.toString(), "-std=c99", "-O2", "-o", program.toString(), copy(source + ".c")));
        return program;
    }

    private String copy(String source) throws IOException {
        Path copy = processes.folder().resolve(source);
        try (InputStream in = Optional.ofNullable(Installed.class.getResourceAsStream(source))
                .orElseThrow(() -> new IOException("the class path has no " + source))) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy.toString();
    }

    private String run(List<String> command) throws TaskFailure, IOException, InterruptedException {
        try {
            return processes.run(command, Map.of()).output();
        } catch (TaskFailure e) {
            throw new TaskFailure(Path.of(command.get(0)).getFileName() + " " + e.getMessage());
        }
    }

    static String version(String text) {
        Matcher matcher = VERSION.matcher(text);
        return matcher.find() ? matcher.group(1) : "of an unknown version";
    }
}
