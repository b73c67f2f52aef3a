package org.reactivempi.transport.tck;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.reactivempi.transport.channel.ChannelProvider;

/** What {@link World} needs to know of the channel under test, where {@link ChannelConformance} says what each means. */
interface TestedChannel {

    ChannelProvider provider();

    Map<String, String> settings();

    Collection<Object> attached();

    Collection<?> leftovers();

    Duration patience();

    /** Whether what a test has waited for in vain for a while can still come; only a channel that knows says no. */
    default boolean mayStillCome() {
        return true;
    }
}
