package org.reactivempi.conformance.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A block of Java on a page: a whole source file if it begins with an import, else statements, which are compiled inside of a
 * method that has what such statements take for granted.
 */
record JavaBlock(Page page, int line, String code) {

    private static final String START = "```java";
    private static final String END = "```";
    private static final Pattern CLASS_NAME = Pattern.compile("^(?:public )?class (\\w+)", Pattern.MULTILINE);
    private static final String STATEMENTS = """
            import static org.reactivempi.Buffer.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import org.reactivempi.*;
            import org.reactivempi.testkit.*;
            import reactor.core.*;
            import reactor.core.publisher.*;
            import reactor.core.scheduler.*;
            class %s {
            void run(Communicator world, int[] room, int TAG) throws Exception {
            %s
            }
            }
            """;

    /** The blocks of README and guide. */
    static List<JavaBlock> all() {
        return Page.readmeAndGuide().stream().flatMap(page -> of(page).stream()).toList();
    }

    private static List<JavaBlock> of(Page page) {
        List<JavaBlock> blocks = new ArrayList<>();
        List<String> lines = page.lines();
        for (int start = lines.indexOf(START); start >= 0; ) {
            List<String> rest = lines.subList(start + 1, lines.size());
            int length = rest.indexOf(END);
            blocks.add(new JavaBlock(page, start + 1, String.join("\n", rest.subList(0, length))));
            int next = rest.subList(length, rest.size()).indexOf(START);
            start = next < 0 ? next : start + 1 + length + next;
        }
        return blocks;
    }

    boolean isProgram() {
        return code.contains("public static void main");
    }

    /** Of statements, it tells where they stand: {@code settings_42}. */
    String className() {
        String name = classInCode();
        return name == null ? page.name().replace('-', '_') + "_" + line : name;
    }

    String source() {
        return classInCode() == null ? STATEMENTS.formatted(className(), code) : code;
    }

    private @Nullable String classInCode() {
        Matcher matcher = CLASS_NAME.matcher(code);
        return code.startsWith("import") && matcher.find() ? matcher.group(1) : null;
    }
}
