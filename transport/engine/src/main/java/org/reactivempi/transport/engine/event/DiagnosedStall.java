package org.reactivempi.transport.engine.event;

import java.util.List;

/**
 * Ranks that wait.
 *
 * @param proven whether they can never go on by themselves; else it merely takes long
 * @param ranks of the job that are concerned, in order
 * @param report in words, of several lines
 */
public record DiagnosedStall(boolean proven, List<Integer> ranks, String report) {}
