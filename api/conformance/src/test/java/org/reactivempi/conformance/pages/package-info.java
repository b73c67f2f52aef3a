/**
 * The README and docs: their Java compiles, their programs run, and what they say about tests is true.
 *
 * <p>Called by JUnit, knows the pages, the compiler of the JDK, and whatever the pages talk about. One thread.
 */
@NullMarked
package org.reactivempi.conformance.pages;

import org.jspecify.annotations.NullMarked;
