/**
 * A CRaC without a checkpoint: as {@code jdk.crac} has it, it tells resources before and after, and refuses where descriptors are open that
 * no checkpoint may have. {@code org.crac} finds it by the system property {@code org.crac.Core.Compat}.
 */
@NullMarked
package org.reactivempi.spring.crac;

import org.jspecify.annotations.NullMarked;
