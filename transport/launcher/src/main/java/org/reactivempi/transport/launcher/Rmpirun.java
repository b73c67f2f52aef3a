package org.reactivempi.transport.launcher;

/**
 * The launcher as a command of its own, {@code rmpirun}: {@code rmpirun -n 4 java -cp app.jar Main}.
 *
 * <p>Unlike {@link Launcher}, whose class path is also that of the program, this one's is the library alone; that of a program is what
 * {@code java} would take, by {@code -cp} or {@code CLASSPATH}, and comes after it.
 */
public final class Rmpirun {

    private Rmpirun() {}

    /**
     * Runs a job and exits with its code.
     *
     * @param arguments options of the launcher, the words of the program, and further programs after {@code :}
     */
    public static void main(String[] arguments) {
        System.exit(Launcher.runInstalled("rmpirun", System.out, System.err, arguments));
    }
}
