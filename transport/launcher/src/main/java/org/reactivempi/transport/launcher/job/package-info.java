/**
 * A job from its start to its verdict: the ranks that run, as processes or as threads of this JVM, and what their ends mean.
 *
 * <pre>
 *  ProcessJob -> RankProcess, ProcessTrees      (and the server of pmi)
 *  InJvmJob                                     (and InJvmWorld of bootstrap)
 *  first failure, or the end of all -> PendingVerdict -> Verdict
 * </pre>
 *
 * <p>Called by {@code launcher}; knows {@code archive}, {@code output}, {@code plan}, {@code pmi} and {@code transport/bootstrap}.
 * The launcher's thread waits; threads of the ranks' output and of the server report.
 */
@NullMarked
package org.reactivempi.transport.launcher.job;

import org.jspecify.annotations.NullMarked;
