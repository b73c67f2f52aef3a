@NullMarked
package org.reactivempi.transport.observe;

import org.jspecify.annotations.NullMarked;
