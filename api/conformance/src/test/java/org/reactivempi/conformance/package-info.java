/**
 * What the whole must keep: every rule on every channel, and the arrows between packages. Tests only; sees everything,
 * nothing sees it. Not published.
 */
@NullMarked
package org.reactivempi.conformance;

import org.jspecify.annotations.NullMarked;
