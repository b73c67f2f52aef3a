package org.reactivempi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a session: an immutable value whose methods return changed copies.
 *
 * <p>Each setting has one name in several spellings: the method {@code eagerLimitBytes(65536)}, the system property
 * {@code reactivempi.eager-limit-bytes}, the environment variable {@code REACTIVEMPI_EAGER_LIMIT_BYTES}. What is set
 * here wins over system properties, and those over the environment. Values are checked when the session starts: a
 * wrong one fails it with {@link ErrorClass#ARG}, naming the setting, the value and the range.
 *
 * @since 0.1
 */
public final class Settings {

    private static final Settings DEFAULTS = new Settings(Map.of(), List.of(), null, null);
    private static final String NOT_SHOWN = "not shown";

    private final Map<String, String> values;
    private final List<Object> attachments;
    private final @Nullable String secret;
    private final @Nullable String portSecret;

    private Settings(
            Map<String, String> values,
            List<Object> attachments,
            @Nullable String secret,
            @Nullable String portSecret) {
        this.values = values;
        this.attachments = attachments;
        this.secret = secret;
        this.portSecret = portSecret;
    }

    /**
     * Nothing set.
     *
     * @return settings that leave everything to system properties, environment and defaults
     */
    public static Settings create() {
        return DEFAULTS;
    }

    /**
     * A copy with one setting changed.
     *
     * @param name the setting's name without prefix, such as {@code eager-limit-bytes}
     * @param value its value as text
     * @return the copy
     */
    public Settings with(String name, String value) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.put(name, value);
        return new Settings(Collections.unmodifiableMap(changed), attachments, secret, portSecret);
    }

    /**
     * A copy that hands an object of the program to the part of the library that looks for its type, such as a channel.
     *
     * @param attachment any object; parts that don't know its type don't see it
     * @return the copy
     */
    public Settings attach(Object attachment) {
        List<Object> more = new ArrayList<>(attachments);
        more.add(attachment);
        return new Settings(values, Collections.unmodifiableList(more), secret, portSecret);
    }

    /**
     * What was attached.
     *
     * @param type of what is looked for
     * @param <T> the type
     * @return the last object of this type that was attached
     */
    public <T> Optional<T> attached(Class<T> type) {
        return attachments.stream().filter(type::isInstance).map(type::cast).reduce((first, last) -> last);
    }

    /**
     * Which channels carry messages between ranks.
     *
     * @param names {@code auto}, the default; or the names of channels on the class path, separated by commas, such as
     *     {@code shm,tcp}: for each peer the first that both sides have, and that reaches it, is used. {@code auto} stands
     *     for {@code local} (inside one JVM), {@code shm} (on one host), {@code tcp}
     * @return a changed copy
     */
    public Settings channel(String names) {
        return with("channel", names);
    }

    /**
     * The longest message that is sent without asking the receiver first.
     *
     * @param bytes 0 to 16 MiB; default 65536
     * @return a changed copy
     */
    public Settings eagerLimitBytes(int bytes) {
        return with("eager-limit-bytes", Integer.toString(bytes));
    }

    /**
     * How many bytes of eager messages, with their bookkeeping, one peer may have under way to this rank before it
     * must ask. Where {@link #unexpectedLimitBytes} gives a peer less, that counts.
     *
     * @param bytes 16384 (16 KiB) to 1073741824 (1 GiB); default 4194304 (4 MiB)
     * @return a changed copy
     */
    public Settings eagerCreditBytes(int bytes) {
        return with("eager-credit-bytes", Integer.toString(bytes));
    }

    /**
     * How many bytes of messages that nobody has asked for this rank keeps in all, with their bookkeeping. Each rank of the
     * job has an equal share of it, though at least 16384 bytes (16 KiB).
     *
     * @param bytes 1048576 (1 MiB) to 1073741824 (1 GiB); default 67108864 (64 MiB)
     * @return a changed copy
     */
    public Settings unexpectedLimitBytes(int bytes) {
        return with("unexpected-limit-bytes", Integer.toString(bytes));
    }

    /**
     * How the progress thread waits for messages.
     *
     * @param name {@code adaptive} (the default: spins briefly after traffic, then sleeps), {@code spin} or
     *     {@code sleep}
     * @return a changed copy
     */
    public Settings waiting(String name) {
        return with("waiting", name);
    }

    /**
     * For how long a progress thread that waits adaptively polls after traffic, before it sleeps. Where it was woken soon
     * after it had gone to sleep, it polls for four times as long the next time.
     *
     * @param duration 0 to 1 s; default 50 microseconds
     * @return a changed copy
     */
    public Settings spinTime(Duration duration) {
        return with("spin-time", duration.toNanos() + "ns");
    }

    /**
     * On which core the progress thread runs. Binding helps where ranks have the host's cores for themselves: two ranks that
     * wait for each other's messages never share one then.
     *
     * @param name {@code none} (the default) or {@code core}: rank r on core r of the cores that the process may use, on Linux,
     *     with the program {@code taskset}; no effect where ranks outnumber cores
     * @return a changed copy
     */
    public Settings bindTo(String name) {
        return with("bind-to", name);
    }

    /**
     * How long opening a connection to a peer may take, from the first try to the peer's welcome.
     *
     * @param limit 1 ms to 1 h; default 30 s
     * @return a changed copy
     */
    public Settings connectTimeout(Duration limit) {
        return with("connect-timeout", limit.toMillis() + "ms");
    }

    /**
     * With {@link #peers}: how long an operation waits for a rank that has not come yet, before it fails with a {@link
     * ProcessFailedException}. The rank may still come later.
     *
     * @param limit 1 ms to 24 h; default 5 min
     * @return a changed copy
     */
    public Settings waitForPeers(Duration limit) {
        return with("wait-for-peers", limit.toMillis() + "ms");
    }

    /**
     * How long a peer that was reached once may stay without a connection before it has failed, and what waits for it ends
     * with a {@link ProcessFailedException}.
     *
     * @param limit 1 ms to 24 h; default 10 s
     * @return a changed copy
     */
    public Settings reconnectTimeout(Duration limit) {
        return with("reconnect-timeout", limit.toMillis() + "ms");
    }

    /**
     * How often ranks that are connected through sockets hear from each other. When three of these intervals pass in
     * silence, the connection counts as broken.
     *
     * @param interval 10 ms to 1 h; default 5 s
     * @return a changed copy
     */
    public Settings heartbeatInterval(Duration interval) {
        return with("heartbeat-interval", interval.toMillis() + "ms");
    }

    /**
     * How long nothing may happen on a rank that waits before it asks the others whether it waits for ever.
     *
     * @param quiet 0 (never) to 1 h; default 1 s
     * @return a changed copy
     */
    public Settings stallAfter(Duration quiet) {
        return with("stall-after", quiet.toMillis() + "ms");
    }

    /**
     * How long nothing may happen on a rank that waits before it says so, though it may go on; the next time twice as long.
     *
     * @param quiet 0 (never) to 24 h; default 10 s
     * @return a changed copy
     */
    public Settings suspectAfter(Duration quiet) {
        return with("suspect-after", quiet.toMillis() + "ms");
    }

    /**
     * Says which threads never make a rank go on, though they look as if they might, such as the event loops of a server. A deadlock
     * is proven in spite of them; where one of them does act, the proof is wrong.
     *
     * @param beginnings how the names of these threads begin, such as {@code reactor-http-}; none by default
     * @return a changed copy
     */
    public Settings stallIgnoreThreads(String... beginnings) {
        return with("stall-ignore-threads", String.join(",", beginnings));
    }

    /**
     * How long a process that connects to this rank may take to prove that it is a rank of this job.
     *
     * @param limit 1 ms to 1 h; default 10 s
     * @return a changed copy
     */
    public Settings handshakeTimeout(Duration limit) {
        return with("handshake-timeout", limit.toMillis() + "ms");
    }

    /**
     * Writes what this rank does, with all others that have the same setting, into a file for Perfetto. Needs
     * {@code reactive-mpi-observe} on the class path. On several hosts, the file is on that of rank 0.
     *
     * @param file the path of the file, the same for all ranks; none by default
     * @return a changed copy
     */
    public Settings trace(String file) {
        return with("trace", file);
    }

    /**
     * Writes what this rank, and all others that have the same setting, have sent to whom, and what took long, into a file as
     * text. Needs {@code reactive-mpi-observe} on the class path. On several hosts, the file is on that of rank 0.
     *
     * @param file the path of the file, the same for all ranks, or {@code -} for the standard error of rank 0; none by default
     * @return a changed copy
     */
    public Settings stats(String file) {
        return with("stats", file);
    }

    /**
     * Where all ranks of a job listen that nothing launches; see {@link #rank}. A launcher, where there is one, knows better.
     *
     * @param addresses {@code HOST:PORT} of each rank, in the order of ranks, separated by commas; the same on all ranks
     * @return a changed copy
     */
    public Settings peers(String addresses) {
        return with("peers", addresses);
    }

    /**
     * Which of the {@link #peers} this process is.
     *
     * @param rank 0 to their number - 1
     * @return a changed copy
     */
    public Settings rank(int rank) {
        return with("rank", Integer.toString(rank));
    }

    /**
     * Whether a process is a world of one that a launcher has started as one of several, and that cannot find the others, since
     * it doesn't understand that launcher; without it such a process fails at start. Without effect where there is a launcher that it
     * understands, or a list of {@link #peers}.
     *
     * @param alone true for a world of one on purpose; false by default
     * @return a changed copy
     */
    public Settings alone(boolean alone) {
        return with("alone", Boolean.toString(alone));
    }

    /**
     * What only the ranks of this job know, the same for all of them; by default the job makes one for itself. It is in no
     * {@link #asMap() map} and in no text that is printed. The environment variable {@code REACTIVEMPI_SECRET} and the
     * setting {@code secret-file} do the same; no system property and no argument does, since others could read those.
     *
     * @param text 32 to 1024 characters that nobody can guess
     * @return a changed copy
     */
    public Settings secret(String text) {
        return new Settings(values, attachments, text, portSecret);
    }

    /**
     * What was set as the secret; for the implementation.
     *
     * @return the secret, if there is one
     */
    public Optional<String> secret() {
        return Optional.ofNullable(secret);
    }

    /**
     * What the ranks of this job know, and those of all jobs that connect to its ports or whose ports it connects to, and nobody else. The
     * environment variable {@code REACTIVEMPI_PORT_SECRET} and the setting {@code port-secret-file} do the same; no system property and no
     * argument does. It is in no {@link #asMap() map} and in no text that is printed. Without one, only processes of the same job can
     * connect to each other.
     *
     * @param text as {@link #secret(String)} allows
     * @return a changed copy
     * @see SessionView#ports
     */
    public Settings portSecret(String text) {
        return new Settings(values, attachments, secret, text);
    }

    /**
     * Who keeps the names of ports, for all jobs that say the same: rank 0 of a job that nothing launches, with the same
     * {@linkplain #portSecret secret of ports}. Without it, rank 0 of each job keeps the names of that job.
     *
     * @param addresses the {@link #peers} of that job; {@code HOST:PORT} for a job of one
     * @return a changed copy
     * @see Ports#lookup
     */
    public Settings nameService(String addresses) {
        return with("name-service", addresses);
    }

    /**
     * What was set as the secret of ports; for the implementation.
     *
     * @return the secret, if there is one
     */
    public Optional<String> portSecret() {
        return Optional.ofNullable(portSecret);
    }

    /**
     * What was set here.
     *
     * @return names without prefix, and values as text; without the secrets
     */
    public Map<String, String> asMap() {
        return values;
    }

    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>(values);
        if (secret != null || values.containsKey("secret")) {
            shown.put("secret", NOT_SHOWN);
        }
        if (portSecret != null || values.containsKey("port-secret")) {
            shown.put("port-secret", NOT_SHOWN);
        }
        return "Settings" + shown;
    }
}
