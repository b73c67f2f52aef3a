package org.reactivempi.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.link.PeerDirectory.Address;

/** What ranks publish has a longest length. */
class AddressesTest {

    private static final List<Address> ALL = List.of(
            new Address("shm", "here"),
            new Address("tcp", "one"),
            new Address("tcp", "two"),
            new Address("tcp", "three"),
            new Address("rsocket", "x"),
            new Address("rsocket", "y"));

    @ParameterizedTest
    @CsvSource({
        "100, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x;rsocket@y",
        "54, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x;rsocket@y",
        "53, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x",
        "43, shm@here;tcp@one;tcp@two;rsocket@x",
        "33, shm@here;tcp@one;rsocket@x",
        "0, shm@here;tcp@one;rsocket@x"
    })
    @DisplayName("of several addresses, as many are published as there is room for: the first of each channel always")
    void room(int room, String expected) {
        assertThat(Addresses.text(ALL, room)).isEqualTo(expected);
    }
}
