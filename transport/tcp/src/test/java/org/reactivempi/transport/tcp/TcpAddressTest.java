package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcpAddressTest {

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
}
