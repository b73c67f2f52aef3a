package org.reactivempi.transport.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The local launcher: {@code reactive-mpi [-n N] [options] MAIN_CLASS [ARGUMENTS...]}, or {@code app.jar}, or {@code java} and its words,
 * in place of the class; {@link Rmpirun} is the same as a command of its own.
 *
 * <p>Ranks are JVMs with this one's {@code java} and class path, or threads of this JVM with {@code --in-jvm}. They find
 * each other through the launcher as they would under MPICH's Hydra. Needs picocli on the class path, and says so without it: this
 * class is loaded without picocli, all others of the launcher are not.
 */
public final class Launcher {

    private static final String PROGRAM_NAME = "reactive-mpi";
    private static final String NEEDED = "picocli/";
    private static final int NOT_FOUND_CODE = 1;

    private Launcher() {}

    /**
     * Runs a program and exits with its code.
     *
     * @param arguments options of the launcher, the main class, and the program's own arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(PROGRAM_NAME, null, System.out, System.err, arguments));
    }

    /**
     * Runs a program whose main class is known already; for programs that launch themselves. Blocks until the job has
     * ended. The caller exits with the code: with {@code --in-jvm}, ranks of a failed job may still be running.
     *
     * @param programName how messages and help name the program
     * @param mainClass a class of this class path with a {@code main} method
     * @param arguments options of the launcher, up to the first word that is none, then the program's own arguments
     * @return 0, the first failed rank's exit code, 124 where the time limit was passed, 2 for wrong options and settings, or 1 where
     *     standard output could not be written, this process may not open as many files as the class path needs, or picocli is not
     *     on it
     */
    public static int run(String programName, String mainClass, String... arguments) {
        return run(programName, mainClass, System.out, System.err, arguments);
    }

    /**
     * Whether a word is an option of the launcher; for programs that find one among their own arguments.
     *
     * @param word such as {@code -n}
     * @return true if it is
     */
    public static boolean hasOption(String word) {
        return LauncherCommand.hasOption(word);
    }

    /**
     * Options of the launcher that a word may have been meant to be; for programs that find a wrong one among their arguments.
     *
     * @param word such as {@code --chanel}
     * @return such as {@code --channel}; nothing where there is no such option, or the word is one
     */
    public static List<String> similarOptions(String word) {
        return LauncherCommand.similarOptions(word);
    }

    static int run(
            String programName, @Nullable String mainClass, PrintStream out, PrintStream err, String... arguments) {
        return run(programName, err, () -> LauncherCommand.run(programName, mainClass, false, out, err, arguments));
    }

    /** For {@link Rmpirun}: the class path of this process is that of the library, and none of a program. */
    static int runInstalled(String programName, PrintStream out, PrintStream err, String... arguments) {
        return run(programName, err, () -> LauncherCommand.run(programName, null, true, out, err, arguments));
    }

    private static int run(String programName, PrintStream err, IntSupplier command) {
        try {
            return command.getAsInt();
        } catch (NoClassDefFoundError missing) {
            if (!String.valueOf(missing.getMessage()).startsWith(NEEDED)) {
                throw missing;
            }
            err.println(programName
                    + ": the launcher needs picocli, which is not on the class path: add info.picocli:picocli,"
                    + " whose version reactive-mpi-bom has");
            return NOT_FOUND_CODE;
        }
    }
}
