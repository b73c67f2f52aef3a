package org.reactivempi.transport.channel;

import io.netty.channel.EventLoop;

/** A rank's progress loop, as its channels see it. */
public interface Progress {

    /** Netty's side of the loop: sockets, timers, and the mailbox for other threads. */
    EventLoop loop();

    /** Looks for {@code input} in each turn from now on; on the loop. */
    void add(Poller input);

    /** Looks for it no more; on the loop, also from within its own {@link Poller#poll}. */
    void remove(Poller input);
}
