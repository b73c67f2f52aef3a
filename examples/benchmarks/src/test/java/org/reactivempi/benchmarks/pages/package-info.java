/** Every command of the pages is run, or it is said why not. */
@NullMarked
package org.reactivempi.benchmarks.pages;

import org.jspecify.annotations.NullMarked;
