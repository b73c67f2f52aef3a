package org.reactivempi.transport.shm;

import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;

/** Makes shared memory channels. */
public final class ShmChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public ShmChannelProvider() {}

    @Override
    public String name() {
        return ShmChannel.NAME;
    }

    @Override
    public Suitability suits(Place place) {
        return place == Place.ELSEWHERE ? Suitability.UNREACHABLE : Suitability.GOOD;
    }

    @Override
    public List<Setting<?>> settings() {
        return ShmSettings.ALL;
    }

    @Override
    public Channel create(ChannelContext context) {
        return new ShmChannel(ShmSettings.from(context));
    }
}
