package org.reactivempi.transport.sim;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;

/** Makes the channels of one job; attached to its ranks' settings, and found in no other way. */
public final class SimulatedChannelProvider implements ChannelProvider {

    /** By which settings choose it. */
    public static final String NAME = "sim";

    private final Lines lines;

    SimulatedChannelProvider(Lines lines) {
        this.lines = lines;
    }

    /** The same between real loops, each with a thread, where everything comes at once. */
    static SimulatedChannelProvider real() {
        RunPlan plain = new RunPlan(0, null, true, Network.ETHERNET, true, Faults.NONE, Duration.ofDays(1), false);
        return new SimulatedChannelProvider(new Lines(Wires.REAL, plain, new Chooser(0, null), new Trace(false)));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean forTests() {
        return true;
    }

    @Override
    public Suitability suits(Place place) {
        return Suitability.BY_NAME;
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public Channel create(ChannelContext context) {
        return new SimulatedChannel(context.rank(), lines);
    }
}
