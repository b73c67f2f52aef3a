/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.transport.channel.settings;

import org.jspecify.annotations.NullMarked;
