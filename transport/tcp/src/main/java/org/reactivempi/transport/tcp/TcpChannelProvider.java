package org.reactivempi.transport.tcp;

import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;

/** Makes TCP channels. */
public final class TcpChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public TcpChannelProvider() {}

    @Override
    public String name() {
        return TcpChannel.NAME;
    }

    @Override
    public Channel create(ChannelContext context) {
        return new TcpChannel(TcpSettings.from(context));
    }
}
