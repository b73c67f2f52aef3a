package org.reactivempi.transport.launcher.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.launcher.plan.JobPlan;
import org.reactivempi.transport.launcher.plan.LauncherOptions;

/** Where goes what is printed: that of ranks to the launcher's own streams, or to two files for each of them. Any thread. */
public final class Outputs implements AutoCloseable {

    private final SharedOutput out;
    private final SharedOutput err;
    private final List<PrintStream> files = new ArrayList<>();
    private final List<SharedOutput> ranksOut = new ArrayList<>();
    private final List<SharedOutput> ranksErr = new ArrayList<>();

    private Outputs(SharedOutput out, SharedOutput err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Those of a job.
     *
     * @throws IOException where a file cannot be written, in words for the user
     */
    public static Outputs of(JobPlan plan, PrintStream out, PrintStream err) throws IOException {
        LauncherOptions options = plan.options();
        Outputs outputs =
                new Outputs(new SharedOutput(out, options.prefixOutput), new SharedOutput(err, options.prefixOutput));
        Path directory = options.outputDirectory;
        for (int rank = 0; rank < plan.ranks(); rank++) {
            outputs.ranksOut.add(
                    directory == null ? outputs.out : outputs.file(directory, "rank-" + rank + ".out", options));
            outputs.ranksErr.add(
                    directory == null ? outputs.err : outputs.file(directory, "rank-" + rank + ".err", options));
        }
        return outputs;
    }

    private SharedOutput file(Path directory, String name, LauncherOptions options) throws IOException {
        Path file = directory.resolve(name);
        try {
            Files.createDirectories(directory);
            PrintStream stream = new PrintStream(new BufferedOutputStream(Files.newOutputStream(file)));
            files.add(stream);
            return new SharedOutput(stream, options.prefixOutput);
        } catch (IOException e) {
            close();
            String reason = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
            throw new IOException(
                    "--output-directory: " + file + " cannot be written: "
                            + (reason == null ? e.getClass().getSimpleName() : reason),
                    e);
        }
    }

    /** Where standard output of a rank goes. */
    public SharedOutput out(int rank) {
        return ranksOut.get(rank);
    }

    /** Where standard error of a rank goes. */
    public SharedOutput err(int rank) {
        return ranksErr.get(rank);
    }

    /** The launcher's own standard output, for what no rank can be told of. */
    public SharedOutput out() {
        return out;
    }

    /** The launcher's own standard error. */
    public SharedOutput err() {
        return err;
    }

    /** Whether something could not be written, as on a full disk. */
    public boolean isBroken() {
        return out.isBroken() || files.stream().anyMatch(PrintStream::checkError);
    }

    @Override
    public void close() {
        files.forEach(PrintStream::close);
    }
}
