/** Each rank says who and where it is: the smallest program that joins a world. */
@NullMarked
package org.reactivempi.examples.hello;

import org.jspecify.annotations.NullMarked;
