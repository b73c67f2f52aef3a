package org.reactivempi.transport.tcp;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The connections that this rank has closed and whose peers have not yet: so many at most, since a stranger can make any
 * number of them. Where more come, the oldest ends at once. On the progress thread.
 */
final class ClosingLinks {

    static final int MOST = 256;

    private final Set<Channel> channels = new LinkedHashSet<>();

    void add(Channel channel) {
        if (channel.isOpen() && channels.add(channel)) {
            channel.closeFuture().addListener(closed -> channels.remove(channel));
            if (channels.size() > MOST) {
                channels.iterator().next().close();
            }
        }
    }
}
