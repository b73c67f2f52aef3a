@NullMarked
package org.reactivempi.transport.observe.stats;

import org.jspecify.annotations.NullMarked;
