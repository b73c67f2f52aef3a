package org.reactivempi.transport.launcher.job;

/** Shutdown hooks that last as long as a job. */
final class ShutdownHooks {

    private ShutdownHooks() {}

    static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: the JVM is on its way out.
        }
    }
}
