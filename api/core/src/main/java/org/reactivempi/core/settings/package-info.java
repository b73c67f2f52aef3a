/**
 * Settings: what a rank reads as it starts, from the program, system properties and the environment, and what it chooses by
 * them: channels, listeners, the secret, the list of peers.
 *
 * <p>Called by {@code session}, and by the launcher, which has all settings checked before it starts a process. Knows the
 * contract, the channel SPI, bootstrap, and the engine's own settings. Any thread; values and choices, no state. Internal.
 */
@NullMarked
package org.reactivempi.core.settings;

import org.jspecify.annotations.NullMarked;
