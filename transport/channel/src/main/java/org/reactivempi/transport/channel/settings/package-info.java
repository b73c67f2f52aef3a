/**
 * Settings: a name, a default, a range and a description in one place, from which the documentation's table is made.
 *
 * <p>A {@link org.reactivempi.transport.channel.settings.Setting} reads its value from a
 * {@link org.reactivempi.transport.channel.settings.SettingSource}; a wrong value or an unknown name ends in a
 * {@link org.reactivempi.transport.channel.settings.SettingException} that names what is allowed.
 *
 * <p>Called by {@code channel}, {@code tls}, {@code api/bindings}, {@code api/core}, {@code transport/engine},
 * {@code transport/faulty}, {@code transport/local}, {@code transport/observe}, {@code transport/rsocket}, {@code transport/shm},
 * {@code transport/sim} and {@code transport/tcp}; knows no other package. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.settings;

import org.jspecify.annotations.NullMarked;
