/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.peers;

import org.jspecify.annotations.NullMarked;
