package org.reactivempi.transport.channel.settings;

import org.jspecify.annotations.Nullable;

/** Where the values of settings come from. */
@FunctionalInterface
public interface SettingSource {

    /** The text that was set for a name such as {@code eager-limit-bytes}, or null. */
    @Nullable
    String setting(String name);
}
