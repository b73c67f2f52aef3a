package org.reactivempi.core.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;

/**
 * The channels of the class path by name, and those of the library that might be there: a resource names them, each of which
 * is in a jar of its own.
 */
final class ChannelJars {

    private static final String RESOURCE = "/META-INF/reactive-mpi/channels";

    private final List<String> present;

    ChannelJars(List<ChannelProvider> providers) {
        this.present = providers.stream().map(ChannelProvider::name).sorted().toList();
    }

    /** The one that serves any job comes first. Read where something is missing: a start that succeeds opens no jar for it. */
    private static List<String> ofTheLibrary() {
        try (InputStream in = ChannelJars.class.getResourceAsStream(RESOURCE)) {
            return in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why a channel of this name cannot be had. */
    SettingException missing(String setting, String name) {
        return ofTheLibrary().contains(name) && !present.contains(name)
                ? SettingException.because(setting, name, "which is not on the class path: " + add(name))
                : new SettingException(setting, name, allowed());
    }

    /** Why none is left where the ranks' places decide. */
    SettingException noneUseful(String setting) {
        return SettingException.because(
                setting,
                ChannelChoice.AUTO,
                "and no channel of the class path serves this job: "
                        + ofTheLibrary().stream()
                                .filter(name -> !present.contains(name))
                                .findFirst()
                                .map(ChannelJars::add)
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

    private static String add(String name) {
        return "add org.reactivempi:reactive-mpi-" + name;
    }

    /** Whether a setting has the name of one of a channel that is not here: {@code NAME-...}. */
    boolean isSettingOfMissing(String setting) {
        return ofTheLibrary().stream()
                .filter(name -> !present.contains(name))
                .anyMatch(name -> setting.startsWith(name + "-"));
    }

    private String allowed() {
        return Stream.concat(Stream.of(ChannelChoice.AUTO), present.stream()).collect(Collectors.joining(", "));
    }
}
