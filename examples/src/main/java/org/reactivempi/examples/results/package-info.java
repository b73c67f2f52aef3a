/**
 * What benchmarks print for files and for other programs: rows of one form, whichever benchmark measured.
 *
 * <p>Used by {@code ring}, {@code pt2pt} and {@code peers}; knows nothing of them. Values, for any thread.
 */
@NullMarked
package org.reactivempi.examples.results;

import org.jspecify.annotations.NullMarked;
