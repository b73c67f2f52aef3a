package org.reactivempi.transport.tck;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rules that were seen broken while a test went on, whatever it was about. For any thread. */
final class Findings {

    /** The first tells most; a broken channel could give millions. */
    private static final int MOST = 20;

    private final List<String> found = new CopyOnWriteArrayList<>();

    /** Notes that a rule is broken, for a line such as {@code CHN-18 onOpen came on thread main}. */
    void add(String rule, String what) {
        if (found.size() < MOST) {
            found.add(rule + " " + what);
        }
    }

    /** Fails if there is a finding. */
    void check() {
        if (!found.isEmpty()) {
            throw new AssertionError(String.join(System.lineSeparator(), found));
        }
    }
}
