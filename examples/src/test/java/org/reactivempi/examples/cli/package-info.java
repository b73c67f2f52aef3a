/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.cli;

import org.jspecify.annotations.NullMarked;
