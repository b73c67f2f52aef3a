/**
 * How an implementation joins the contract: what it provides, found by {@code ServiceLoader}, and what its operations and
 * the contract's requests tell each other. Users never call it.
 *
 * <p>Called by {@code reactivempi}, {@code api/bindings}, {@code api/core}, {@code api/memory} and {@code api/spring}; knows no
 * other package.
 */
@NullMarked
package org.reactivempi.spi;

import org.jspecify.annotations.NullMarked;
