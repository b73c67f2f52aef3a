package org.reactivempi.benchmarks.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A picture of curves for a page, with logarithmic axes. */
public final class Chart {

    private static final Path PICTURES = Path.of("../../docs/pictures");
    private static final List<String> COLORS = List.of("#d9551e", "#3b82f6", "#2f9e44", "#9c5fc9");
    private static final String GREY = "#767c85";
    private static final int LEFT = 70;
    private static final int RIGHT = 560;
    private static final int TOP = 40;
    private static final int BOTTOM = 330;

    private Chart() {}

    /** Where a curve is: {@code nanos} upwards. */
    public record Point(double x, double nanos) {}

    /** Points from left to right. */
    public record Curve(String label, List<Point> points) {}

    /** The picture of a name shows these curves, with a line at each power of {@code step} across; {@code test} writes it. */
    public static void assertDrawn(String name, String title, List<Curve> curves, int step, Class<?> test)
            throws IOException {
        Path file = PICTURES.resolve(name + ".svg");
        String svg = svg(title, curves, step);
        if (Boolean.getBoolean("pages.write")) {
            Files.writeString(file, svg);
        }
        assertThat(Files.readString(file))
                .describedAs("out of date; write it by: mvn -pl examples/benchmarks -am test"
                        + " -Dtest=" + test.getSimpleName()
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpages.write=true -DexcludedGroups=")
                .isEqualTo(svg);
    }

    /** Logarithmic axes, with a line at each power of {@code step} across and of ten upwards. */
    private static String svg(String title, List<Curve> curves, int step) {
        double least = curves.get(0).points().get(0).x();
        List<Point> all =
                curves.stream().flatMap(curve -> curve.points().stream()).toList();
        double most = all.stream().mapToDouble(Point::x).max().orElseThrow();
        double top = all.stream().mapToDouble(Point::nanos).max().orElseThrow() / 1000;
        int decades = (int) Math.ceil(Math.log10(top));
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 370\" width=\"760\" role=\"img\""
                        + " font-family=\"sans-serif\" font-size=\"13\" fill=\"%s\">",
                GREY);
        add(svg, "<title>%s</title>", title);
        add(svg, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>", LEFT, title);
        for (int power = 1; power <= decades; power++) {
            double y = up(Math.pow(10, power) * 1000, decades);
            add(svg, "<path d=\"M%d %.1fH%d\" stroke=\"%s\" stroke-opacity=\"0.35\"/>", LEFT, y, RIGHT, GREY);
            add(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>", LEFT - 8, y + 4, Math.pow(10, power));
        }
        for (double x = least; x <= most; x *= step) {
            double at = across(x, least, most);
            add(svg, "<path d=\"M%.1f %dV%d\" stroke=\"%s\" stroke-opacity=\"0.35\"/>", at, TOP, BOTTOM, GREY);
            add(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>", at, BOTTOM + 20, x);
        }
        for (int i = 0; i < curves.size(); i++) {
            StringBuilder line = new StringBuilder();
            for (Point point : curves.get(i).points()) {
                line.append(line.isEmpty() ? "M" : "L")
                        .append(String.format(
                                Locale.ROOT, "%.1f %.1f", across(point.x(), least, most), up(point.nanos(), decades)));
            }
            String color = COLORS.get(i);
            add(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", line, color);
            add(svg, "<path d=\"M%d %dh30\" stroke=\"%s\" stroke-width=\"2\"/>", RIGHT + 15, TOP + 12 + 24 * i, color);
            add(
                    svg,
                    "<text x=\"%d\" y=\"%d\">%s</text>",
                    RIGHT + 52,
                    TOP + 16 + 24 * i,
                    curves.get(i).label());
        }
        return svg.append("</svg>\n").toString();
    }

    private static double across(double x, double least, double most) {
        return LEFT + 15 + (RIGHT - LEFT - 30) * Math.log(x / least) / Math.log(most / least);
    }

    /** From 10 us at the bottom. */
    private static double up(double nanos, int decades) {
        return BOTTOM - (BOTTOM - TOP) * (Math.log10(nanos / 1000) - 1) / (decades - 1);
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
