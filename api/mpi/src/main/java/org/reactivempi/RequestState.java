package org.reactivempi;

/**
 * What a request holds in its only field: who waits while it is active, then its outcome.
 *
 * <pre>
 *           +------------------ start, if persistent ------------------+
 *           v                                                          |
 *  null or Watch  --end--&gt;  Status or Failure  --consume--&gt;  Absent.INACTIVE
 *           |                       |                                  |
 *           +-----------------------+---------- free ------------------+--&gt;  Absent.FREED
 * </pre>
 */
sealed interface RequestState permits Watch, Outcome {}
