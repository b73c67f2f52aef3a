package org.reactivempi.examples.results;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How the ranks of a benchmark wait: an option of the program, which becomes the library's setting of that name. An
 * argument wins over the environment, so a row says what was so.
 */
public final class Waiting {

    private static final String OPTION = "--waiting";
    private static final String SETTING = "--reactivempi.waiting=";
    private static final String DEFAULT = "adaptive";

    private Waiting() {}

    /**
     * The arguments for {@code Mpi.run}.
     *
     * @param arguments those of {@code main}
     * @return the same, with a setting after them: in that place it wins
     */
    public static String[] withSetting(String[] arguments) {
        return Stream.concat(Arrays.stream(arguments), Stream.of(SETTING + of(arguments)))
                .toArray(String[]::new);
    }

    /**
     * What the arguments say.
     *
     * @param arguments those of {@code main}
     * @return the value of the option, or else of the setting, or else the library's default
     */
    public static String of(String[] arguments) {
        List<String> words = Arrays.asList(arguments);
        int option = words.lastIndexOf(OPTION);
        if (option >= 0 && option < words.size() - 1) {
            return words.get(option + 1).toLowerCase(Locale.ROOT);
        }
        return words.stream()
                .filter(word -> word.startsWith(SETTING))
                .map(word -> word.substring(SETTING.length()))
                .reduce(DEFAULT, (earlier, later) -> later);
    }
}
