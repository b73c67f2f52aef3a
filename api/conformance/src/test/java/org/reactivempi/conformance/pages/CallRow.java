package org.reactivempi.conformance.pages;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A row of the tables of MPI's calls.
 *
 * @param call MPI's name
 * @param form the cell with the Java form
 * @param references each {@code Type.member} in the row
 */
record CallRow(String call, String form, List<String> references) {

    private static final Set<String> WITHOUT = Set.of("not yet", "not needed");

    private static final Pattern ROW = Pattern.compile("\\| `(MPI_\\w+)` \\| (.*?) \\|(.*)\\|");
    private static final Pattern REFERENCE = Pattern.compile("`([A-Z]\\w+\\.\\w+)`");
    private static final List<String> PACKAGES = List.of("org.reactivempi.", "reactor.core.publisher.");

    static List<CallRow> of(Page page) {
        return page.lines().stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new CallRow(row.group(1), row.group(2), references(row.group(2) + row.group(3))))
                .toList();
    }

    boolean isWithoutForm() {
        return WITHOUT.contains(form);
    }

    private static List<String> references(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    /** Whether a type of the contract, or of Reactor, has a public member of this name. */
    static boolean exists(String reference) {
        String[] names = reference.split("\\.");
        return PACKAGES.stream().anyMatch(inPackage -> hasMember(inPackage + names[0], names[1]));
    }

    private static boolean hasMember(String type, String member) {
        try {
            Class<?> found = Class.forName(type);
            return Stream.concat(Stream.of(found.getMethods()), Stream.of(found.getFields()))
                    .anyMatch(any -> any.getName().equals(member));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
