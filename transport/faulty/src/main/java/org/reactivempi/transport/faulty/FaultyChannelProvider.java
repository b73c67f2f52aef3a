package org.reactivempi.transport.faulty;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;

/** Makes channels with faults around those of the class path. */
public final class FaultyChannelProvider implements ChannelProvider {

    /** For {@code ServiceLoader}. */
    public FaultyChannelProvider() {}

    @Override
    public String name() {
        return FaultySettings.CHANNEL;
    }

    @Override
    public boolean forTests() {
        return true;
    }

    @Override
    public List<Setting<?>> settings() {
        return FaultySettings.ALL;
    }

    @Override
    public Channel create(ChannelContext context) {
        FaultySettings settings = FaultySettings.from(context);
        Faults faults = context.attached(Faults.class).orElseGet(Faults::create);
        return new FaultyChannel(carrier(settings.carrier()).create(context), context.rank(), settings, faults);
    }

    private static ChannelProvider carrier(String name) {
        List<ChannelProvider> others =
                ServiceLoader.load(ChannelProvider.class, FaultyChannelProvider.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(provider -> !provider.forTests())
                        .toList();
        return others.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SettingException(
                        FaultySettings.CARRIER.name(),
                        name,
                        others.stream().map(ChannelProvider::name).sorted().collect(Collectors.joining(", "))));
    }
}
