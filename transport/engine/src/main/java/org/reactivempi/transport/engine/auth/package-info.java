/**
 * Who may connect: both ends of a connection prove that they know the job's secret, before anything else is read.
 *
 * <p>{@link org.reactivempi.transport.engine.auth.Handshake} takes the first bytes of a connection and gives the bytes to
 * answer with; it knows nothing of connections. {@link org.reactivempi.transport.engine.auth.Credentials} are what a rank
 * proves and checks with, {@link org.reactivempi.transport.engine.auth.Rejections} count those who could not.
 *
 * <p>Called by {@code link}, knows no other package of the engine. Made by any thread, used on the progress thread.
 * Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.auth;

import org.jspecify.annotations.NullMarked;
