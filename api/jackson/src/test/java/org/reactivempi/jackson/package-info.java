/** Tests of the codecs: what comes back, and what is refused. */
@NullMarked
package org.reactivempi.jackson;

import org.jspecify.annotations.NullMarked;
