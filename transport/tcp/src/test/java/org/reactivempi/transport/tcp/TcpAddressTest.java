package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcpAddressTest {

    private static final int SEEDS = 20_000;
    private static final List<String> WELL_FORMED =
            List.of("127.0.0.1:1", "192.0.2.1:65535", "[0:0:0:0:0:0:0:1]:80", "[fe80::1%1]:4321");
    private static final String CHARACTERS = "0123456789abcdefx.:[]%-+ /\u00e9\u0000";

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 1, 127.0.0.1:1",
        "192.0.2.1, 65535, 192.0.2.1:65535",
        "::1, 80, [0:0:0:0:0:0:0:1]:80",
        "2001:db8::1, 4321, [2001:db8:0:0:0:0:0:1]:4321"
    })
    @DisplayName("an address is read as it was written, in numbers")
    void thereAndBack(String host, int port, String text) throws UnknownHostException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
        assertThat(TcpAddress.text(address)).isEqualTo(text);
        assertThat(TcpAddress.parse(text)).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "nonsense", ":1", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:65536", "127.0.0.1:-1",
                "127.0.0.1:+1", "127.0.0.1:0", "127.0.0.1:000001", "127.0.0:1", "[::1", "[::1]", "[]:1", "localhost:1"
            })
    @DisplayName("anything else is no address, also a name, which somebody would have to look up")
    void malformed(String text) {
        assertThat(TcpAddress.parse(text)).isNull();
    }

    @Test
    @DisplayName("whatever a directory has, it is an address in numbers, or none")
    void anyText() {
        for (int seed = 0; seed < SEEDS; seed++) {
            String text = mangled(new Random(seed));
            InetSocketAddress address = TcpAddress.parse(text);
            assertThat(address == null || !address.isUnresolved())
                    .as("seed %d: %s", seed, text)
                    .isTrue();
        }
    }

    private static String mangled(Random random) {
        StringBuilder text = new StringBuilder(WELL_FORMED.get(random.nextInt(WELL_FORMED.size())));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(3));
            text.replace(
                    at,
                    end,
                    random.ints(random.nextInt(3), 0, CHARACTERS.length())
                            .mapToObj(i -> CHARACTERS.substring(i, i + 1))
                            .collect(Collectors.joining()));
            text.append(text.isEmpty() ? "1" : "");
        }
        return text.toString();
    }
}
