@NullMarked
package org.reactivempi.transport.observe.trace;

import org.jspecify.annotations.NullMarked;
