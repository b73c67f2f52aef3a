package org.reactivempi.transport.shm.ring;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Memory as a file system of its own, for a test that may mount one. */
public final class Tmpfs {

    private Tmpfs() {}

    /** Whether it was mounted. */
    public static boolean mount(Path path, String size) throws Exception {
        return run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString());
    }

    public static void unmount(Path path) throws Exception {
        run("umount", "--lazy", path.toString());
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
