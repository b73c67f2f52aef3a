package org.reactivempi.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotTest {

    private static final Selection SELECTION =
            new Selection(Set.of(Part.LATENCY), List.of(Transport.values()), List.of(0, 8, 1024, 65_536), List.of(), 1);
    /** What graphics need against what is around them, by the guidelines for accessible pages. */
    private static final double CONTRAST = 3;

    @Test
    @DisplayName("an SVG has a line for each that has results, a marker for each length, and a legend")
    void drawing() throws Exception {
        Results results = new Results(Path.of("unused"));
        add(results, "reactive-mpi", "tcp", 8, 5, 6);
        add(results, "reactive-mpi", "tcp", 65_536, 50);
        add(results, "reactive-mpi", "shm", 8, 0.3);
        add(results, "mpich", "tcp", 8, 4);

        List<Curve> curves = Curve.all(results, SELECTION, "latency", "p50_us");
        Element svg = parse(Plot.svg("Half round trip & more".replace("&", "and"), curves));

        assertThat(curves)
                .extracting(Curve::label)
                .containsExactly("reactive-mpi, TCP", "MPICH, TCP", "reactive-mpi, shared memory");
        assertThat(texts(svg))
                .contains("Half round trip and more", "8 B", "64 KiB", "0.1", "1", "10", "100")
                .contains("reactive-mpi, TCP", "MPICH, TCP", "reactive-mpi, shared memory")
                .doesNotContain("1 KiB", "Open MPI, TCP");
        assertThat(attributes(svg, "transform")).hasSize(4 + 3);
        assertThat(attributes(svg, "stroke-dasharray")).hasSize(2);
    }

    @Test
    @DisplayName("a single value is a plot as well")
    void singleValue() throws Exception {
        Results results = new Results(Path.of("unused"));
        add(results, "openmpi", "shm", 8, 1);

        String svg = Plot.svg("One", Curve.all(results, SELECTION, "latency", "p50_us"));

        assertThat(texts(parse(svg))).contains("1", "10", "8 B");
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    @DisplayName("the same factor is the same distance, and axes run from one power of ten to another")
    void scale() {
        LogScale scale = LogScale.decades(DoubleStream.of(3, 0.2, 800), 100, 0);

        assertThat(scale.low()).isEqualTo(0.1, within(1e-12));
        assertThat(scale.high()).isEqualTo(1000, within(1e-9));
        assertThat(scale.position(0.1)).isEqualTo(100, within(1e-9));
        assertThat(scale.position(1)).isEqualTo(75, within(1e-9));
        assertThat(scale.position(1000)).isEqualTo(0, within(1e-9));
        assertThat(scale.powersOfTen()).hasSize(5);
    }

    @Test
    @DisplayName("every colour can be seen on white and on a dark page")
    void colours() {
        Results results = new Results(Path.of("unused"));
        for (String implementation : List.of("reactive-mpi", "mpich", "openmpi")) {
            add(results, implementation, "tcp", 8, 1);
        }
        Stream<String> colours = Stream.concat(
                Stream.of(Plot.GREY),
                Curve.all(results, SELECTION, "latency", "p50_us").stream().map(Curve::color));

        assertThat(colours).hasSize(4).allSatisfy(colour -> {
            assertThat(contrast(colour, "#ffffff")).isGreaterThan(CONTRAST);
            assertThat(contrast(colour, "#0d1117")).isGreaterThan(CONTRAST);
            assertThat(contrast(colour, "#22272e")).isGreaterThan(CONTRAST);
        });
    }

    private static void add(Results results, String implementation, String channel, long bytes, double... micros) {
        Origin origin = new Origin(implementation, channel, "direct", "adaptive");
        for (double value : micros) {
            results.addAll(List.of(new Row(origin, "latency", bytes, "p50_us", value)));
        }
    }

    private static Element parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)))
                .getDocumentElement();
    }

    private static List<String> texts(Element svg) {
        NodeList found = svg.getElementsByTagName("text");
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }

    private static List<String> attributes(Element svg, String name) {
        NodeList all = svg.getElementsByTagName("*");
        return IntStream.range(0, all.getLength())
                .mapToObj(i -> ((Element) all.item(i)).getAttribute(name))
                .filter(value -> !value.isEmpty())
                .toList();
    }

    private static double contrast(String one, String other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    /** As WCAG 2 defines it. */
    private static double luminance(String colour) {
        double[] channels = IntStream.of(1, 3, 5)
                .mapToDouble(i -> Integer.parseInt(colour.substring(i, i + 2), 16) / 255.0)
                .map(value -> value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    }
}
