package org.reactivempi.transport.channel;

import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.reactivempi.transport.channel.settings.SettingSource;

/** What a channel may know of the rank that it serves. */
public interface ChannelContext extends SettingSource {

    /** The rank's number in the job. */
    int rank();

    /** Whether all peers are on this host: the ranks of the job are, and no port secret lets those of other jobs in. */
    boolean singleHost();

    /** The address of this host from which the process has reached the job's launcher, where that is known. */
    default Optional<InetAddress> towardsLauncher() {
        return Optional.empty();
    }

    /** An object that all ranks of the job in this JVM share, one per type; the first that asks makes it. */
    <T> T shared(Class<T> type, Supplier<T> make);

    /** The object of this type that the program attached to its session's settings, if it did. */
    <T> Optional<T> attached(Class<T> type);
}
