/**
 * The sending side in an application: {@link org.reactivempi.spring.client.MpiTemplate}, and interfaces that are implemented with it.
 *
 * <p>Called by the application, made by {@code autoconfigure}; knows {@code codec}, {@code listener} for what tags look like, and the
 * contract.
 */
@NullMarked
package org.reactivempi.spring.client;

import org.jspecify.annotations.NullMarked;
