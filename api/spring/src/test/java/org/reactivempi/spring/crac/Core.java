package org.reactivempi.spring.crac;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where checkpoints begin. */
public final class Core {

    private static final Context<Resource> CONTEXT = new Context<>();

    private Core() {}

    /** All resources of this JVM. */
    public static Context<Resource> getGlobalContext() {
        return CONTEXT;
    }

    /** Tells all resources, and looks for what is open in between. */
    public static void checkpointRestore() throws Exception {
        CONTEXT.beforeCheckpoint(CONTEXT);
        CheckpointException refused = new CheckpointException();
        for (String each : open()) {
            refused.addSuppressed(new IOException(each + " is open"));
        }
        CONTEXT.afterRestore(CONTEXT);
        if (refused.getSuppressed().length > 0) {
            throw refused;
        }
    }

    /** Linux alone tells. Standard streams may be what they like. */
    private static List<String> open() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor ->
                            Integer.parseInt(descriptor.getFileName().toString()) > 2)
                    .map(Core::target)
                    .filter(target -> target.startsWith("socket:") || target.startsWith("anon_inode:"))
                    .toList();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The list's own descriptor.
            return "";
        }
    }
}
