package org.reactivempi.core.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * How a rank meets processes of other jobs.
 *
 * @param secret lets them in that connect to a port, and this rank at theirs; null for none
 * @param names who keeps the names of ports; null for rank 0 of the own job
 * @param servesNames whether this rank keeps the names of all jobs that ask it
 */
public record PortSettings(
        @Nullable Secret secret, @Nullable NameService names, boolean servesNames) {

    static final Setting<String> NAME_SERVICE = PeerList.ofAddresses("name-service")
            .described(
                    "Where the names of ports are kept, for all jobs that say the same: the `peers` of a job that nothing launches, whose rank 0"
                            + " keeps them, such as `names.svc:7000` for a job of one. It needs the same `port-secret` there and here. Without it, rank 0"
                            + " of each job keeps the names of that job.");

    private static final PortSettings NONE = new PortSettings(null, null, false);

    /**
     * Rank 0 of a job that finds itself by a list.
     *
     * @param job what stands for it in greetings
     * @param peers where it listens
     * @param channel the channel that it listens with
     */
    public record NameService(long job, PeerList peers, String channel) {

        /**
         * Where it is now, as its name may move.
         *
         * @param resolver where a thread may wait for an answer
         */
        public Mono<List<Address>> addresses(Scheduler resolver) {
            return peers.listensAt(0, resolver).map(address -> List.of(new Address(channel, address)));
        }
    }

    /** Those of a rank; throws {@link SettingException} where one is wrong, or missing while another one needs it. */
    public static PortSettings in(
            Bootstrap bootstrap, Settings settings, SettingSource source, List<ChannelProvider> providers) {
        Secret secret = JobSecrets.ofPorts(bootstrap, settings, source);
        String names = NAME_SERVICE.in(source);
        if (secret == null) {
            if (!names.isEmpty()) {
                throw SettingException.because(
                        NAME_SERVICE.name(),
                        names,
                        "without a " + JobSecrets.PORT.name() + ", by which it lets this rank in");
            }
            return NONE;
        }
        PeerList own = PeerList.of(bootstrap, source);
        return new PortSettings(
                secret,
                names.isEmpty() ? null : service(PeerList.of(names), source, providers),
                !own.addresses().isEmpty() && own.rank() == 0);
    }

    private static NameService service(PeerList peers, SettingSource source, List<ChannelProvider> providers) {
        return new NameService(
                new Job(peers.jobId(), 0, 1, 1).hash(),
                peers,
                peers.listener(source, providers).name());
    }
}
