/**
 * The log of a rank: lines that its progress thread never waits for, and that strangers can't make many of.
 *
 * <pre>
 *  progress thread --a line--&gt; {@link org.reactivempi.transport.channel.log.LogQueue} --another thread--&gt; the logging system
 * </pre>
 * A {@link org.reactivempi.transport.channel.log.Log} is what classes write to. It finds the queue by the thread that writes,
 * so that ranks that share a JVM share nothing here; what other threads write goes to the logging system at once.
 *
 * <p>Called by {@code channel}, {@code tls}, {@code api/core}, {@code api/testkit}, {@code transport/engine},
 * {@code transport/observe}, {@code transport/rsocket}, {@code transport/shm} and {@code transport/sim}; knows no other package.
 * Any thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.log;

import org.jspecify.annotations.NullMarked;
