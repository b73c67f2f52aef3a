/**
 * MPI's chapter 12: windows.
 *
 * <pre>
 *  CoreWindows --makes, by all ranks--&gt; CoreWindow --checks, Epochs--&gt; the engine's window
 *                                           |                               |
 *                                       Operation: layouts of both sides   BufferMemory, AttachedMemory: what others reach
 *
 *  Heard  --a notification--&gt; Notifications --&gt; NotificationFlux, with demand
 *         --a stream's word-&gt; StreamTable --&gt; StreamPutting, which puts frames; StreamTaking, which gives slots to its subscriber
 * </pre>
 * A window has a communicator of its own, a {@link org.reactivempi.core.window.WindowCommunicator}, which tells it from all other windows and
 * carries its fences. The engine moves bytes; this package knows what they are: where elements lie on both sides, and what combines them.
 *
 * <p>Called by {@code communicator}; knows {@code operation}, {@code request}, {@code api/mpi}, {@code transport/channel} and
 * {@code transport/engine}. Internal.
 */
@NullMarked
package org.reactivempi.core.window;

import org.jspecify.annotations.NullMarked;
