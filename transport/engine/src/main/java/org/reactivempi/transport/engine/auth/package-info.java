/**
 * Who may connect: both ends of a connection prove that they know the job's secret, before anything else is read.
 *
 * <p>{@link org.reactivempi.transport.engine.auth.ProofHandshake} takes the first bytes of a connection and gives the bytes to
 * answer with; it knows nothing of connections. {@link org.reactivempi.transport.engine.auth.Credentials} make what a rank
 * proves and checks, {@link org.reactivempi.transport.engine.auth.Rejections} count the failures.
 *
 * <p>Called by {@code engine}, {@code link} and {@code transport/tck}; knows {@code event} and {@code port}. {@code Credentials}
 * and {@code Secret} are made by any thread, all else belongs to the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.auth;

import org.jspecify.annotations.NullMarked;
