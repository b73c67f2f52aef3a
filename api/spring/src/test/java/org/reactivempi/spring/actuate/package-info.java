@NullMarked
package org.reactivempi.spring.actuate;

import org.jspecify.annotations.NullMarked;
