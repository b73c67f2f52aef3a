package org.reactivempi.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.OwnAddress.NetworkAddress;
import org.reactivempi.transport.channel.settings.SettingException;

class OwnAddressTest {

    private static OwnAddress of(String host, String network) {
        return new OwnAddress("tcp-host", host, network, null);
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
        assertThat(of(host, known).resolve())
                .extracting(InetAddress::getHostAddress)
                .containsExactly("127.0.0.1");
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
    @DisplayName("without any setting the addresses are this host's, each once, and without a scope")
    void likely() throws IOException {
        List<InetAddress> addresses = of("", "").resolve();
        assertThat(addresses).isNotEmpty().doesNotHaveDuplicates();
        for (InetAddress address : addresses) {
            assertThat(address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null)
                    .as("%s", address)
                    .isTrue();
            assertThat(address.getHostAddress()).doesNotContain("%");
        }
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Addresses in the order in which others try them, of interfaces such as {@code eth0=10.0.0.1}. */
    private static String ordered(String interfaces, String first) {
        List<NetworkAddress> all = words(interfaces)
                .map(each -> each.split("=", 2))
                .map(each -> new NetworkAddress(each[0], address(each[1])))
                .toList();
        return OwnAddress.likeliestFirst(
                        all, words(first).map(OwnAddressTest::address).toList())
                .stream()
                .map(NetUtil::toAddressString)
                .collect(Collectors.joining(" "));
    }

    private static Stream<String> words(String text) {
        return Pattern.compile(" ").splitAsStream(text).filter(word -> !word.isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // interfaces | what others are likely to reach | the order
                "lo=127.0.0.1 eth0=10.0.0.1 | '' | 10.0.0.1",
                "lo=127.0.0.1 docker0=172.17.0.1 eth0=10.0.0.1 | '' | 10.0.0.1 172.17.0.1",
                "docker0=172.17.0.1 eth0=fd00::1 | '' | fd00::1 172.17.0.1",
                "docker0=172.17.0.1 eth0=fd00::1 eth0=10.0.0.1 | '' | 10.0.0.1 fd00::1 172.17.0.1",
                "eth0=10.0.0.1 eth1=10.1.0.1 ib0=10.2.0.1 | 10.2.0.1 10.1.0.1 | 10.2.0.1 10.1.0.1 10.0.0.1",
                "eth0=10.0.0.1 eth1=fd00::1 | fd00::1 | fd00::1 10.0.0.1",
                "eth0=10.0.0.1 docker0=172.17.0.1 | 172.17.0.1 | 172.17.0.1 10.0.0.1",
                "eth0=10.0.0.1 | 127.0.0.1 127.0.1.1 192.168.7.7 | 10.0.0.1",
                "br-5f3a=172.18.0.1 virbr0=192.168.122.1 veth1=10.9.0.1 cni0=10.8.0.1 flannel.1=10.7.0.0 br0=10.0.0.1 | '' |"
                        + " 10.0.0.1 172.18.0.1 192.168.122.1 10.9.0.1 10.8.0.1 10.7.0.0",
                "eth0=fe80::1 eth0=169.254.1.1 eth0=fd00::1 | '' | fd00::1",
                "lo=127.0.0.1 eth0=169.254.1.1 | '' | 169.254.1.1",
                "lo=127.0.0.1 lo=::1 | '' | ''",
                "a=10.0.0.1 b=10.0.0.2 c=10.0.0.3 d=10.0.0.4 e=10.0.0.5 f=10.0.0.6 g=10.0.0.7 docker0=172.17.0.1 h=10.0.0.8 | '' |"
                        + " 10.0.0.1 10.0.0.2 10.0.0.3 10.0.0.4 10.0.0.5 10.0.0.6 10.0.0.7 10.0.0.8",
            })
    @DisplayName(
            "the likeliest address is first, bridges to containers are last, and what no other host reaches is left out")
    void order(String interfaces, String first, String expected) {
        assertThat(ordered(interfaces, first)).isEqualTo(expected);
    }

    @Test
    @DisplayName("one address is listened on alone, several by the one that stands for all of their families")
    void listening() {
        InetAddress one = address("10.0.0.1");
        assertThat(OwnAddress.listeningAt(List.of(one))).isEqualTo(one);
        assertThat(OwnAddress.listeningAt(List.of(one, address("10.0.0.2")))).isEqualTo(address("0.0.0.0"));
        assertThat(OwnAddress.listeningAt(List.of(one, address("fd00::1")))).isEqualTo(address("::"));
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
