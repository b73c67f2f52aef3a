/**
 * Settings: a name, a default, a range and a description in one place, from which the documentation's table is made.
 *
 * <p>A {@link org.reactivempi.transport.channel.settings.Setting} reads its value from a
 * {@link org.reactivempi.transport.channel.settings.SettingSource}; a wrong value or an unknown name ends in a
 * {@link org.reactivempi.transport.channel.settings.SettingException} that names what is allowed.
 *
 * <p>Used by channels, by the engine and by the layers above; knows nothing else of ours. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.settings;

import org.jspecify.annotations.NullMarked;
