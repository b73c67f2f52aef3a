package org.reactivempi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** What every channel must pass, with rings as small as they can be. */
class ShmChannelTest implements ChannelConformance {

    private static Path directory;
    private static ProgressLoop elsewhere;

    @BeforeAll
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "reactivempi-test");
        elsewhere = new ProgressLoop("stranger", true, new Waiting(Waiting.Mode.SLEEP), () -> {});
    }

    @AfterAll
    static void deleteDirectory() throws IOException {
        elsewhere.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        Files.delete(directory);
    }

    @Override
    public ChannelProvider provider() {
        return new ShmChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("shm-directory", directory.toString(), "shm-ring-bytes", "65536");
    }

    @Override
    public Stranger stranger() {
        return (address, bytes) -> {
            try {
                RawSocket socket = RawSocket.at(address, elsewhere);
                socket.sends(bytes);
                socket.goes();
            } catch (Exception e) {
                throw new IOException(e);
            }
        };
    }

    @Override
    public List<Path> leftovers() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
