/**
 * Frames of a film that one rank makes and the others watch, each in its own memory, without a copy there.
 *
 * <pre>
 *  rank 0   Flux of frames --putStream--&gt; | slot 0 | slot 1 | slot 2 | slot 3 |   rank 1's window --takeStream--&gt; looks at a slot
 *                ^                                                                                                    |
 *                '---------- asked for another frame, since the slot of the one before the last is free &lt;-------------'
 * </pre>
 *
 * <p>A rank that watches slowly makes its film wait; nothing is dropped, and no slot changes while it is looked at.
 */
@NullMarked
package org.reactivempi.examples.frames;

import org.jspecify.annotations.NullMarked;
