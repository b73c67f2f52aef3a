package org.reactivempi.transport.engine.fake;

import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.fake.FakeNetwork.Inbox;
import org.reactivempi.transport.engine.link.LinkContext;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.link.LinkSettings;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.MeetingPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.protocol.RankContext;
import reactor.core.publisher.Mono;

/** A rank's loop, clock and links on a {@link FakeNetwork}. */
public final class FakeRank implements Endpoint {

    /** The job of all fake ranks. */
    public static final long JOB = 0x1122334455667788L;

    /** Another one. */
    public static final long OTHER_JOB = 0x8877665544332211L;

    private static final String CHANNEL = "fake";

    /** How long they wait for each other. */
    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    /** How long they wait for strangers to say who they are. */
    public static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(7);

    private static final Secret SECRET = Secret.of("what the fake ranks know");

    /** Each takes its time to be made, and some tests make ranks by the thousand. */
    private static final Map<Integer, Credentials> CREDENTIALS = new ConcurrentHashMap<>();

    /** How long they wait for each other when a connection has broken. */
    public static final Duration RECONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** How long they wait for each other to come, where they start without each other. */
    public static final Duration WAIT_FOR_PEERS = Duration.ofSeconds(60);

    /** How often they say that they live. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /** What a process that greets for the first time says about itself. */
    public static final Resumption GREETING = new Resumption(0x5eed, 0, 0, 0, 1, 1);

    /** What they take of eager messages. */
    public static final int CREDIT_BYTES = 128 << 10;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final FakeNetwork network;
    private final long job;
    private final int rank;
    private final int size;
    private final int creditBytes;
    private final long seed;
    private final boolean mayBreak;
    private final Inbox lookups;
    private final Identity identity;
    private final CompletionQueue signals;
    private final Links links;
    private boolean finalized;
    private boolean comesAndGoes;
    private final List<FakeLink> connections = new ArrayList<>();
    private IntFunction<Mono<List<PeerDirectory.Address>>> directory =
            peer -> Mono.just(List.of(new PeerDirectory.Address(CHANNEL, address(peer))));

    /** A rank that listens at once. */
    public FakeRank(FakeNetwork network, int rank, int size) {
        this(network, rank, size, CREDIT_BYTES);
    }

    /** A rank that listens at once, and takes so much of eager messages from each peer. */
    public FakeRank(FakeNetwork network, int rank, int size, int creditBytes) {
        this(network, rank, size, creditBytes, false);
    }

    /** The same, over connections that the ranks know may break, or believe can't. */
    public FakeRank(FakeNetwork network, int rank, int size, int creditBytes, boolean mayBreak) {
        this(network, JOB, rank, size, creditBytes, mayBreak, credentials(rank), rank);
    }

    /** The process number so many of a rank that comes and goes, 0 for its first one: each has numbers of its own. */
    public static FakeRank process(FakeNetwork network, int rank, int size, int process) {
        return new FakeRank(
                        network, JOB, rank, size, CREDIT_BYTES, true, credentials(rank), rank + (process + 1L << 32))
                .comesAndGoes();
    }

    /** A rank of a job that may meet others. */
    public static FakeRank ofJob(long job, FakeNetwork network, int rank, int size) {
        RandomGenerator random = new SplittableRandom(job + rank);
        Credentials own = new Credentials(Secret.of("what the ranks of job " + job + " know"), job, rank, random);
        return new FakeRank(network, job, rank, size, CREDIT_BYTES, false, own, rank);
    }

    private FakeRank(
            FakeNetwork network,
            long job,
            int rank,
            int size,
            int creditBytes,
            boolean mayBreak,
            Credentials credentials,
            long seed) {
        channel.freezeTime();
        this.seed = seed;
        this.job = job;
        this.mayBreak = mayBreak;
        this.network = network;
        this.rank = rank;
        this.size = size;
        this.creditBytes = creditBytes;
        lookups = network.inbox(this::turn);
        signals = new CompletionQueue(loop());
        identity = new Identity(job, rank, size, creditBytes, 100 + seed);
        LinkSettings settings =
                new LinkSettings(CONNECT_TIMEOUT, HANDSHAKE_TIMEOUT, RECONNECT_TIMEOUT, HEARTBEAT, WAIT_FOR_PEERS);
        LinkContext context = new LinkContext(
                identity,
                settings,
                credentials,
                new LinkContext.Turns(loop(), () -> {}, signals),
                InstantSource.system(),
                random(seed));
        links = new Links(context, new Directory());
        MeetingPeer.register(links);
        links.use(List.of(new Route(CHANNEL, mayBreak, this)));
        network.listen(address(), links.acceptor(CHANNEL, mayBreak)::accept, this::turn);
    }

