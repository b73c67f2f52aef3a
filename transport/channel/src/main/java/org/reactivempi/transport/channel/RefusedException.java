package org.reactivempi.transport.channel;

import java.io.IOException;

/** A channel has refused a process that has connected: what the process has sent is none of the channel's bytes, or it may not connect. */
public final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    /** An exception that says what was wrong, in words of this rank: nothing of what strangers have sent. */
    public RefusedException(String message) {
        super(message);
    }
}
