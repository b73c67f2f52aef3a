/**
 * The launcher: starts the ranks of a job on this host, as processes or in one JVM, and sees them to their end.
 *
 * <pre>
 *  Launcher -> LauncherOptions -> GivenSettings                 (and LaunchCheck, of the implementation)
 *                              -> ProcessJob -> RankProcess     (and PmiServer)
 *                              -> InJvmJob                      (and InJvmWorld)
 *  output of ranks -> RankLines -> SharedOutput
 *  first failure, or the end of all -> Verdict
 * </pre>
 *
 * <p>Called from the command line and by code that starts programs of its own; knows the bootstrap and PMI.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.launcher;

import org.jspecify.annotations.NullMarked;
