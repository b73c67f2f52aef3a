@NullMarked
package org.reactivempi.transport.observe.parts;

import org.jspecify.annotations.NullMarked;
