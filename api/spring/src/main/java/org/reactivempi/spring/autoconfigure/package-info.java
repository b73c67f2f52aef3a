/**
 * Puts the starter together, on the conditions that users of Spring Boot expect.
 *
 * <p>Called by no other package; knows {@code actuate}, {@code client}, {@code codec}, {@code listener}, {@code session},
 * {@code spring}, {@code web} and {@code api/mpi}.
 */
@NullMarked
package org.reactivempi.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
