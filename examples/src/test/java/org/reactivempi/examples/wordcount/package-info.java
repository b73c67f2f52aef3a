/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.wordcount;

import org.jspecify.annotations.NullMarked;
