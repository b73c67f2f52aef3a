package org.reactivempi.transport.launcher.pmi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Entries;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.bootstrap.JobStart;
import org.reactivempi.transport.bootstrap.pmi.PmiLine;
import org.reactivempi.transport.bootstrap.pmi.ProcessMapping;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * What the ranks of a job have told their launcher: entries, which of them are in the barrier, have joined, and have finalized.
 *
 * <pre>
 *  connection --initack--> a rank's --init--> joined --finalize--> finalized
 * </pre>
 * A rank proves with {@code initack} that it is the process that was started as this rank. It may join again after it has
 * finalized, since several sessions may follow each other in one process; when the process has ended, nobody may. Only the
 * server's thread comes here, except for {@link #unfinished}, {@link #unheard}, {@link #start} and {@link #token}.
 */
final class PmiJob {

    private static final int KVS_NAME_MAX = 256;
    private static final String KEY = "key";

    private final String id;
    private final int size;
    private final PmiServer.Layout layout;
    private final PmiServer.Events events;
    private final List<JobSecret> tokens;
    private final Map<String, String> entries = new HashMap<>();
    /** How many of the entries are each rank's. */
    private final int[] keys;

    private final Map<Integer, PmiConnection> connections = new HashMap<>();
    private final Map<Integer, PmiConnection> atBarrier = new LinkedHashMap<>();
    private final Set<Integer> left = new HashSet<>();
    private final Set<Integer> givenUp = new HashSet<>();
    private final Set<Integer> unfinished = ConcurrentHashMap.newKeySet();
    private final Set<Integer> heard = ConcurrentHashMap.newKeySet();
    private final JobStart start;

    PmiJob(String id, int size, PmiServer.Layout layout, PmiServer.Events events) {
        this.layout = layout;
        this.id = id;
        this.size = size;
        this.events = events;
        this.tokens = Stream.generate(JobSecret::random).limit(size).toList();
        this.keys = new int[size];
        this.start = new JobStart(size);
        entries.put(ProcessMapping.KEY, layout.processMapping());
    }

    /** Carries out one command; throws what the connection must be closed for. */
    void handle(PmiConnection from, PmiLine command) {
        if (command.name().equals("initack")) {
            identify(from, command.getInt("pmiid"), command.find(PmiLine.TOKEN));
        } else if (from.rank() == PmiConnection.UNIDENTIFIED) {
            throw new BootstrapException("said " + command.name() + " before initack");
        } else {
            handleOfRank(from, command);
        }
    }

    /** Forgets a connection that is closed. */
    void disconnected(PmiConnection connection) {
        connections.remove(connection.rank(), connection);
        atBarrier.remove(connection.rank(), connection);
    }

    /** By what a rank's process proves who it is; any thread. */
    String token(int rank) {
        return tokens.get(rank).text();
    }

    /** Notes that a rank's process has ended: the others hear of it if it has failed, and in a barrier they wait in vain. */
    void left(int rank) {
        left.add(rank);
        if (unfinished(rank)) {
            tellAll(PmiLine.command(PmiLine.FAILED).with(PmiLine.RANK, rank));
        }
        reportHopelessBarrier();
    }

    /** Asks all what they wait for. */
    void ask() {
        tellAll(PmiLine.command(PmiLine.ASK));
    }

    /** Tells all that have joined and not finalized; a rank that does not listen is none of the others' business. */
    private void tellAll(PmiLine news) {
        connections.forEach((rank, connection) -> {
            if (unfinished(rank)) {
                try {
                    connection.send(news);
                } catch (BootstrapException e) {
                    log().warn("cannot tell {}: {}", connection, e.getMessage());
                }
            }
        });
    }

    /** Whether a rank has joined and not finalized; any thread. */
    boolean unfinished(int rank) {
        return unfinished.contains(rank);
    }

    /** Whether a rank has never joined; any thread. */
    boolean unheard(int rank) {
        return !heard.contains(rank);
    }

    /** How far the job's start has come; any thread. */
    JobStart start() {
        return start;
    }

    private void identify(PmiConnection from, int rank, @Nullable String token) {
        if (rank < 0 || rank >= size) {
            throw new BootstrapException("pmiid " + rank + " is outside 0.." + (size - 1));
        }
        if (token == null || !tokens.get(rank).matches(token)) {
            throw new BootstrapException("has not proven that it is rank " + rank);
        }
        if (left.contains(rank)) {
            throw new BootstrapException("pmiid " + rank + " was that of a process which has ended");
        }
        if (from.rank() != PmiConnection.UNIDENTIFIED || connections.putIfAbsent(rank, from) != null) {
            throw new BootstrapException("pmiid " + rank + " is connected already");
        }
        from.identify(rank);
        from.send(PmiLine.command("initack"));
        from.send(PmiLine.command("set").with("size", size));
        from.send(PmiLine.command("set").with("rank", rank));
        from.send(PmiLine.command("set").with("debug", 0));
    }

