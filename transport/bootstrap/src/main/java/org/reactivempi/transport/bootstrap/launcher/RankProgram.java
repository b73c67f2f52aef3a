package org.reactivempi.transport.bootstrap.launcher;

import java.util.List;

/** What the ranks run: a main class, or what stands in for it, and its arguments. */
record RankProgram(String mainClass, List<String> arguments) {}
