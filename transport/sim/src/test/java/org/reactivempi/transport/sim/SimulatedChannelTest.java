package org.reactivempi.transport.sim;

import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;

/** The connections of simulated jobs do what all others do, between real loops. */
class SimulatedChannelTest implements ChannelConformance {

    private final SimulatedChannelProvider provider = SimulatedChannelProvider.real();

    @Override
    public ChannelProvider provider() {
        return provider;
    }
}
