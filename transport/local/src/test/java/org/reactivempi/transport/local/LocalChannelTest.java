package org.reactivempi.transport.local;

import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;

class LocalChannelTest implements ChannelConformance {

    @Override
    public ChannelProvider provider() {
        return new LocalChannelProvider();
    }
}
