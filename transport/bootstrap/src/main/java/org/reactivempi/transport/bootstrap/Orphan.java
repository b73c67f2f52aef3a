package org.reactivempi.transport.bootstrap;

/** The end of a process that has lost its launcher: orderly if its shutdown hooks are quick, else at once. */
public final class Orphan {

    private static final long HOOKS_MILLIS = 2000;
    private static final int EXIT_CODE = 1;

    private Orphan() {}

    /**
     * Ends this process with code 1. Does not return. The exit runs on another thread, since hooks may wait for the calling one.
     *
     * @param why what the user reads on standard error
     */
    public static void end(String why) {
        try {
            System.err.println("reactive-mpi: " + why);
            Thread exit = new Thread(() -> System.exit(EXIT_CODE), "reactive-mpi-orphan");
            exit.setDaemon(true);
            exit.start();
            exit.join(HOOKS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // Also where there is no thread to be had.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
