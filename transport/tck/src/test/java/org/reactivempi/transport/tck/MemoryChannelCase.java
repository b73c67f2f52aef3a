package org.reactivempi.transport.tck;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;
import org.reactivempi.transport.channel.settings.Setting;

/** The TCK on a channel that is broken in one way; run by {@link ChannelConformanceTest}, not by the build. */
class MemoryChannelCase implements ChannelConformance {

    /** What is broken in the run of this thread. */
    static final ThreadLocal<Broken> BROKEN = ThreadLocal.withInitial(() -> Broken.NOTHING);

    private final Broken broken = BROKEN.get();
    private final MemoryChannel.Hub hub = new MemoryChannel.Hub();
    private boolean made;

    @Override
    public ChannelProvider provider() {
        return new ChannelProvider() {
            @Override
            public String name() {
                return "memory";
            }

            @Override
            public Suitability suits(Place place) {
                boolean left = broken == Broken.LEAVES_OUT_A_PLACE && place != Place.ELSEWHERE;
                return left ? Suitability.UNREACHABLE : Suitability.BY_NAME;
            }

            @Override
            public List<Setting<?>> settings() {
                return List.of();
            }

            @Override
            public Channel create(ChannelContext context) {
                made = true;
                return new MemoryChannel(context.rank(), hub, broken);
            }
        };
    }

    @Override
    public Stranger stranger() {
        return hub::garbage;
    }

    @Override
    public boolean isProtected() {
        return true;
    }

    @Override
    public Collection<?> leftovers() {
        return made && broken == Broken.KEEPS_A_FILE ? List.of("a file") : List.of();
    }

    /** Slow is not wrong: what does not come at all is known by {@link #mayStillCome}, and a hang ends by JUnit's limit. */
    @Override
    public Duration patience() {
        return Duration.ofMinutes(5);
    }

    /** In memory it is known when nothing can come any more: a test that has to fail need not wait for its patience's end. */
    @Override
    public boolean mayStillCome() {
        return !hub.isQuiet();
    }
}
