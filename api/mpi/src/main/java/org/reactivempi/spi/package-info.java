/**
 * How an implementation joins the contract: one interface, found by {@code ServiceLoader}. Users never call it.
 */
@NullMarked
package org.reactivempi.spi;

import org.jspecify.annotations.NullMarked;
