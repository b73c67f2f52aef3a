package org.reactivempi.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

class OwnAddressTest {

    private static OwnAddress of(String host, String network) {
        return new OwnAddress("tcp-host", host, network);
    }

    @ParameterizedTest
    @CsvSource({"'', 127.0.0.0/8", "'', 127.0.0.1/32", "'', 126.0.0.0/7", "127.0.0.1, 10.0.0.0/8", "'', lo"})
    @DisplayName(
            "a host, a network in CIDR form, and an interface lead to an address of this host; the host goes first")
    void ofThisHost(String host, String network) throws IOException {
        String known = network.equals("lo")
                ? NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                        .getName()
                : network;
        assertThat(of(host, known).resolve().getHostAddress()).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"198.51.100.0/24", "128.0.0.0/32", "fd00:1234::/64", "no-such0"})
    @DisplayName("a network that this host is not in is an error that names it, and those that the host has")
    void elsewhere(String network) {
        assertThatThrownBy(() -> of("", network).resolve())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen on network " + network + ": this host has ")
                .hasMessageContaining(" 127.0.0.1");
    }

    @Test
    @DisplayName("without any setting the address is one of this host's")
    void likely() throws IOException {
        InetAddress address = of("", "").resolve();
        assertThat(address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null)
                .as("%s", address)
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "fd00::/129",
                "10.0.0/8",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/8/8",
                "two words",
                "a:b",
                "nowhere.example/8"
            })
    @DisplayName("what is neither a network nor an interface's name is refused")
    void wrong(String text) {
        assertThatThrownBy(() -> OwnAddress.NETWORK.in(name -> name.equals("network") ? text : null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("10.0.0.0/8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "10.0.0.0/8", "fd00::/8", "eth0", "enp3s0f1", "eth0.100", ""})
    @DisplayName("networks of both families, and names of interfaces, are taken as they are")
    void right(String text) {
        assertThat(OwnAddress.NETWORK.in(name -> name.equals("network") ? text : null))
                .isEqualTo(text);
    }
}
