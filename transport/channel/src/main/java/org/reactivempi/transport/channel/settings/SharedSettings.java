package org.reactivempi.transport.channel.settings;

import java.time.Duration;

/** Settings that the engine and channels read alike. */
public final class SharedSettings {

    /** How long the other side of a new connection may take, before it is known to be a rank of the job. */
    public static final Setting<Duration> HANDSHAKE_TIMEOUT = Setting.time(
                    "handshake-timeout", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(1))
            .described(
                    "How long a process that connects to this rank may take to prove that it is a rank of this job, and to "
                            + "greet; over `shm` also how long a rank may take to answer.");

    private SharedSettings() {}
}
