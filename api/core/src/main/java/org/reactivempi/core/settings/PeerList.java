package org.reactivempi.core.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.platform.Platform;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The settings of a job that nothing launches: where each rank listens, and which of them this process is. Without them, a
 * process that nothing has launched is a world of one.
 *
 * @param addresses {@code HOST:PORT} of each rank; none for a world of one
 * @param rank this process's place in the list
 * @param alone whether a process without a list is a world of one, whatever has started it
 */
public record PeerList(List<String> addresses, int rank, boolean alone) {

    private static final int NONE = -1;
    private static final int LARGEST_PORT = 65_535;
    private static final Pattern ADDRESS = Pattern.compile("([^\\s:\\[\\]{}]+|\\[[0-9a-fA-F:.%]+]):(\\d{1,5})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");
    private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,7})\\.\\.(\\d{1,7})}");
    private static final int MOST_PEERS = 1_000_000;

    static final Setting<String> PEERS = ofAddresses("peers")
            .described(
                    "Where the ranks of a job listen that nothing launches; the same on all ranks, which need the same"
                            + " secret. `app-{0..3}.svc:7000` stands for four of them. A launcher, where there is one, knows better.");
    static final Setting<String> RANK = Setting.parsed(
                    "rank",
                    "",
                    "0 to the number of peers - 1",
                    text -> NUMBER.matcher(text).matches() ? text : null)
            .described("Which of the `peers` this process is.");
    static final Setting<Boolean> ALONE = Setting.parsed(
                    "alone",
                    false,
                    "true or false",
                    text -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null)
            .described(
                    "`true` makes a process a world of one though Open MPI's `mpirun`, `srun`, `torchrun` or another launcher has"
                            + " started it as one of several; else it joins their job where it can, by `reactive-mpi-pmix`, and fails as it"
                            + " starts where it can't. Without effect under reactive-mpi's own launcher and MPICH's, or beside a list of"
                            + " `peers`.");

    /** A setting whose values are lists of peers. */
    static Setting<String> ofAddresses(String name) {
        return Setting.parsed(
                name,
                "",
                "HOST:PORT of each rank, separated by commas, each a different one with a port from 1 to "
                        + LARGEST_PORT + "; {0..3} stands for the numbers 0 to 3, as in app-{0..3}.svc:7000",
                text -> areAddresses(text) ? text : null);
    }

    /** The list of a text that {@link #ofAddresses} allows, as its rank 0 has it. */
    static PeerList of(String addresses) {
        return new PeerList(split(addresses), 0, false);
    }

    /** Throws {@link SettingException} where one of the two is wrong, or missing while the other is set. */
    public static PeerList in(SettingSource source) {
        List<String> addresses = split(PEERS.in(source));
        String text = RANK.in(source);
        if (addresses.isEmpty() && !text.isEmpty()) {
            throw SettingException.because(
                    RANK.name(), text, "without " + PEERS.name() + ", which says where the ranks are");
        }
        int rank = text.isEmpty() ? NONE : Integer.parseInt(text);
        if (!addresses.isEmpty() && (rank == NONE || rank >= addresses.size())) {
            throw new SettingException(
                    RANK.name(),
                    rank == NONE ? "not set" : text,
                    "0 to " + (addresses.size() - 1) + ", the place of this process among the " + addresses.size()
                            + " peers" + (RANGE.matcher(PEERS.in(source)).find() ? " of " + PEERS.in(source) : ""));
        }
        return new PeerList(addresses, rank, ALONE.in(source));
    }

    /** Whether the user wants this process to be a world of one, though a launcher may have started it as one of several. */
    public static boolean isAlone(SettingSource source) {
        return ALONE.in(source);
    }

    /** The list that counts for a rank: a launcher, where there is one, knows better. */
    public static PeerList of(Bootstrap bootstrap, SettingSource source) {
        return bootstrap.exchange().isPresent() ? new PeerList(List.of(), NONE, false) : in(source);
    }

    /**
     * This process in the job of the list, or alone in a world of one; fails where a launcher that it does not understand has started
     * it as one of several. Ranks that share a host cannot tell: it may have
     * several names.
     */
    public Bootstrap bootstrap(Map<String, String> environment, Platform platform) {
        if (addresses.isEmpty()) {
            RandomGenerator random = platform.random(0);
            return alone ? Bootstrap.alone(environment, random) : Bootstraps.alone(environment, random);
        }
        return Bootstrap.unlaunched(new JobPlace(jobId(), rank, addresses.size(), 1, new JobJvm(1, environment)));
    }

    /** The id of the job, which all have that know the list. */
    String jobId() {
        return "listed-" + UUID.nameUUIDFromBytes(String.join(",", addresses).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Where a rank listens: an address in numbers and a port, such as {@code 10.0.0.7:7000}. Looked up whenever a connection is
     * opened, since a name may move.
     *
     * @param resolver where a thread may wait for a name service
     */
    public Mono<String> listensAt(int rank, Scheduler resolver) {
        return Mono.fromCallable(() -> inNumbers(addresses.get(rank))).subscribeOn(resolver);
    }

    private static String inNumbers(String address) {
        int colon = address.lastIndexOf(':');
        try {
            String host = InetAddress.getByName(address.substring(0, colon)).getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + address.substring(colon);
        } catch (UnknownHostException e) {
            throw new BootstrapException("the host of " + address + " is unknown", e);
        }
    }

    /** Settings as the list, if there is one, needs them: the rank listens where the others look for it, over a channel that can. */
    public SettingSource listening(SettingSource source, List<ChannelProvider> providers) {
        if (addresses.isEmpty()) {
            return source;
        }
        ChannelProvider provider = listener(source, providers);
        checkChannel(ChannelChoice.CHANNEL.in(source), provider.name());
        return listening(provider, source).orElseThrow();
    }

    /** The channel by which a rank can listen where the list says. */
    public ChannelProvider listener(SettingSource source, List<ChannelProvider> providers) {
        return providers.stream()
                .filter(provider -> listening(provider, source).isPresent())
                .findFirst()
                .orElseThrow(() -> new ChannelJars(providers).noneUseful(ChannelChoice.CHANNEL.name()));
    }

    private Optional<SettingSource> listening(ChannelProvider provider, SettingSource source) {
        String own = addresses.get(rank);
        int colon = own.lastIndexOf(':');
        return provider.listeningAt(own.substring(0, colon), Integer.parseInt(own.substring(colon + 1)), rank, source);
    }

    private static void checkChannel(String wanted, String only) {
        if (!wanted.equals(ChannelChoice.AUTO) && !wanted.equals(only)) {
            throw SettingException.because(
                    ChannelChoice.CHANNEL.name(),
                    wanted,
                    "allowed is auto, " + only
                            + " where a list of peers is set: the host and port of a rank are all that " + only
                            + " needs to reach it");
        }
    }

    private static List<String> split(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1))
                        .map(String::strip)
                        .flatMap(PeerList::expanded)
                        .limit(MOST_PEERS + 1L)
                        .toList();
    }

    /** A pattern with each of its numbers, the first one counting slowest; what is no pattern stays as it is. */
    private static Stream<String> expanded(String pattern) {
        Matcher range = RANGE.matcher(pattern);
        if (!range.find()) {
            return Stream.of(pattern);
        }
        String first = range.group(1);
        String number = first.startsWith("0") ? "%0" + first.length() + "d" : "%d";
        String before = pattern.substring(0, range.start());
        String behind = pattern.substring(range.end());
        return IntStream.rangeClosed(Integer.parseInt(first), Integer.parseInt(range.group(2)))
                .mapToObj(each -> before + String.format(Locale.ROOT, number, each) + behind)
                .flatMap(PeerList::expanded);
    }

    private static boolean areAddresses(String text) {
        List<String> addresses = split(text);
        if (addresses.size() > MOST_PEERS || addresses.isEmpty() && !text.isEmpty()) {
            return false;
        }
        return addresses.stream().allMatch(PeerList::isAddress) && new HashSet<>(addresses).size() == addresses.size();
    }

    private static boolean isAddress(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        return matcher.matches() && isPort(Integer.parseInt(matcher.group(2)));
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= LARGEST_PORT;
    }
}
