/**
 * Ranks as Spring Boot applications: what an application's own code uses. The rest of the starter stands in the packages below,
 * and is put together by {@code autoconfigure}.
 *
 * <p>Called by {@code autoconfigure} and {@code listener}; knows {@code api/mpi}.
 */
@NullMarked
package org.reactivempi.spring;

import org.jspecify.annotations.NullMarked;
