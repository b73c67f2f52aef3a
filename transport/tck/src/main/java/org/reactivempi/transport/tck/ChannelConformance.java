package org.reactivempi.transport.tck;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivempi.transport.channel.ChannelProvider;

/**
 * What a channel must pass. A channel joins with a test class of a few lines:
 *
 * <pre>{@code
 * class TcpChannelTest implements ChannelConformance {
 *
 *     @Override
 *     public ChannelProvider provider() {
 *         return new TcpChannelProvider();
 *     }
 * }
 * }</pre>
 *
 * <p>Each test has ranks of its own in this JVM, which are ended after it, and fails when a buffer, a thread or a file is
 * left. For an exact count of buffers run the tests with {@code -Dio.netty.leakDetection.level=paranoid}.
 */
@ExtendWith(WorldExtension.class)
public interface ChannelConformance
        extends TestedChannel,
                OrderRules,
                RoomRules,
                BackPressureRules,
                CloseRules,
                LossRules,
                ConnectRules,
                GarbageRules,
                ProtectionRules,
                HandlerRules,
                ReconnectRules,
                SleepRules,
                RankRules {

    /** Makes the channels under test, one for each rank. */
    @Override
    ChannelProvider provider();

    /** The settings of all ranks, names without prefix; none by default. */
    @Override
    default Map<String, String> settings() {
        return Map.of();
    }

    /** What the program has attached to the settings of all ranks; nothing by default. */
    @Override
    default Collection<Object> attached() {
        return List.of();
    }

    /** How a stranger sends bytes to an endpoint, where the channel has an address that strangers can reach. */
    default @Nullable Stranger stranger() {
        return null;
    }

    /** Whether its links are protected, by TLS or otherwise, against anybody between their ends; not by default. */
    @Override
    default boolean isProtected() {
        return false;
    }

    /** What the channel has put into the system and not yet taken back, such as files; nothing by default. */
    @Override
    default Collection<?> leftovers() {
        return List.of();
    }

    /** How long the tests wait for what must happen; as long as nothing happens at all. */
    @Override
    default Duration patience() {
        return Duration.ofSeconds(20);
    }
}
