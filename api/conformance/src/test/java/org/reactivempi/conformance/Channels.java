package org.reactivempi.conformance;

import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelProvider;

/** The names of the channels that are on the class path, for tests that start their ranks themselves. */
final class Channels {

    private Channels() {}

    static Stream<String> all() {
        return ServiceLoader.load(ChannelProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> !provider.forTests())
                .map(ChannelProvider::name)
                .sorted();
    }

    /** As a session that is told nothing about channels has it, too. */
    static Stream<String> allAndAuto() {
        return Stream.concat(all(), Stream.of("auto"));
    }

    /** Without {@code rsocket}: RSocket and Reactor make objects for each frame, which are not ours to save. */
    static Stream<String> withoutObjectsOfTheirOwn() {
        return all().filter(channel -> !channel.equals("rsocket"));
    }
}
