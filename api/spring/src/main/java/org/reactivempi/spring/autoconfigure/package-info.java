/**
 * Puts the starter together, on the conditions that users of Spring Boot expect.
 */
@NullMarked
package org.reactivempi.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
