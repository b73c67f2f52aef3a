package org.reactivempi.transport.channel;

/** A setting has a value that is not allowed; the message names the setting, the value and what is allowed. */
public final class SettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** A wrong value: {@code reactivempi.NAME is VALUE, allowed is ALLOWED}. */
    public SettingException(String name, String value, String allowed) {
        super("reactivempi." + name + " is " + value + ", allowed is " + allowed);
    }
}
