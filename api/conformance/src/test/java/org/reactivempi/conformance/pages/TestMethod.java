package org.reactivempi.conformance.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A test method with a display name, as its source has it: tests of other modules are not on this one's class path. Those
 * of the channel TCK are main code of their module.
 *
 * @param reference {@code Class#method}
 * @param rules the ids of the rules that its display name opens with
 * @param rest of its display name, up to the end of the first literal
 */
record TestMethod(String reference, List<String> rules, String rest) {

    private static final Pattern RULE = Pattern.compile("[A-Z]{2,4}-\\d+");
    private static final Pattern METHOD = Pattern.compile(
            "@(?:DisplayName|Label)\\(\\s*\"((?:" + RULE + ",? )*)([^\"]*).*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

    private static final Pattern IN_ANOTHER_FORM = Pattern.compile("^\\W*" + RULE);

    /** Those of all modules below a folder. */
    static List<TestMethod> below(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(TestMethod::hasTests)
                    .sorted()
                    .flatMap(file -> in(file).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasTests(Path file) {
        String path = file.toString();
        return path.endsWith(".java")
                && (path.contains("src/test/java") || path.contains("transport/tck/src/main/java"));
    }

    private static List<TestMethod> in(Path file) {
        String className = file.getFileName().toString().replace(".java", "");
        try {
            return METHOD.matcher(Files.readString(file))
                    .results()
                    .map(method ->
                            new TestMethod(className + "#" + method.group(3), rules(method.group(1)), method.group(2)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether no other rule stands where it opens the name for readers alone, as {@code ORD-1: ...} does. */
    boolean isWellFormed() {
        return !IN_ANOTHER_FORM.matcher(rest).find();
    }

    private static List<String> rules(String openingWords) {
        return RULE.matcher(openingWords).results().map(MatchResult::group).toList();
    }
}
