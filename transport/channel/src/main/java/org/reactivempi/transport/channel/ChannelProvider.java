package org.reactivempi.transport.channel;

import java.util.List;
import java.util.Optional;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * Makes channels of one kind; each channel module registers one with {@code ServiceLoader}. One that is attached to a session's settings
 * is the only one of that session.
 */
public interface ChannelProvider {

    /** The name by which settings choose the channel, such as {@code tcp}. */
    String name();

    /** Whether its channels are for tests only, which have to ask for them by name. */
    default boolean forTests() {
        return false;
    }

    /**
     * How well its channels suit peers at a place: sessions that were given no name choose by this. A channel that goes to a
     * place goes to all nearer places as well, unless it says otherwise.
     */
    default Suitability suits(Place place) {
        return Suitability.BY_NAME;
    }

    /**
     * The settings with which a rank's endpoint is where its peers expect it, for jobs whose ranks know each other's addresses
     * before any of them has started.
     *
     * @param host a host name or address of this host
     * @param port 1 to 65535
     * @param rank whose endpoint it is
     * @param given what was set otherwise
     * @return all settings of the rank; empty if addresses of these channels can't be known beforehand
     */
    default Optional<SettingSource> listeningAt(String host, int port, int rank, SettingSource given) {
        return Optional.empty();
    }

    /** The settings that its channels read, so that a misspelled one can be told from them. */
    List<Setting<?>> settings();

    /**
     * Makes the channel of one rank.
     *
     * @param context the rank and its settings
     * @throws SettingException when one of the channel's settings is wrong
     */
    Channel create(ChannelContext context);
}
