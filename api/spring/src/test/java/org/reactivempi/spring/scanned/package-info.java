/** An application's package, as Spring Boot finds it, with an interface that is a client and things that are none. */
@NullMarked
package org.reactivempi.spring.scanned;

import org.jspecify.annotations.NullMarked;
