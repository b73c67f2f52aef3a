package org.reactivempi.transport.engine.event;

import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.reactivempi.transport.channel.settings.SettingSource;

/** What a listener may want to know of the rank that it will hear of. */
public interface WatchedRank extends SettingSource {

    /** Its job. */
    String jobId();

    /** Its number in the job. */
    int rank();

    /** How many ranks there are. */
    int size();

    /**
     * Whether there are, or may be, ranks of its job on other hosts.
     *
     * @return false unless overridden
     */
    default boolean hasFarRanks() {
        return false;
    }

    /** The monotonic time, by which its operations are timed. */
    Ticker ticker();

    /** The date. */
    InstantSource clock();

    /**
     * An object that all listeners of this rank share, one per type.
     *
     * @param make makes it, for the listener that asks first
     * @return a new one each time, unless overridden
     */
    default <T> T shared(Class<T> type, Supplier<T> make) {
        return make.get();
    }

    /** What the program has attached to its settings, of this type. */
    <T> Optional<T> attached(Class<T> type);
}
