package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.reactivempi.transport.observe.parts.Parts;

/** Statistics that rank 0 prints, rather than keeping them in a file: where they are put together is a folder of its own, which it removes. */
final class PrintedStats {

    private final Parts parts;
    private final Path file;
    private final PrintStream out;

    PrintedStats(int size, PrintStream out) throws IOException {
        this.file = Files.createTempDirectory("reactive-mpi-").resolve("stats");
        this.parts = new Parts(file, size);
        this.out = out;
    }

    Parts parts() {
        return parts;
    }

    /** Prints them, and leaves them in a file as well, for {@link #end}. */
    void merge(List<Path> all, Path into) throws IOException {
        JobStats.merge(all, into);
        Files.readAllLines(into).forEach(out::println);
    }

    /** Prints what there is, if that has not been done, and removes the folder. */
    void end() throws IOException {
        if (!Files.exists(file)) {
            parts.mergeRest(this::merge);
        }
        parts.clear();
        Files.deleteIfExists(file.resolveSibling(""));
    }
}
