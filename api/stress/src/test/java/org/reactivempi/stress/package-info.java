/**
 * Starts JCStress, which runs the races of this module, and judges what it says.
 *
 * <p>Called by JUnit, knows JCStress's command line. The races stand in the packages of what they race, since that is not
 * public.
 */
@NullMarked
package org.reactivempi.stress;

import org.jspecify.annotations.NullMarked;
