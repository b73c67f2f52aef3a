@NullMarked
package org.reactivempi.transport.channel.log;

import org.jspecify.annotations.NullMarked;
