package org.reactivempi.core.partition;

import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;

/**
 * What the partitioned operations of a communicator have in common.
 *
 * @param users throws what is wrong with ranks and tags, and where the communicator can't be used; hears of errors first
 * @param meetings where sends and receives meet
 * @param parts where partitions travel
 */
record PartitionContext(RankMap users, OperationContext meetings, OperationContext parts) {}
