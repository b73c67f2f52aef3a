package org.reactivempi.transport.sim;

import java.util.List;

/**
 * Where a program is that blocks.
 *
 * @param rank whose
 * @param stack of its thread
 */
public record ProgramPlace(int rank, List<StackTraceElement> stack) {}
