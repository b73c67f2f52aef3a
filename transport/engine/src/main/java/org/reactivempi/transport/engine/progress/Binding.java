package org.reactivempi.transport.engine.progress;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.log.Log;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps a progress thread on one core, as {@code --bind-to core} of MPI's launchers does with processes: on Linux, through
 * the program {@code taskset}.
 *
 * <p>The kernel likes to put a thread that a message wakes next to the one that has sent it. Two ranks that both poll then
 * share a core, and hand it to each other with each message. The JVM's other threads stay free to run anywhere.
 */
public final class Binding {

    /** To what progress threads are bound. */
    public enum Mode {
        /** The kernel chooses, and may choose anew at any time. */
        NONE,
        /** Rank r to number r of the cores that this process may use, beginning anew after the last. */
        CORE
    }

    private static final Log log = Log.of(Binding.class);

    private static final Path THIS_THREAD = Path.of("/proc/thread-self");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String TOOL = "taskset";
    private static final int LONGEST_SECONDS = 10;

    private final int rank;
    private final int ranksOnHost;

    /** A binding of this rank, which shares its host with so many, itself included. */
    public Binding(int rank, int ranksOnHost) {
        this.rank = rank;
        this.ranksOnHost = ranksOnHost;
    }

    /** Binds the loop's thread, by {@code worker}; fails with an {@link IOException} that says what is missing. Not where ranks outnumber cores. */
    public Mono<Void> bind(RankLoop loop, Scheduler worker) {
        return Mono.fromCallable(() -> loop.submit(Binding::thisThread).get())
                .onErrorMap(error -> new IOException("bind-to core needs Linux' " + THIS_THREAD, error))
                .doOnNext(this::bindThread)
                .then()
                .subscribeOn(worker);
    }

    private static String thisThread() throws IOException {
        return Files.readSymbolicLink(THIS_THREAD).getFileName().toString();
    }

    private void bindThread(String thread) {
        List<Integer> cores = cores();
        if (ranksOnHost > cores.size()) {
            if (rank == 0) {
                log.warn("bind-to core has no effect: {} ranks share {} cores", ranksOnHost, cores.size());
            }
            return;
        }
        run(thread, cores.get(rank % cores.size()));
    }

    private static List<Integer> cores() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                    .orElseThrow(() -> new IOException(STATUS + " does not say which cores may be used"));
        } catch (IOException e) {
            throw new IllegalStateException("bind-to core: " + e.getMessage(), e);
        }
    }

    /** The numbers of a list such as {@code 0-3,8,10-11}. */
    static List<Integer> parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static void run(String thread, int core) {
        try {
            Process tool = new ProcessBuilder(TOOL, "-cp", Integer.toString(core), thread)
                    .redirectErrorStream(true)
                    .start();
            try (InputStream output = tool.getInputStream()) {
                String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
                if (!tool.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || tool.exitValue() != 0) {
                    throw new IOException(TOOL + " says: " + said);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "bind-to core: cannot bind to core " + core + " with " + TOOL + " of util-linux: " + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("bind-to core: interrupted", e);
        }
    }
}
