/** Pi as an integral: each rank adds up its part, and a reduction adds up those. */
@NullMarked
package org.reactivempi.examples.pi;

import org.jspecify.annotations.NullMarked;
