package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** Two progress loops, of which one sleeps whenever it can, and a directory between them. */
class TwoRanks {

    static final int KIB = 1024;
    static final int MIB = KIB * KIB;

    final Recorder connector = new Recorder();
    final Recorder acceptor = new Recorder();
    final ProgressLoop here = loop(Waiting.Mode.ADAPTIVE);
    final ProgressLoop there = loop(Waiting.Mode.SLEEP);
    Path directory;
    private final List<ProgressLoop> loops = new ArrayList<>();

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "reactivempi-test");
        loops.addAll(List.of(here, there));
    }

    @AfterEach
    void endAll() throws IOException {
        loops.forEach(loop -> loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
        for (Path left : files()) {
            Files.delete(left);
        }
        Files.delete(directory);
    }

    private static ProgressLoop loop(Waiting.Mode mode) {
        return new ProgressLoop("rank", true, new Waiting(mode), () -> {});
    }

    ProgressLoop more(Waiting.Mode mode) {
        ProgressLoop loop = loop(mode);
        loops.add(loop);
        return loop;
    }

    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    ShmSettings settings(int ringBytes) {
        return ShmSettings.from(
                Map.of("shm-directory", directory.toString(), "shm-ring-bytes", Integer.toString(ringBytes))::get);
    }

    /** Settings with which every handshake is late at once, unless it happens in one turn of the loop. */
    ShmSettings impatient(int ringBytes) {
        return new ShmSettings(ringBytes, directory, Duration.ofMillis(300));
    }

    Endpoint endpoint(ProgressLoop loop, ShmSettings settings, Acceptor acceptor) {
        return new ShmChannel(settings).open(loop, acceptor).block(Duration.ofSeconds(10));
    }

    void connect(int ringBytes) {
        Endpoint from = endpoint(here, settings(ringBytes), () -> acceptor);
        Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
        here.execute(() -> from.connect(to.address(), connector));
    }

    static void on(EventLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    static <T> T on(EventLoop loop, Callable<T> action) throws Exception {
        return loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    static ByteBuf bytes(int length) {
        return Unpooled.directBuffer(length).writeZero(length);
    }
}
