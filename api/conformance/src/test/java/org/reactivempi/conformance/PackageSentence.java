package org.reactivempi.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.conformance.Sources.PackageInfo;
import org.reactivempi.conformance.Sources.Type;

/**
 * The sentence of a {@code package-info} that says which packages of the library call its own, and which it knows, as in
 *
 * <pre>
 *  Called by {&#64;code engine} and {&#64;code api/core}; knows {&#64;code packet} and {&#64;code transport/channel}.
 * </pre>
 * Of the name of a package in the same module, the last words stand there, as many as tell it apart; others are named by their module's folder; each list is in the order
 * of the alphabet, those of the same module first. Examples and tests are not mentioned.
 */
final class PackageSentence {

    private static final String NONE = "no other package";
    private static final Pattern SENTENCE = sentence();
    private static final int LINE = 130;
    private static final String START = " * ";
    /** Keeps words together. */
    private static final char GLUE = '\u00a0';

    private final Sources sources;

    PackageSentence(Sources sources) {
        this.sources = sources;
    }

    private static Pattern sentence() {
        String name = "\\{@code [\\w./-]+\\}";
        String names = "(?:" + NONE + "|" + name + "(?:, " + name + ")*(?: and " + name + ")?)";
        // A line may end at each space.
        return Pattern.compile(("Called by " + names + "; knows " + names + "\\.").replace(" ", "\\s+(?:\\* )?"));
    }

    static boolean isOfTheLibrary(String module) {
        return module.startsWith("api/") || module.startsWith("transport/");
    }

    /** Those sentences that are there: one, if all is well. */
    static List<String> saidIn(PackageInfo info) {
        return SENTENCE.matcher(info.text())
                .results()
                .map(result -> result.group().replaceAll("\\s+(\\* )?", " "))
                .toList();
    }

    /** As the code has it. */
    String rightFor(PackageInfo info) {
        SortedSet<String> calling = new TreeSet<>();
        SortedSet<String> known = new TreeSet<>();
        for (Type type : sources.types()) {
            if (isOfTheLibrary(type.module())) {
                boolean own = type.packageName().equals(info.name());
                for (String needed : type.needed()) {
                    boolean toOwn = Sources.packageOf(needed).equals(info.name());
                    if (own && !toOwn) {
                        known.add(needed);
                    } else if (toOwn && !own) {
                        calling.add(type.name());
                    }
                }
            }
        }
        return "Called by " + text(calling, info) + "; knows " + text(known, info) + ".";
    }

    private String text(SortedSet<String> types, PackageInfo info) {
        SortedSet<String> near = new TreeSet<>();
        SortedSet<String> far = new TreeSet<>();
        for (String name : types) {
            Type type = sources.type(name);
            if (type.module().equals(info.module())) {
                near.add(shortName(type));
            } else {
                far.add(type.module());
            }
        }
        List<String> all = Stream.concat(near.stream(), far.stream())
                .map(each -> "{@code " + each + "}")
                .toList();
        int last = all.size() - 1;
        return switch (all.size()) {
            case 0 -> NONE;
            case 1 -> all.get(0);
            default -> String.join(", ", all.subList(0, last)) + " and " + all.get(last);
        };
    }

    /** The last words of a package's name, as many as no other package of its module ends with. */
    private String shortName(Type type) {
        String name = type.packageName();
        int begin = name.lastIndexOf('.') + 1;
        while (begin > 0 && isAmbiguous(type, name.substring(begin))) {
            begin = name.lastIndexOf('.', begin - 2) + 1;
        }
        return name.substring(begin);
    }

    private boolean isAmbiguous(Type type, String ending) {
        return sources.types().stream()
                .filter(other -> other.module().equals(type.module()))
                .map(Type::packageName)
                .anyMatch(name -> !name.equals(type.packageName()) && ("." + name).endsWith("." + ending));
    }

    /** Puts the right sentence into the file, in place of the one that is there. */
    void write(PackageInfo info) throws IOException {
        Matcher said = SENTENCE.matcher(info.text());
        if (said.find()) {
            int begin = beginOfParagraph(info.text(), said.start());
            int end = info.text().indexOf('\n', said.end());
            while (isInParagraph(info.text(), end + 1)) {
                end = info.text().indexOf('\n', end + 1);
            }
            String paragraph = info.text().substring(begin, said.start())
                    + rightFor(info).replace("{@code ", "{@code" + GLUE)
                    + info.text().substring(said.end(), end);
            Files.writeString(
                    info.file(),
                    info.text().substring(0, begin)
                            + wrapped(paragraph)
                            + info.text().substring(end));
        }
    }

    private static int beginOfParagraph(String text, int inside) {
        int line = text.lastIndexOf('\n', inside) + 1;
        while (!text.startsWith(" * <p>", line) && isInParagraph(text, text.lastIndexOf('\n', line - 2) + 1)) {
            line = text.lastIndexOf('\n', line - 2) + 1;
        }
        return line;
    }

    /** Whether a line of text begins here, which is not the first of another paragraph. */
    private static boolean isInParagraph(String text, int line) {
        return Pattern.compile(" \\* (?!<p>|</?pre>|</?[ou]l>| ).*", Pattern.DOTALL)
                .matcher(text.substring(line))
                .matches();
    }

    private static String wrapped(String paragraph) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        String words =
                paragraph.lines().map(each -> each.substring(START.length())).collect(Collectors.joining(" "));
        for (String word : words.replace("{@code ", "{@code" + GLUE).split(" ")) {
            if (line.length() + word.length() > LINE - START.length()) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines.stream().map(each -> START + each.replace(GLUE, ' ')).collect(Collectors.joining("\n"));
    }
}
