/**
 * What a job runs, before anything runs: the options of the command line, filled in by picocli; the programs, what starts a rank of each,
 * and on which host.
 *
 * <pre>
 *  LauncherOptions, ProgramOptions -> JobPlan -> RankCommand (JavaWords, JarManifest)   what a rank is started with
 *                                             -> HostList, RemoteShell                  where
 * </pre>
 *
 * <p>Called by {@code job}, {@code launcher} and {@code output}; knows {@code archive}, {@code pmi} and
 * {@code transport/bootstrap}. Uses picocli. One thread.
 */
@NullMarked
package org.reactivempi.transport.launcher.plan;

import org.jspecify.annotations.NullMarked;
