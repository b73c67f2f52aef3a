package org.reactivempi.benchmarks.peers;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.benchmarks.bindings.JavaProgram;

/** MPJ Express over its sockets, as it is installed: it runs the compiled program that ours runs. */
final class MpjExpress implements Contender {

    static final String IMPLEMENTATION = "mpj";
    static final String TITLE = "MPJ Express";

    /** Where Debian's package libmpj-java has it, and what it needs besides. */
    private static final Path HOME = Path.of("/usr/share/mpj");

    private static final Path LOG4J = Path.of("/usr/share/java/log4j-1.2.jar");

    private final Path home;

    private MpjExpress(Path home) {
        this.home = home;
    }

    /**
     * Looks for it.
     *
     * @param home the environment variable {@code MPJ_HOME}, or null
     */
    static Optional<MpjExpress> find(@Nullable String home) {
        Path folder = home == null ? HOME : Path.of(home);
        return Files.isReadable(jar(folder)) ? Optional.of(new MpjExpress(folder)) : Optional.empty();
    }

    /** Its name, and that of its jar, which has the version in it. */
    String titleAndVersion() throws IOException {
        return TITLE + " (" + jar(home).toRealPath().getFileName() + ")";
    }

    private static Path jar(Path home) {
        return home.resolve("lib").resolve("mpj.jar");
    }

    @Override
    public List<Task> bindings(Transport transport, Selection selection) {
        if (!selection.bindings() || transport != Transport.TCP) {
            return List.of();
        }
        List<String> command = new ArrayList<>(List.of(ReactiveMpi.javaProgram(), "-cp", classPath()));
        command.addAll(List.of(MpjRanks.class.getName(), ReactiveMpi.javaProgram(), "-cp", classPath()));
        command.addAll(List.of(JavaProgram.class.getName(), "--", "mpijava", IMPLEMENTATION, transport.channel()));
        command.addAll(List.of(Integer.toString(selection.divisor()), selection.lengthList()));
        return List.of(
                Task.printing(TITLE + " over " + transport.title(), command, Map.of("MPJ_HOME", home.toString())));
    }

    /** The program and the library, and nothing of ours. */
    private String classPath() {
        return Stream.of(ownClasses(), jar(home), LOG4J)
                .filter(Files::exists)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path ownClasses() {
        try {
            return Path.of(JavaProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Task> pairs(Transport transport, Selection selection) {
        return List.of();
    }

    @Override
    public List<Task> rings(Transport transport, Selection selection, int ranks) {
        return List.of();
    }

    @Override
    public List<Task> starts() {
        return List.of();
    }
}
