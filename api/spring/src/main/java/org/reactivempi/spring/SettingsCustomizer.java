package org.reactivempi.spring;

import org.reactivempi.Settings;

/**
 * Changes the settings of the application's session, once the properties are in them. Beans of this type are called in the
 * order of {@code @Order}, each with what the one before has made.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface SettingsCustomizer {

    /**
     * Changes the settings.
     *
     * @param settings what the properties, and customizers before this one, have set
     * @return the settings to start with
     */
    Settings customize(Settings settings);
}
