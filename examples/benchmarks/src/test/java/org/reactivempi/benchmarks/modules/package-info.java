/** What all modules have built fits together: here, behind all of them. */
@NullMarked
package org.reactivempi.benchmarks.modules;

import org.jspecify.annotations.NullMarked;
