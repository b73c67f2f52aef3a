package org.reactivempi.transport.bootstrap.launcher;

import java.util.List;

/** What the ranks run: a main class of this class path, and its arguments. */
record RankProgram(String mainClass, List<String> arguments) {}
