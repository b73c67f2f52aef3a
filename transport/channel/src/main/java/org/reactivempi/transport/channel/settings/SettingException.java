package org.reactivempi.transport.channel.settings;

import java.util.Collection;

/** A setting has a value that is not allowed, or is none; the message names what was given and what is allowed. */
public final class SettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private SettingException(String message) {
        super(message);
    }

    /** A wrong value: {@code reactivempi.NAME is VALUE, allowed is ALLOWED}. */
    public SettingException(String name, String value, String allowed) {
        this("reactivempi." + name + " is " + value + ", allowed is " + allowed);
    }

    /** A value that is wrong here: {@code reactivempi.NAME is VALUE, WHY}. */
    public static SettingException because(String name, String value, String why) {
        return new SettingException("reactivempi." + name + " is " + value + ", " + why);
    }

    /** A name that is none of {@code known}; names the nearest of them where one is near, else all. */
    public static SettingException unknown(String name, Collection<String> known) {
        return new SettingException("there is no setting reactivempi." + name
                + Spelling.nearest(name, known)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElseGet(() -> ", only " + String.join(", ", known)));
    }
}
