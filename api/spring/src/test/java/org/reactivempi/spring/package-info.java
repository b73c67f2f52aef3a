/** The starter as applications see it. */
@NullMarked
package org.reactivempi.spring;

import org.jspecify.annotations.NullMarked;
