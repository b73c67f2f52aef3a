package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Endpoint;

/** A peer in a process of its own that dies. */
class DeathTest extends TwoRanks {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536})
    @DisplayName("LIF-4 what a killed peer had published arrives, then the link ends with a cause; it leaves no file")
    void killed(int bytes) throws Exception {
        Endpoint endpoint = endpoint(there, settings(64 * KIB), () -> acceptor);
        ByteBuf arrived = Unpooled.buffer();
        acceptor.onBytes(arrived::writeBytes);
        Process peer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingRank.class.getName(),
                        directory.toString(),
                        endpoint.address(),
                        Integer.toString(bytes))
                .inheritIO()
                .start();
        try {
            assertThat(acceptor.closed.get(30, TimeUnit.SECONDS))
                    .get()
                    .isInstanceOf(IOException.class)
                    .extracting(Throwable::getMessage)
                    .isEqualTo("process " + peer.pid() + " has ended without closing the link");
            assertThat(arrived.readableBytes()).isEqualTo(bytes);
            for (int at = 0; at < bytes; at++) {
                assertThat(arrived.getByte(at)).isEqualTo((byte) at);
            }
            assertThat(files()).isEmpty();
        } finally {
            peer.destroyForcibly().waitFor();
        }
    }
}
