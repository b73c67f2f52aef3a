package org.reactivempi.transport.engine.port;

import org.reactivempi.transport.engine.operation.Operation;

/** The engine, as far as an operation knows it: an {@link Engine}. */
public interface OperationHost extends Operation.Host {}
