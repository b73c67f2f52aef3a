/**
 * Conway's Life on a torus of cells, of which each rank has a block with a halo. The ranks form a periodic grid.
 *
 * <p>A cell's eight neighbors are on up to eight other ranks, and two shifts bring them all: first the columns at the sides go to the ranks on the
 * left and right, then the rows at the top and bottom go up and down, with the corners that have come just before.
 *
 * <pre>
 *   1.   -&gt; | own | &lt;-        2.   v corner | row | corner v
 * </pre>
 */
@NullMarked
package org.reactivempi.examples.life;

import org.jspecify.annotations.NullMarked;
