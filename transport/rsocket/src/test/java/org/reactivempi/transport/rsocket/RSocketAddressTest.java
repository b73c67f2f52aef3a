package org.reactivempi.transport.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

class RSocketAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://127.0.0.1:7000#0123456789abcdef",
                "tcp://[0:0:0:0:0:0:0:1]:7000#1",
                "ws://a.example.com:80/#1",
                "ws://a-host:65535/with/a/path#1",
                "ws://a-host:1/path"
            })
    @DisplayName("an address is read as it is written")
    void roundTrip(String text) throws IOException {
        assertThat(RSocketAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "127.0.0.1:7000",
                "tcp://",
                "tcp://:1#1",
                "tcp://a",
                "tcp://a:0#1",
                "tcp://a:65536#1",
                "tcp://a:-1#1",
                "tcp://a:99999999999#1",
                "tcp://a:1/path#1",
                "tcp://b@a:1#1",
                "tcp://[::1:1#1",
                "tcp://a:1#12345678901234567890123456789012345",
                "http://a:1/#1",
                "ws://a:1#1",
                "ws://a:1/?a=b#1",
                "mailto:a"
            })
    @DisplayName("a malformed address fails as one that cannot be reached, and is not said to be reached")
    void malformed(String text) throws Exception {
        assertThatThrownBy(() -> RSocketAddress.parse(text))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("malformed address " + text);

        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.SLEEP), () -> {});
        Endpoint endpoint = RSocketContext.of(0, Map.of())
                .channel()
                .open(loop, Recorder::new)
                .block();
        Recorder recorder = new Recorder();
        loop.execute(() -> endpoint.connect(text, recorder));
        assertThat(recorder.cause()).isPresent();
        assertThat(endpoint.reaches(text)).isFalse();
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    @DisplayName("any text is an address or fails as malformed")
    void fuzz() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("ws://host:7000/path#0123456789abcdef");
            for (int change = random.nextInt(4); change >= 0; change--) {
                text.setCharAt(random.nextInt(text.length()), (char) (random.nextInt(96) + 32));
            }
            try {
                RSocketAddress address = RSocketAddress.parse(text.toString());
                assertThat(address.toString()).hasSizeLessThanOrEqualTo(160).doesNotContain(" ");
            } catch (IOException malformed) {
                assertThat(malformed).hasMessageStartingWith("malformed address");
            }
        }
    }
}
