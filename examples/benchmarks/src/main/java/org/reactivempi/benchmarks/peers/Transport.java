package org.reactivempi.benchmarks.peers;

import java.util.Locale;

/** What carries the messages. */
enum Transport {
    TCP("TCP"),
    SHM("shared memory");

    private final String title;

    Transport(String title) {
        this.title = title;
    }

    /** How rows and the channel setting call it. */
    String channel() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }
}
