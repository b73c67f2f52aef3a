package org.reactivempi.transport.bootstrap.pmi;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.bootstrap.BootstrapException;
import reactor.core.publisher.MonoSink;
import reactor.util.Logger;
import reactor.util.Loggers;

/** A command, the answers that it waits for, and the caller that wants them. Only the client's thread adds answers. */
final class PmiCall {

    private static final Logger LOG = Loggers.getLogger(PmiCall.class);

    private final PmiLine command;
    private final List<String> expected;
    private final MonoSink<List<PmiLine>> caller;
    private final List<PmiLine> answers = new ArrayList<>();

    PmiCall(PmiLine command, List<String> expected, MonoSink<List<PmiLine>> caller) {
        this.command = command;
        this.expected = expected;
        this.caller = caller;
    }

    PmiLine command() {
        return command;
    }

    void answer(PmiLine answer) {
        String wanted = expected.get(answers.size());
        if (!answer.name().equals(wanted)) {
            throw new BootstrapException(
                    "the launcher answered " + answer.name() + " to " + command.name() + ", not " + wanted);
        }
        answers.add(answer);
    }

    boolean answered() {
        return answers.size() == expected.size();
    }

    void succeed() {
        signal(() -> caller.success(answers));
    }

    void fail(BootstrapException error) {
        signal(() -> caller.error(error));
    }

    /** A subscriber that throws must not end the client's thread, which every later command needs. */
    private void signal(Runnable signal) {
        try {
            signal.run();
        } catch (RuntimeException e) {
            LOG.error("a subscriber to the PMI command " + command.name() + " threw", e);
        }
    }
}
