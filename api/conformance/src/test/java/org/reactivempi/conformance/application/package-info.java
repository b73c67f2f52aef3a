/** Ranks inside of Spring Boot applications. */
@NullMarked
package org.reactivempi.conformance.application;

import org.jspecify.annotations.NullMarked;
