package org.reactivempi.examples.wordcount;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@link WordCount}. */
@Command(
        name = "wordcount",
        description = "Counts the words of text files in UTF-8. A word is a run of letters, in whatever script.",
        sortOptions = false)
final class WordCountOptions {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "What to read; may be larger than the memory.")
    List<Path> files = new ArrayList<>();

    @Option(names = "--all", description = "Prints every word, not only the 20 most frequent.")
    boolean all;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
