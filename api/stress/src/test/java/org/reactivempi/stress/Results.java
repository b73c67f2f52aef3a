package org.reactivempi.stress;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What JCStress has printed.
 *
 * @param lines all of it
 * @param planned how many runs there were to be: of each test, one in each kind of JVM
 * @param passed how many had allowed results only
 * @param samples how many races there were
 */
record Results(List<String> lines, int planned, int passed, long samples) {

    private static final Pattern PROGRESS = Pattern.compile("\\(Results: (\\d+) planned; (\\d+) passed, .*");
    private static final Pattern SAMPLES =
            Pattern.compile(" +\\S.*? +([\\d,]+) +<?[\\d.]+% +(?:Acceptable|Interesting|Forbidden) .*");
    private static final int LAST_LINES = 150;

    static Results of(List<String> lines) {
        int planned = 0;
        int passed = 0;
        for (MatchResult progress : matches(PROGRESS, lines)) {
            planned = Integer.parseInt(progress.group(1));
            passed = Integer.parseInt(progress.group(2));
        }
        long samples = matches(SAMPLES, lines).stream()
                .mapToLong(row -> Long.parseLong(row.group(1).replace(",", "")))
                .sum();
        return new Results(lines, planned, passed, samples);
    }

    private static List<MatchResult> matches(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .toList();
    }

    /** What a reader needs after a failure. */
    String failures(Path log) {
        int first = Math.max(0, lines.size() - LAST_LINES);
        return this + "; all of it is in " + log.toAbsolutePath() + ", and this is its end:\n"
                + String.join("\n", lines.subList(first, lines.size()));
    }

    @Override
    public String toString() {
        return passed + " of " + planned + " runs passed, " + samples + " samples";
    }
}
