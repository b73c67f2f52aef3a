/**
 * Failed ranks, as MPI's chapter on fault tolerance has them: which ranks have failed, which failures a communicator has
 * acknowledged, which communicators are revoked, and what the ranks that are left agree on.
 *
 * <p>{@link org.reactivempi.transport.engine.failure.RankStatus} knows what has become of each rank of the job, a
 * {@link org.reactivempi.transport.engine.failure.CommunicatorState} what that means for one communicator, and an
 * {@code Agreement} is one decision of its ranks. {@link org.reactivempi.transport.engine.failure.Communicators} has all of
 * them, and is where losses and packets come in.
 *
 * <p>Called by {@code engine}, {@code membership}, {@code protocol} and {@code window}; knows {@code event}, {@code link},
 * {@code packet}, {@code port} and {@code transport/channel}. Operations that have to end are ended through
 * {@code Communicators.Operations}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.failure;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
