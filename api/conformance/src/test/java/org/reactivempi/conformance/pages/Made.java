package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that stand in the tree for their readers, and that tests make from the code: with {@code -Dpages.write=true} they are written. */
public final class Made {

    private Made() {}

    /** Fails where a file is not what a test has made. */
    static void check(Path file, String made, Class<?> test) throws IOException {
        if (Boolean.getBoolean("pages.write")) {
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file))
                .describedAs(
                        "out of date; write it by: mvn -pl api/conformance -am test -Dtest=%s"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dpages.write=true",
                        test.getSimpleName())
                .isEqualTo(made);
    }

    /** The same of what stands in a page between two lines. */
    public static void checkPart(Path page, String start, String made, String end, Class<?> test) throws IOException {
        String text = Files.readString(page);
        String before = text.substring(0, text.indexOf(start) + start.length());
        check(page, before + made + text.substring(text.indexOf(end)), test);
    }
}
