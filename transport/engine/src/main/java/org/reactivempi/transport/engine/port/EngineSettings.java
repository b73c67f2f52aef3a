package org.reactivempi.transport.engine.port;

import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/** The engine's settings, as the layers above know them. */
public interface EngineSettings {

    /** All of them. */
    static List<Setting<?>> all() {
        return Engine.Starter.FOUND.settings();
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    static EngineSettings from(SettingSource source) {
        return Engine.Starter.FOUND.settings(source);
    }

    /** The longest message that is sent without asking the receiver first. */
    int eagerLimitBytes();

    /** How much of eager messages, bookkeeping included, one peer may have under way. */
    int eagerCreditBytes();
}
