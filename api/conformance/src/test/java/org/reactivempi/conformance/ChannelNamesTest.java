package org.reactivempi.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.ChannelProvider;

/** What the core says of channels that are not on the class path; here, all are. */
class ChannelNamesTest {

    @Test
    @DisplayName("the list of the library's channels names all of them with their providers, and no other")
    void all() throws Exception {
        try (InputStream list = ChannelNamesTest.class.getResourceAsStream("/META-INF/reactive-mpi/channels")) {
            assertThat(new String(Objects.requireNonNull(list).readAllBytes(), UTF_8).lines())
                    .containsExactlyInAnyOrderElementsOf(ServiceLoader.load(ChannelProvider.class).stream()
                            .map(provider -> provider.get().name() + " "
                                    + provider.type().getName())
                            .toList());
        }
    }
}
