/**
 * A point-to-point benchmark for two ranks, with the tests, sizes and columns of the usual ones in C, so that one table can
 * hold both.
 *
 * <p>{@link org.reactivempi.benchmarks.pt2pt.Pt2pt} runs {@code Tests} in one of two styles: {@code ReactiveTests} stays on the
 * progress thread, {@code BlockingTests} calls from the main thread. {@code Report} prints.
 */
@NullMarked
package org.reactivempi.benchmarks.pt2pt;

import org.jspecify.annotations.NullMarked;
