package org.reactivempi.transport.engine.packet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The picture in a codec's Javadoc, read from its source. */
public final class Picture {

    private static final Path SOURCES = Path.of("src/main/java/org/reactivempi/transport/engine");
    private static final Pattern BLOCK = Pattern.compile("<pre>\\n(.*?)\\n *\\* </pre>", Pattern.DOTALL);
    private static final Pattern CELL = Pattern.compile("\\|([^|]+)");
    private static final Pattern NUMBERS = Pattern.compile("[\\d ]+");

    /** Where a field is; {@code end} is -1 for a payload. */
    public record Field(int start, int end) {}

    private final List<String> lines;

    private Picture(List<String> lines) {
        this.lines = lines;
    }

    static Picture of(Class<?> codec) {
        Class<?> family = codec.getEnclosingClass();
        return of("packet", (family == null ? codec : family).getSimpleName(), codec.getSimpleName());
    }

    /** The last picture above a codec, in a file of one of the engine's packages. */
    public static Picture of(String engine, String file, String codec) {
        try {
            String source = Files.readString(SOURCES.resolve(engine).resolve(file + ".java"));
            Matcher block = BLOCK.matcher(source).region(0, start(source, codec));
            String picture = null;
            while (block.find()) {
                picture = block.group(1);
            }
            if (picture == null) {
                throw new IllegalStateException(codec + " has no picture");
            }
            return new Picture(picture.lines()
                    .map(line -> line.strip().substring("*  ".length()))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int start(String source, String codec) {
        int start = source.indexOf("class " + codec + " {");
        return start < 0 ? source.indexOf("enum " + codec + " {") : start;
    }

    /** As in the source, without the comment's stars. */
    public String text() {
        return String.join("\n", lines);
    }

    /** Where the picture says that each field is, by its name. */
    public Map<String, Field> fields() {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (int row = 0; row < lines.size(); row++) {
            if (lines.get(row).startsWith("|")) {
                String numbers = numbersOf(row);
                Matcher cell = CELL.matcher(lines.get(row));
                while (cell.find()) {
                    fields.put(
                            cell.group(1).strip(),
                            new Field(number(numbers, cell.start()), number(numbers, cell.end())));
                }
            }
        }
        return fields;
    }

    /** The rows of a picture have their numbers above, the last of several has them below. */
    private String numbersOf(int row) {
        String below = row + 2 < lines.size() ? lines.get(row + 2) : "";
        return NUMBERS.matcher(below).matches() ? below : lines.get(0);
    }

    private static int number(String numbers, int column) {
        if (column >= numbers.length()) {
            return -1;
        }
        String rest = numbers.substring(column);
        return Integer.parseInt(rest.split(" ", 2)[0]);
    }
}
