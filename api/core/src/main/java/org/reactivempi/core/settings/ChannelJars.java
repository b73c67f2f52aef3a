package org.reactivempi.core.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.transport.bootstrap.LostProvider;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;

/**
 * The channels of the class path by name, and those of the library that might be there: a resource has their names and providers, each of which
 * is in a jar of its own.
 */
final class ChannelJars {

    private static final String RESOURCE = "/META-INF/reactive-mpi/channels";

    private final List<String> present;
    private final Predicate<String> isThere;

    ChannelJars(List<ChannelProvider> providers) {
        this(providers, LostProvider.IS_THERE);
    }

    /** With {@code isThere} for whether a class is on the class path, whatever service files say. */
    ChannelJars(List<ChannelProvider> providers, Predicate<String> isThere) {
        this.present = providers.stream().map(ChannelProvider::name).sorted().toList();
        this.isThere = isThere;
    }

    /** A channel of the library, and the class that provides it. */
    private record Known(String name, String provider) {

        static Known of(String line) {
            String[] words = line.split(" ");
            return new Known(words[0], words[1]);
        }
    }

    /** The one that serves any job comes first. Read where something is missing: a start that succeeds opens no jar for it. */
    private static List<Known> ofTheLibrary() {
        try (InputStream in = ChannelJars.class.getResourceAsStream(RESOURCE)) {
            return in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(Known::of)
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<Known> absent() {
        return ofTheLibrary().stream().filter(known -> !present.contains(known.name()));
    }

    /** Why a channel of this name cannot be had. */
    SettingException missing(String setting, String name) {
        return absent().filter(known -> known.name().equals(name))
                .findFirst()
                .map(known -> SettingException.because(
                        setting,
                        name,
                        isThere.test(known.provider())
                                ? "of which " + mend(known)
                                : "which is not on the class path: " + add(known)))
                .orElseGet(() -> new SettingException(setting, name, allowed()));
    }

    /** Why none is left where the ranks' places decide. */
    SettingException noneUseful(String setting) {
        return SettingException.because(
                setting,
                ChannelChoice.AUTO,
                "and no channel of the class path serves this job: "
                        + absent().filter(known -> isThere.test(known.provider()))
                                .findFirst()
                                .map(ChannelJars::mend)
                                .or(() -> absent().findFirst().map(ChannelJars::add))
                                .orElse("add one"));
    }

    /** Why a channel of this name is of no use alone. */
    SettingException unreachable(String setting, String name, Stream<ChannelProvider> others) {
        return new SettingException(
                setting,
                name,
                others.map(ChannelProvider::name).sorted().collect(Collectors.joining(" or "))
                        + " where ranks live in several JVMs");
    }

    private static String add(Known channel) {
        return "add org.reactivempi:reactive-mpi-" + channel.name();
    }

    private static String mend(Known channel) {
        return LostProvider.mend(ChannelProvider.class, channel.provider());
    }

    /** Whether a setting has the name of one of a channel that is not here: {@code NAME-...}. */
    boolean isSettingOfMissing(String setting) {
        return absent().anyMatch(known -> setting.startsWith(known.name() + "-"));
    }

    private String allowed() {
        return Stream.concat(Stream.of(ChannelChoice.AUTO), present.stream()).collect(Collectors.joining(", "));
    }
}
