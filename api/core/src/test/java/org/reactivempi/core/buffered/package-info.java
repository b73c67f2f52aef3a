/** Tests of buffered mode against MPI's model of it. */
package org.reactivempi.core.buffered;
