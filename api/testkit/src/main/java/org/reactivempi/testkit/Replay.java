package org.reactivempi.testkit;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Says how a run with faults that has failed is repeated. */
record Replay(ChannelRun run, PrintStream out) implements TestWatcher {

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        if (run.hasFaults()) {
            String test = context.getRequiredTestClass().getSimpleName() + "#"
                    + context.getRequiredTestMethod().getName();
            out.println(test + " has failed on " + run + "; again with: -Dtest=" + test + " " + run.arguments());
        }
    }
}
