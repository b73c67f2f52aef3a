/** Tests of what the ends of a stream tell each other. */
@NullMarked
package org.reactivempi.core.stream;

import org.jspecify.annotations.NullMarked;
