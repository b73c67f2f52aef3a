@NullMarked
package org.reactivempi.core.placement;

import org.jspecify.annotations.NullMarked;
