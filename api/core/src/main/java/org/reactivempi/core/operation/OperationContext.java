package org.reactivempi.core.operation;

import org.reactivempi.transport.engine.Engine;

/**
 * This rank in one context of a communicator: what all operations there have in common.
 *
 * @param ranks says which ranks of the job the members are, or what is wrong with an argument
 * @param context the context's number
 * @param rank this rank in the communicator
 */
public record OperationContext(Engine engine, RankMap ranks, int context, int rank) {}
