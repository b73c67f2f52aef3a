package org.reactivempi;

/**
 * What a request holds in its only field: who waits while it is active, then its outcome.
 *
 * <pre>
 *  null or Watch  --end-->  Outcome  --consume-->  Outcome.INACTIVE
 * </pre>
 */
sealed interface RequestState permits Watch, Outcome {}
