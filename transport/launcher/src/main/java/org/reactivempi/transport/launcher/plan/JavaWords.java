package org.reactivempi.transport.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words after {@code java}: options of the JVM, what it is to run, and the program's arguments.
 *
 * @param options without the class path
 * @param classPath null where none is given
 * @param main a class or a source file; null where the words are of another kind
 * @param jar in place of {@code main}
 * @param arguments the program's; of words of another kind (modules, files of options, {@code -version}) all from there on
 */
record JavaWords(
        List<String> options,
        @Nullable String classPath,
        @Nullable String main,
        @Nullable String jar,
        List<String> arguments) {

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final String CLASS_PATH_IS = "--class-path=";

    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-reads",
            "--add-opens",
            "--patch-module",
            "--enable-native-access",
            "--source");

    /** Reads the words; one that lacks its value is left to the JVM, which says so. */
    static JavaWords of(List<String> words) {
        List<String> options = new ArrayList<>();
        @Nullable String classPath = null;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean hasNext = i + 1 < words.size();
            if (CLASS_PATH.contains(word) && hasNext) {
                classPath = words.get(++i);
            } else if (word.startsWith(CLASS_PATH_IS)) {
                classPath = word.substring(CLASS_PATH_IS.length());
            } else if (word.equals("-jar") && hasNext) {
                return new JavaWords(options, classPath, null, words.get(i + 1), words.subList(i + 2, words.size()));
            } else if (WITH_VALUE.contains(word) && hasNext) {
                options.add(word);
                options.add(words.get(++i));
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return new JavaWords(options, classPath, word, null, words.subList(i + 1, words.size()));
            } else if (word.startsWith("@")
                    || word.equals("-m")
                    || word.equals("--module")
                    || word.startsWith("--module=")) {
                return new JavaWords(options, classPath, null, null, words.subList(i, words.size()));
            } else {
                options.add(word);
            }
        }
        return new JavaWords(options, classPath, null, null, List.of());
    }
}
