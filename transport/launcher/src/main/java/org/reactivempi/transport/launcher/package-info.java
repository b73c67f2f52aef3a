/**
 * The launcher: reads a command line, starts the ranks of a job on this host or several, as processes or in one JVM, and sees them to
 * their end.
 *
 * <pre>
 *  words  --Launcher, LauncherCommand--> plan --> job --first failure, or the end of all--> exit code
 *           (and GivenSettings, OtherLaunchers)    |
 *                                                  +-- pmi       where its processes meet
 *                                                  +-- output    what they print
 *                                                  +-- archive   from where they take their classes
 * </pre>
 *
 * <p>Called by no other package; knows {@code archive}, {@code job}, {@code output}, {@code plan} and {@code transport/bootstrap}.
 * The command line calls it, and code that starts programs of its own.
 */
@NullMarked
package org.reactivempi.transport.launcher;

import org.jspecify.annotations.NullMarked;
