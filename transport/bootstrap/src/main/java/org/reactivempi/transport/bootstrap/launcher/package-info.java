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
 * <p>Called by {@code api/core} and {@code transport/observe}; knows {@code bootstrap} and {@code pmi}. The command line calls it,
 * and code that starts programs of its own.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.launcher;

import org.jspecify.annotations.NullMarked;
