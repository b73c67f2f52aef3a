package org.reactivempi.transport.local;

import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;

/** Makes channels between the ranks of one JVM. */
public final class LocalChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public LocalChannelProvider() {}

    @Override
    public String name() {
        return LocalChannel.NAME;
    }

    @Override
    public Suitability suits(Place place) {
        return place == Place.SAME_JVM ? Suitability.BEST : Suitability.UNREACHABLE;
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public Channel create(ChannelContext context) {
        return new LocalChannel(LocalHub.OF_JVM);
    }
}
