/**
 * What operations do to memory: random ones, by a seed, between memories of every kind, compared byte by byte with a model that knows
 * nothing of the library's copies.
 */
@NullMarked
package org.reactivempi.conformance.data;

import org.jspecify.annotations.NullMarked;
