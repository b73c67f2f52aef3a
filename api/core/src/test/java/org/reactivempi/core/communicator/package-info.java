/** Tests of context numbers. What communicators do is tested on every channel, in the module for that. */
package org.reactivempi.core.communicator;
