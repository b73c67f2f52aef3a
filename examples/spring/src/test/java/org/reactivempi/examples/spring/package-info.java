/** The example as its users see it: by HTTP, and in a browser. */
@NullMarked
package org.reactivempi.examples.spring;

import org.jspecify.annotations.NullMarked;