    private void handleOfRank(PmiConnection from, PmiLine command) {
        switch (command.name()) {
            case "init" -> init(from, command);
            case "get_maxes" ->
                from.send(PmiLine.command("maxes")
                        .with("kvsname_max", KVS_NAME_MAX)
                        .with("keylen_max", Entries.KEY_LENGTH_MAX)
                        .with("vallen_max", Entries.VALUE_LENGTH_MAX));
            case "get_appnum" ->
                from.send(PmiLine.command("appnum")
                        .with("appnum", layout.programs().applyAsInt(from.rank())));
            case "get_universe_size" ->
                from.send(PmiLine.command("universe_size").with("size", size));
            case "get_my_kvsname" -> from.send(PmiLine.command("my_kvsname").with("kvsname", id));
            case "put" -> put(from, command);
            case "get" -> get(from, command);
            case "barrier_in" -> enterBarrier(from);
            case "finalize" -> finish(from);
            case "abort" -> abort(from, command.getInt("exitcode"));
            case PmiLine.GIVE_UP -> giveUp(from, command.getInts(PmiLine.RANKS));
            default -> throw new BootstrapException("unknown command " + command.name());
        }
    }

    private void init(PmiConnection from, PmiLine command) {
        boolean known = command.getInt("pmi_version") == 1 && command.getInt("pmi_subversion") <= 1;
        if (known) {
            heard.add(from.rank());
            unfinished.add(from.rank());
            start.joined(from.rank());
        }
        from.send(PmiLine.command("response_to_init")
                .with("pmi_version", 1)
                .with("pmi_subversion", 1)
                .with("rc", known ? 0 : -1));
    }

    private void put(PmiConnection from, PmiLine command) {
        String key = command.get(KEY);
        String value = command.get("value");
        if (!command.get("kvsname").equals(id) || !isAllowed(key, value, from.rank())) {
            from.send(result("put_result", false, "not_allowed"));
        } else if (!entries.containsKey(key) && keys[from.rank()] == Entries.KEYS_MAX) {
            from.send(result("put_result", false, "too_many_keys"));
        } else {
            if (entries.put(key, value) == null) {
                keys[from.rank()]++;
            }
            from.send(result("put_result", true, "success"));
        }
    }

    /** A value that can't be sent to the ranks that ask for it is not taken. */
    private static boolean isAllowed(String key, String value, int rank) {
        try {
            Entries.checkOwnKey(key, rank);
            Entries.checkValue(value);
            return true;
        } catch (BootstrapException e) {
            return false;
        }
    }

    private void get(PmiConnection from, PmiLine command) {
        String key = command.get(KEY);
        @Nullable String value = command.get("kvsname").equals(id) ? entries.get(key) : null;
        from.send(
                value == null
                        ? result("get_result", false, "key_not_found").with("value", "unknown")
                        : result("get_result", true, "success").with("value", value));
    }

    private static PmiLine result(String name, boolean success, String message) {
        return PmiLine.command(name).with("rc", success ? 0 : -1).with("msg", message);
    }

    private void enterBarrier(PmiConnection from) {
        atBarrier.put(from.rank(), from);
        start.arrived(from.rank());
        if (atBarrier.size() == size) {
            atBarrier.values().forEach(PmiJob::release);
            atBarrier.clear();
        }
        reportHopelessBarrier();
    }

    /** What one rank's connection has done wrong must not keep the others from being released. */
    private static void release(PmiConnection connection) {
        try {
            connection.send(PmiLine.command("barrier_out"));
        } catch (BootstrapException e) {
            log().warn("cannot release {} from a barrier: {}", connection, e.getMessage());
        }
    }

    private void reportHopelessBarrier() {
        if (!atBarrier.isEmpty() && !left.isEmpty()) {
            events.hopeless(
                    atBarrier.keySet().iterator().next(), left.iterator().next());
        }
    }

    private void abort(PmiConnection from, int code) {
        if (!givenUp.contains(from.rank())) {
            events.aborted(from.rank(), code);
        }
    }

    /** Of ranks that take each other for failed, the first to say so go on; a rank that was given up is told so. */
    private void giveUp(PmiConnection from, int... failed) {
        boolean goesOn = !givenUp.contains(from.rank()) && !isLeftAlone(from.rank(), failed);
        for (int rank : failed) {
            if (goesOn && rank != from.rank() && unfinished(rank) && !left.contains(rank) && givenUp.add(rank)) {
                events.givenUp(rank);
            }
        }
        from.send(result(PmiLine.GIVE_UP_RESULT, goesOn, goesOn ? "success" : "given_up"));
    }

    /** Whether ranks that this one takes for failed have finalized in order, as have all others that live: they went on without it. */
    private boolean isLeftAlone(int rank, int... failed) {
        return unfinished.stream().allMatch(other -> other == rank || left.contains(other))
                && IntStream.of(failed).anyMatch(each -> heard.contains(each) && !unfinished(each));
    }

    private void finish(PmiConnection from) {
        unfinished.remove(from.rank());
        from.send(PmiLine.command("finalize_ack"));
    }

    /** Looked up when it is needed: the launcher's start is spared the search for a logging system. */
    private static Logger log() {
        return Loggers.getLogger(PmiJob.class);
    }
}
