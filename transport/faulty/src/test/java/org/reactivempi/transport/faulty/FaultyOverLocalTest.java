package org.reactivempi.transport.faulty;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;

/** Faults that lose nothing make no difference to what a channel must do. */
@Tag("long")
class FaultyOverLocalTest implements ChannelConformance {

    @Override
    public ChannelProvider provider() {
        return new FaultyChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("faulty-seed", "1", "faulty-plan", "delay=0.02,split=0.3,merge=0.2");
    }
}
