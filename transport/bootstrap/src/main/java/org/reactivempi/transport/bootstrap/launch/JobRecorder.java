package org.reactivempi.transport.bootstrap.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records what a job does, for the options {@code --trace} and {@code --stats}. Found by {@code ServiceLoader}. */
public interface JobRecorder {

    /**
     * A job is about to start.
     *
     * @param ranks how many it has
     * @param trace the file to be made of what its ranks do, if one is wanted
     * @param stats whether statistics are wanted
     * @param host the host of rank 0, if that is not this one: files are made there
     * @return what the ranks need in their environment
     * @throws IOException if something can't be written, in words for the user
     */
    Map<String, String> begin(int ranks, @Nullable Path trace, boolean stats, @Nullable String host) throws IOException;

    /**
     * No rank runs any more.
     *
     * @param out gets what is to be shown, line by line
     */
    void end(Consumer<String> out);
}
