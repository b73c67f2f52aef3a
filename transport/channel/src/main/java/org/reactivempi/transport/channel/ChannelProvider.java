package org.reactivempi.transport.channel;

import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;

/** Makes channels of one kind; each channel module registers one with {@code ServiceLoader}. */
public interface ChannelProvider {

    /** The name by which settings choose the channel, such as {@code tcp}. */
    String name();

    /** Whether its channels are for tests only, which have to ask for them by name. */
    default boolean forTests() {
        return false;
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
