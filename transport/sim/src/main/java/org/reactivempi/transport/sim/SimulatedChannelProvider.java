package org.reactivempi.transport.sim;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Makes the channels of one job; attached to its ranks' settings, and found in no other way. */
public final class SimulatedChannelProvider implements ChannelProvider {

    /** By which settings choose it. */
    public static final String NAME = "sim";

    /** Where a rank of a list listens; nobody sets it. */
    private static final Setting<String> ADDRESS = Setting.text("sim-address", "");

    private final Lines lines;

    SimulatedChannelProvider(Lines lines) {
        this.lines = lines;
    }

    /** The same between real loops, each with a thread, where everything comes at once. */
    static SimulatedChannelProvider real() {
        RunPlan plain = new RunPlan(
                0,
                null,
                RunPlan.Decided.MATCHES,
                Network.ETHERNET,
                false,
                true,
                Faults.NONE,
                Duration.ofDays(1),
                false);
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

    /** The address in the list is what others connect to. */
    @Override
    public Optional<SettingSource> listeningAt(String host, int port, int rank, SettingSource given) {
        return Optional.of(name -> name.equals(ADDRESS.name()) ? host + ":" + port : given.setting(name));
    }

    @Override
    public Channel create(ChannelContext context) {
        return new SimulatedChannel(context.rank(), ADDRESS.in(context), lines);
    }
}