    /** What proves that somebody is a rank of the fake ranks' job. */
    public static Credentials credentials(int rank) {
        return CREDENTIALS.computeIfAbsent(rank, made -> new Credentials(SECRET, JOB, made, random(made)));
    }

    /** Chance that is the same in each run. */
    public static RandomGenerator random(long seed) {
        return new SplittableRandom(seed);
    }

    private String address(int peer) {
        return address(job, peer);
    }

    /** Where a rank of the fake ranks' job listens, or one of another job. */
    private static String address(long job, int rank) {
        return (job == JOB ? "fake-" : "fake-other-") + rank;
    }

    /** Where this rank listens, for those of another job. */
    public List<PeerDirectory.Address> ways() {
        return List.of(new PeerDirectory.Address(CHANNEL, address()));
    }

    /** Sets whether others know that peers have finalized. */
    public void finalized(boolean finalized) {
        this.finalized = finalized;
    }

    /** Ranks start without each other from now on, and may come again; before there are any links. */
    public FakeRank comesAndGoes() {
        comesAndGoes = true;
        return this;
    }

    private final class Directory implements PeerDirectory {

        @Override
        public Mono<List<PeerDirectory.Address>> addresses(int rank) {
            return lookUp(rank);
        }

        @Override
        public boolean ranksComeAndGo() {
            return comesAndGoes;
        }

        @Override
        public Mono<Boolean> hasFinalized(int rank) {
            return Mono.just(finalized);
        }
    }

    private Mono<List<PeerDirectory.Address>> lookUp(int peer) {
        return Mono.create(
                sink -> lookups.add(() -> directory.apply(peer).subscribe(sink::success, sink::error, sink::success)));
    }

    /** Sets what looking up a peer gives. */
    public void directory(IntFunction<Mono<String>> directory) {
        this.directory =
                peer -> directory.apply(peer).map(address -> List.of(new PeerDirectory.Address(CHANNEL, address)));
    }

    /** Sets the ways to each peer, and lets this rank use several channels, which all reach the fake network. */
    public void channels(List<String> channels, List<PeerDirectory.Address> ways) {
        directory = peer -> Mono.just(ways);
        links.use(channels.stream()
                .map(channel -> new Route(channel, mayBreak, this))
                .toList());
    }

    /** What the rank's protocols share. */
    public RankContext context(int eagerBytes, @Nullable Events events) {
        return new RankContext(
                identity,
                new RankContext.Limits(eagerBytes, creditBytes),
                signals,
                channel.eventLoop(),
                events,
                random(seed));
    }

    /** The rank's links. */
    public Links links() {
        return links;
    }

    /** The rank's signals. */
    public CompletionQueue signals() {
        return signals;
    }

    /** The rank's loop. */
    public EventLoop loop() {
        return channel.eventLoop();
    }

    /** The connections that this rank has opened. */
    public List<FakeLink> connections() {
        return connections;
    }

    /** Runs {@code work} as one turn of the loop. */
    public void run(Runnable work) {
        loop().execute(work);
        turn();
    }

    /** Turns the loop until it has nothing to do at this time. */
    public void turn() {
        do {
            channel.runPendingTasks();
            links.flush();
        } while (channel.hasPendingTasks());
    }

    /** Moves the rank's clock. */
    public void advance(Duration time) {
        channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
        turn();
    }

    @Override
    public String address() {
        return address(rank);
    }

    @Override
    public boolean reaches(String address) {
        return address.startsWith("fake-");
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        connections.add(network.connect(address, handler, this::turn));
    }

    @Override
    public void close() {
        network.unlisten(address());
    }
}
