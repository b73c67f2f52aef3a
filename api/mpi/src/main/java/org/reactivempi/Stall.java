package org.reactivempi;

import java.util.List;

/**
 * Ranks that wait, and nothing happens.
 *
 * @param proven whether it is a deadlock for sure: none of {@code ranks} can ever go on by itself, since each waits only for
 *     messages of the others, no message is under way between them, and no thread of their programs can act. Else it
 *     merely takes long
 * @param ranks the ranks of the world that are concerned, in order
 * @param report what each of them waits for, in words, of several lines; the first one is a summary
 * @since 0.1
 */
public record Stall(boolean proven, List<Integer> ranks, String report) {}
