/** What the ranks of the soak draw alike from one seed, without a word between them. Called by all of the soak; knows nothing of it. Any thread. */
@NullMarked
package org.reactivempi.benchmarks.soak.draw;

import org.jspecify.annotations.NullMarked;
