@NullMarked
package org.reactivempi.core.record;

import org.jspecify.annotations.NullMarked;
