package org.reactivempi.benchmarks.pages;

import java.util.List;

/**
 * A command of a page, and what the build does with it.
 *
 * @param line as it stands on the page
 * @param shortForm the command that is run in its place; empty, if none is
 * @param code how it ends
 * @param words what it prints
 * @param files what it writes, in the folder where it runs
 * @param tests which run it, or the like of it, elsewhere: {@code Class#method}
 * @param reason why nothing runs it
 */
record Command(
        String line,
        String shortForm,
        int code,
        List<String> words,
        List<String> files,
        List<String> tests,
        String reason) {

    /** Is run as it is, and ends well. */
    static Command of(String line) {
        return new Command(line, line, 0, List.of(), List.of(), List.of(), "");
    }

    /** Is run with other words, with which it takes no longer than a second or two. */
    Command as(String other) {
        return new Command(line, other, code, words, files, tests, reason);
    }

    Command ending(int other) {
        return new Command(line, shortForm, other, words, files, tests, reason);
    }

    Command saying(String... others) {
        return new Command(line, shortForm, code, List.of(others), files, tests, reason);
    }

    Command writing(String... others) {
        return new Command(line, shortForm, code, words, List.of(others), tests, reason);
    }

    /** Is not run again. */
    Command runBy(String... others) {
        return new Command(line, "", code, words, files, List.of(others), reason);
    }

    Command notRun(String why) {
        return new Command(line, "", code, words, files, tests, why);
    }

    boolean isRunHere() {
        return !shortForm.isEmpty();
    }

    /** The line, for names of tests. */
    @Override
    public String toString() {
        return line;
    }
}
