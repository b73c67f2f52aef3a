package org.reactivempi.transport.rsocket;

import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;

/** Makes RSocket channels. */
public final class RSocketChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public RSocketChannelProvider() {}

    @Override
    public String name() {
        return RSocketChannel.NAME;
    }

    @Override
    public List<Setting<?>> settings() {
        return RSocketSettings.ALL;
    }

    @Override
    public Channel create(ChannelContext context) {
        return new RSocketChannel(RSocketSettings.from(context), context.attached(RSocketGate.class));
    }
}
