package org.reactivempi.conformance;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.transport.channel.ChannelProvider;

/** The names of channels that are on the class path, for tests that start their ranks themselves. */
public final class Channels {

    private Channels() {}

    /** All of them, or the ones that {@link OnEveryChannel#CHANNELS_PROPERTY} selects. */
    public static Stream<String> all() {
        String wanted = System.getProperty(OnEveryChannel.CHANNELS_PROPERTY, "");
        List<String> names = List.of(wanted.split(",|faulty:", -1));
        boolean leftOut = wanted.startsWith("!");
        return present().filter(name -> wanted.isBlank() || names.contains(leftOut ? "!" + name : name) != leftOut);
    }

    private static Stream<String> present() {
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
