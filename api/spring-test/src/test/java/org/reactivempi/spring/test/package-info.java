/** Tests of the applications that are ranks. */
@NullMarked
package org.reactivempi.spring.test;

import org.jspecify.annotations.NullMarked;
