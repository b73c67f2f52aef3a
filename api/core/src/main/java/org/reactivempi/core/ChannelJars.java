package org.reactivempi.core;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.channel.settings.SettingException;

/** The channels of the class path by name, and what is known of those that might be there. */
final class ChannelJars {

    /** The library's own, each in a jar of its own. */
    private static final Set<String> OF_THE_LIBRARY = Set.of("local", "tcp", "shm", "rsocket", "faulty");

    private final List<String> present;

    ChannelJars(List<ChannelProvider> providers) {
        this.present = providers.stream().map(ChannelProvider::name).sorted().toList();
    }

    /** Why a channel of this name cannot be had. */
    SettingException missing(String setting, String name) {
        return OF_THE_LIBRARY.contains(name) && !present.contains(name)
                ? SettingException.because(setting, name, "which is not on the class path: " + add(name))
                : new SettingException(setting, name, allowed());
    }

    /** Why none is left where the ranks' places decide. */
    static SettingException noneUseful(String setting, String name) {
        return SettingException.because(
                setting, ChannelChoice.AUTO, "and no channel of the class path serves this job: " + add(name));
    }

    private static String add(String name) {
        return "add org.reactivempi:reactive-mpi-" + name;
    }

    /** Whether a setting has the name of one of a channel that is not here: {@code NAME-...}. */
    boolean isSettingOfMissing(String setting) {
        return OF_THE_LIBRARY.stream()
                .filter(name -> !present.contains(name))
                .anyMatch(name -> setting.startsWith(name + "-"));
    }

    private String allowed() {
        return Stream.concat(Stream.of(ChannelChoice.AUTO), present.stream()).collect(Collectors.joining(", "));
    }
}
