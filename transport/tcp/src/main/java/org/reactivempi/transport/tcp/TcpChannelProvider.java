package org.reactivempi.transport.tcp;

import java.util.List;
import java.util.Optional;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Makes TCP channels. */
public final class TcpChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public TcpChannelProvider() {}

    @Override
    public String name() {
        return TcpChannel.NAME;
    }

    @Override
    public Suitability suits(Place place) {
        return Suitability.FAIR;
    }

    @Override
    public Optional<SettingSource> listeningAt(String host, int port, int rank, SettingSource given) {
        return Optional.of(TcpSettings.listeningAt(host, port, rank, given));
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
