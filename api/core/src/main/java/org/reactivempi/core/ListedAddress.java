package org.reactivempi.core;

import java.util.List;
import java.util.Optional;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Settings as the list of peers needs them: the rank listens where the others look for it, over a channel that can. */
final class ListedAddress {

    private ListedAddress() {}

    static SettingSource over(SettingSource source, PeerList peers, List<ChannelProvider> providers) {
        String own = peers.addresses().get(peers.rank());
        int colon = own.lastIndexOf(':');
        String host = own.substring(0, colon);
        int port = Integer.parseInt(own.substring(colon + 1));
        for (ChannelProvider provider : providers) {
            Optional<SettingSource> listening = provider.listeningAt(host, port, peers.rank(), source);
            if (listening.isPresent()) {
                checkChannel(ChannelChoice.CHANNEL.in(source), provider.name());
                return listening.get();
            }
        }
        throw new ChannelJars(providers).noneUseful(ChannelChoice.CHANNEL.name());
    }

    private static void checkChannel(String wanted, String only) {
        if (!wanted.equals(ChannelChoice.AUTO) && !wanted.equals(only)) {
            throw new SettingException(
                    ChannelChoice.CHANNEL.name(), wanted, "auto, " + only + " where a list of peers is set");
        }
    }
}
