/**
 * The engine of one rank, put together: what is behind its door, the package {@code port}.
 *
 * <p>{@link org.reactivempi.transport.engine.EngineStarter} is found as a service by {@code port}, which sees none of this. {@link
 * org.reactivempi.transport.engine.RankEngine} ties the parts together, each below the one before:
 *
 * <pre>
 *  engine -&gt; protocol -&gt; match            which way a message goes, and which receive gets it
 *                    \-&gt; link -&gt; packet   what a peer is sent
 *                           \-&gt; auth     whether it is one
 *            all on progress              one thread, and the signals that it owes
 * </pre>
 * {@link org.reactivempi.transport.engine.RankParts} puts together what the rank has above its links, {@code Endpoints} open the
 * channels, {@code Shutdown} is the end, in order or at once, {@code UncaughtErrors} are those of the program, and
 * {@code StallDiagnosis} says what the rank waits for.
 *
 * <p>Called by no other package; knows {@code ask}, {@code auth}, {@code diagnosis}, {@code event}, {@code extension},
 * {@code failure}, {@code flow}, {@code link}, {@code membership}, {@code packet}, {@code platform}, {@code port},
 * {@code progress}, {@code protocol}, {@code window} and {@code transport/channel}. Any thread may call. Nothing is static: many
 * engines live in one JVM.
 */
@NullMarked
package org.reactivempi.transport.engine;

import org.jspecify.annotations.NullMarked;
