package org.reactivempi.core;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Settings as the list of peers needs them: the rank listens where the others look for it, and over TCP. */
final class ListedAddress implements SettingSource {

    private static final String TCP = "tcp";

    private final SettingSource source;
    private final String host;
    private final String port;

    private ListedAddress(SettingSource source, String host, String port) {
        this.source = source;
        this.host = host;
        this.port = port;
    }

    static SettingSource over(SettingSource source, PeerList peers) {
        checkChannel(ChannelChoice.CHANNEL.in(source));
        String own = peers.addresses().get(peers.rank());
        int colon = own.lastIndexOf(':');
        return new ListedAddress(source, own.substring(0, colon), first(own.substring(colon + 1), peers.rank()));
    }

    private static void checkChannel(String channel) {
        if (!channel.equals(ChannelChoice.AUTO) && !channel.equals(TCP)) {
            throw new SettingException(ChannelChoice.CHANNEL.name(), channel, "auto, tcp where a list of peers is set");
        }
    }

    /** The channel adds the rank to the port that is set, since ranks often share settings. */
    private static String first(String port, int rank) {
        return Integer.toString(Integer.parseInt(port) - rank);
    }

    @Override
    public @Nullable String setting(String name) {
        String given = source.setting(name);
        return switch (name) {
            case "tcp-host" -> given == null || given.isBlank() ? host : given;
            case "tcp-port" -> port;
            default -> given;
        };
    }
}
