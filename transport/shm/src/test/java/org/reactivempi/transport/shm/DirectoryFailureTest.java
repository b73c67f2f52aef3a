package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.shm.ring.Tmpfs;
import org.reactivempi.transport.tck.Recorder;
import reactor.test.StepVerifier;

/** What is wrong with the directory fails the open or the connect, by name, and nothing else. */
class DirectoryFailureTest extends TwoRanks {

    private StepVerifier.LastStep opening(Path path) {
        return StepVerifier.create(new ShmChannel(ShmSettings.from(Map.of("shm-directory", path.toString())::get))
                .open(here, () -> acceptor));
    }

    @Test
    @DisplayName("a directory that is missing, or is none, fails the open, by name")
    void noDirectory() throws Exception {
        Path missing = directory.resolve("missing");
        opening(missing)
                .expectErrorMessage("shm-directory " + missing + " is not a directory")
                .verify();
        Path file = Files.createFile(directory.resolve("file"));
        opening(file)
                .expectErrorMessage("shm-directory " + file + " is not a directory")
                .verify();
    }

    @Test
    @DisplayName("a directory that disappears fails the connect, by name, and the rank goes on")
    void directoryDisappears() throws Exception {
        Endpoint from = endpoint(here, settings(64 * KIB), () -> acceptor);
        Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
        Files.delete(directory);
        here.execute(() -> from.connect(to.address(), connector));
        assertThat(connector.cause())
                .get()
                .isInstanceOf(IOException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("cannot make " + directory)
                .endsWith("shm-directory " + directory + " does not exist");
        Files.createDirectory(directory);
        Recorder again = new Recorder();
        here.execute(() -> from.connect(to.address(), again));
        again.link();
    }

    @Test
    @DisplayName(
            "a directory without room fails the connect, by what is needed and what is left; with room again it works")
    void full() throws Exception {
        assumeTrue(Tmpfs.mount(directory, "200k"), "needs to mount a file system");
        try {
            Endpoint from = endpoint(here, settings(256 * KIB), () -> acceptor);
            Endpoint to = endpoint(there, settings(64 * KIB), () -> acceptor);
            here.execute(() -> from.connect(to.address(), connector));
            assertThat(connector.cause())
                    .get()
                    .isInstanceOf(IOException.class)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("of 528384 bytes: No space left on device")
                    .endsWith("has 204800 bytes left");
            assertThat(files()).isEmpty();
            Recorder back = new Recorder();
            there.execute(() -> to.connect(from.address(), back));
            back.link();
        } finally {
            Tmpfs.unmount(directory);
        }
    }
}
