package org.reactivempi.transport.tcp;

import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;

/** Makes TCP channels. */
public final class TcpChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public TcpChannelProvider() {}

    @Override
    public String name() {
        return TcpChannel.NAME;
    }

    @Override
    public List<Setting<?>> settings() {
        return TcpSettings.ALL;
    }

    @Override
    public Channel create(ChannelContext context) {
        return new TcpChannel(TcpSettings.from(context));
    }
}
