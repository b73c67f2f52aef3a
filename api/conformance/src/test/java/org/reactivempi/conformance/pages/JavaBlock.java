package org.reactivempi.conformance.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A block of Java on a page: a whole source file if it begins with an import, or with the package of the pages, else statements, which are compiled inside of a
 * method that has what such statements take for granted.
 *
 * <p>A block that begins with {@code ```java waits} has operations that do not end by themselves, such as a server; a program among them is
 * not run. What a page
 * need not show, such as the message that a receive is to get, stands in a comment on the line before: {@code <!-- first: ... -->}.
 *
 * @param line where it stands on its page
 * @param first statements that run before the ones that are shown
 * @param waits whether what its statements make may still run when all ranks have subscribed to it
 */
record JavaBlock(Page page, int line, String first, boolean waits, String code) {

    private static final Pattern START = Pattern.compile("\\s*(```+|~~~+)\\s*java\\b(.*)", Pattern.CASE_INSENSITIVE);
    private static final String PLAIN_START = "```java";
    private static final String WAITING_START = "```java waits";
    private static final String END = "```";
    private static final String PACKAGE = "package com.example;\n\n";
    private static final Pattern FIRST = Pattern.compile("<!-- first: (.*) -->");

    private static final Pattern CLASS_NAME =
            Pattern.compile("^(?:public )?(?:final )?(?:class|record|interface) (\\w+)", Pattern.MULTILINE);
    private static final Pattern PUBLISHER = Pattern.compile("^(?:Mono|Flux)<.*?> (\\w+) =", Pattern.MULTILINE);
    private static final String STATEMENTS = """
            import static org.reactivempi.Buffers.*;
            import io.netty.buffer.*;
            import java.nio.ByteBuffer;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import org.reactivempi.*;
            import org.reactivempi.netty.*;
            import org.reactivempi.testkit.*;
            import reactor.core.*;
            import reactor.core.publisher.*;
            import reactor.core.scheduler.*;
            public class %s {
            public static List<org.reactivestreams.Publisher<?>> run(Communicator world, int[] room, int TAG)
                    throws Exception {
            %s
            %s
            return List.of(%s);
            }
            }
            """;

    /** The blocks of all pages. */
    static List<JavaBlock> all() {
        return Page.all().stream().flatMap(page -> of(page).stream()).toList();
    }

    /** Throws where a block begins in a way that would keep it out of the check. */
    private static List<JavaBlock> of(Page page) {
        List<JavaBlock> blocks = new ArrayList<>();
        List<String> lines = page.lines();
        for (int i = 0; i < lines.size(); i++) {
            String start = lines.get(i);
            if (START.matcher(start).matches()) {
                List<String> rest = lines.subList(i + 1, lines.size());
                String code = withoutPackage(String.join("\n", rest.subList(0, rest.indexOf(END))));
                blocks.add(new JavaBlock(page, i + 1, first(lines.get(i - 1)), isWaiting(page, i + 1, start), code));
            }
        }
        return blocks;
    }

    /** The files of all pages are compiled in one package. */
    private static String withoutPackage(String code) {
        return code.startsWith(PACKAGE) ? code.substring(PACKAGE.length()) : code;
    }

    private static String first(String lineBefore) {
        Matcher matcher = FIRST.matcher(lineBefore);
        return matcher.matches() ? matcher.group(1) : "";
    }

    private static boolean isWaiting(Page page, int line, String start) {
        return switch (start) {
            case PLAIN_START -> false;
            case WAITING_START -> true;
            default ->
                throw new IllegalStateException(page.path() + ":" + line + " is \"" + start + "\", allowed are \""
                        + PLAIN_START + "\" and \"" + WAITING_START + "\"");
        };
    }

    boolean isProgram() {
        return code.contains("public static void main") && !waits && !isOfAnApplication();
    }

    boolean isTest() {
        return isFile() && code.contains("Test;") && !isOfAnApplication();
    }

    /** Spring's context needs the whole project, which is built and started by a test in the examples' benchmarks. */
    private boolean isOfAnApplication() {
        return code.contains("import org.springframework.boot.")
                || code.contains("import org.reactivempi.spring.test.");
    }

    boolean isStatements() {
        return !isFile();
    }

    /** Of statements, it tells where they stand: {@code docs_guide_settings_42}. */
    String className() {
        String name = classInCode();
        return name == null ? page.identifier() + "_" + line : name;
    }

    String source() {
        return isFile() ? code : STATEMENTS.formatted(className(), first, code, publishers());
    }

    private boolean isFile() {
        return code.startsWith("import");
    }

    /** The variables that hold one. */
    private String publishers() {
        return PUBLISHER.matcher(code).results().map(JavaBlock::variable).collect(Collectors.joining(", "));
    }

    private static String variable(MatchResult declaration) {
        return declaration.group(1);
    }

    private @Nullable String classInCode() {
        Matcher matcher = CLASS_NAME.matcher(code);
        return isFile() && matcher.find() ? matcher.group(1) : null;
    }

    /** Where it stands, for names of tests. */
    @Override
    public String toString() {
        return page.path() + ":" + line;
    }
}
