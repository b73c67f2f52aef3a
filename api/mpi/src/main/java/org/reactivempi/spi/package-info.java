/**
 * How an implementation joins the contract: what it provides, found by {@code ServiceLoader}, and what its operations and
 * the contract's requests tell each other. Users never call it.
 */
@NullMarked
package org.reactivempi.spi;

import org.jspecify.annotations.NullMarked;
