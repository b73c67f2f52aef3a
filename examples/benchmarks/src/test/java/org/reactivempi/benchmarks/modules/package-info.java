/** What all modules have built fits together: here, after all of them. */
@NullMarked
package org.reactivempi.benchmarks.modules;

import org.jspecify.annotations.NullMarked;
