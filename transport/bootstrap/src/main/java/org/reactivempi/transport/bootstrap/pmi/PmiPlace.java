package org.reactivempi.transport.bootstrap.pmi;

import java.util.List;
import org.reactivempi.transport.bootstrap.BootstrapException;

/** A rank's number and the size of its job. */
record PmiPlace(int rank, int size) {

    private static final int SIZE_MAX = 1 << 24;

    PmiPlace {
        if (size < 1 || size > SIZE_MAX || rank < 0 || rank >= size) {
            throw new BootstrapException("the launcher gave rank " + rank + " of " + size);
        }
    }

    /** Reads the answer to {@code initack}: its own line, and three that set one value each. */
    static PmiPlace of(List<PmiLine> answers) {
        return new PmiPlace(find(answers, "rank"), find(answers, "size"));
    }

    private static int find(List<PmiLine> answers, String key) {
        for (PmiLine answer : answers) {
            if (answer.find(key) != null) {
                return answer.getInt(key);
            }
        }
        throw new BootstrapException("the launcher's answer to initack has no " + key);
    }
}
