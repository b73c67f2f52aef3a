/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.hello;

import org.jspecify.annotations.NullMarked;
