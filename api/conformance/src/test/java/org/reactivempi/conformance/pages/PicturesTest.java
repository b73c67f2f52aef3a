package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Words of the pictures stay in their boxes, whatever font a reader has. Pictures name no font, and DejaVu Sans is the widest of those that
 * browsers take in that case, so its widths are the ones that count.
 */
@Tag("once")
class PicturesTest {

    private static final int FIRST = ' ';
    private static final int EM = 100;
    private static final double MONOSPACE = 0.61;

    /** Of DejaVu Sans, from the space to the tilde, in hundredths of the font's size. */
    private static final int[] PLAIN = {
        32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
        84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64, 62, 74, 69, 99,
        69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53,
        40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84
    };

    private static final int[] BOLD = {
        35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
        84, 84, 84, 59, 100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84, 86, 74, 86, 78, 73, 69, 82, 78,
        111, 78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72,
        50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84
    };

    /** A part of a picture, in its own units. */
    private record Area(double left, double top, double right, double bottom, String name) {

        static Area of(Element box) {
            double x = number(box, "x");
            double y = number(box, "y");
            return new Area(x, y, x + number(box, "width"), y + number(box, "height"), "box at " + x + ", " + y);
        }

        /** As wide and as high as its words, from their capitals to the line on which they stand. */
        static Area ofText(Element text) {
            String words = text.getTextContent();
            double size = Double.parseDouble(inherited(text, "font-size"));
            double width = width(words, inherited(text, "font-weight"), inherited(text, "font-family")) * size;
            double left = number(text, "x")
                    - switch (inherited(text, "text-anchor")) {
                        case "middle" -> width / 2;
                        case "end" -> width;
                        default -> 0;
                    };
            double line = number(text, "y");
            return new Area(left, line - 0.7 * size, left + width, line, words);
        }

        boolean meets(Area other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        boolean isWithin(Area other) {
            return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
        }
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** Of the element, or of the nearest around it that has it; empty if none has. */
    private static String inherited(Element element, String attribute) {
        for (Node node = element; node instanceof Element each; node = node.getParentNode()) {
            if (each.hasAttribute(attribute)) {
                return each.getAttribute(attribute);
            }
        }
        return "";
    }

    private static double width(String words, String weight, String family) {
        int[] widths = weight.equals("bold") ? BOLD : PLAIN;
        return family.equals("monospace")
                ? words.length() * MONOSPACE
                : words.chars()
                                .map(letter -> letter - FIRST < widths.length ? widths[letter - FIRST] : EM)
                                .sum()
                        / (double) EM;
    }

    static Stream<Path> pictures() {
        Path docs = Page.named("README.md").root().resolve("docs");
        return Stream.of(docs, docs.resolve("pictures"))
                .flatMap(PicturesTest::filesIn)
                .filter(file -> file.toString().endsWith(".svg"));
    }

    private static Stream<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("pictures")
    @DisplayName("words stay inside of the pictures, and of their boxes, and off each other")
    void words(Path picture) throws Exception {
        assertThat(overlaps(Files.readString(picture))).isEmpty();
    }

    @Test
    @DisplayName("words that leave their box, the picture, or run into others are noticed")
    void noticed() throws Exception {
        String svg = """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" font-family="sans-serif" font-size="10">
                <rect x="10" y="10" width="50" height="20"/>
                <text x="35" y="24" text-anchor="middle">%s</text>
                <text x="%d" y="60">other words</text>
                <text x="10" y="64">words</text>
                </svg>
                """;

        assertThat(overlaps(svg.formatted("fits", 60))).isEmpty();
        assertThat(overlaps(svg.formatted("does not fit", 60)))
                .containsExactly("\"does not fit\" crosses the edge of the box at 10.0, 10.0");
        assertThat(overlaps(svg.formatted("fits", 160))).containsExactly("\"other words\" leaves the picture");
        assertThat(overlaps(svg.formatted("fits", 30))).containsExactly("\"other words\" runs into \"words\"");
    }

    private static List<String> overlaps(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        Element root = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        String[] view = root.getAttribute("viewBox").split(" ");
        Area whole = new Area(0, 0, Double.parseDouble(view[2]), Double.parseDouble(view[3]), "picture");
        List<Area> words = elements(root, "text").map(Area::ofText).toList();
        List<Area> boxes = elements(root, "rect").map(Area::of).toList();
        return IntStream.range(0, words.size())
                .boxed()
                .flatMap(i -> overlaps(words.get(i), whole, boxes, words.subList(i + 1, words.size())))
                .toList();
    }

    private static Stream<String> overlaps(Area text, Area whole, List<Area> boxes, List<Area> others) {
        String name = "\"" + text.name + "\" ";
        return Stream.of(
                        Stream.of(whole)
                                .filter(picture -> !text.isWithin(picture))
                                .map(picture -> name + "leaves the picture"),
                        boxes.stream()
                                .filter(box -> text.meets(box) && !text.isWithin(box))
                                .map(box -> name + "crosses the edge of the " + box.name),
                        others.stream().filter(text::meets).map(other -> name + "runs into \"" + other.name + "\""))
                .flatMap(found -> found);
    }

    private static Stream<Element> elements(Element root, String name) {
        NodeList found = root.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
    }
}
