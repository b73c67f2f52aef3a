package org.reactivempi.benchmarks.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.plan.Plan;

/** The curves on the page about simulation are drawn from the simulator itself. */
@Tag("long")
class SimulationPicturesTest {

    private static final Path PICTURES = Path.of("../../docs/pictures");
    private static final List<String> COLORS = List.of("#d9551e", "#3b82f6", "#2f9e44", "#9c5fc9");
    private static final String GREY = "#767c85";
    private static final int LEFT = 70;
    private static final int RIGHT = 560;
    private static final int TOP = 40;
    private static final int BOTTOM = 330;

    private static final Operation BARRIER = new Operation(Barriers.BARRIER);
    private static final Operation ALLREDUCE = new Operation(Reductions.ALLREDUCE);

    private record Point(double x, double nanos) {}

    private record Curve(String label, List<Point> points) {}

    @Test
    @DisplayName("the picture of short operations on many ranks is that of the simulator")
    void scale() throws IOException {
        List<Curve> curves = new ArrayList<>();
        for (Operation operation : List.of(BARRIER, new Operation(Broadcasts.BCAST), ALLREDUCE)) {
            List<Point> points = new ArrayList<>();
            for (int size = 2; size <= 4096; size *= 2) {
                points.add(new Point(size, nanos(size, operation.chosen(size, 8), Noise.NONE)));
            }
            curves.add(new Curve(operation.lowerCaseName(), points));
        }
        List<Point> late = new ArrayList<>();
        for (int size = 2; size <= 4096; size *= 2) {
            late.add(new Point(size, nanos(size, BARRIER.chosen(size, 0), new Noise(100_000, 5_000, 1))));
        }
        curves.add(new Curve("barrier, with noise", late));
        assertDrawn("simulated-scale", "8 bytes over Ethernet, us, by the number of ranks", curves, 8);
    }

    @Test
    @DisplayName("the picture of the algorithms of a reduction is that of the simulator")
    void algorithms() throws IOException {
        int size = 64;
        List<Curve> curves = new ArrayList<>();
        for (String algorithm : ALLREDUCE.algorithms(size, 8).keySet()) {
            List<Point> points = new ArrayList<>();
            for (int bytes = 8; bytes <= 8 << 20; bytes *= 4) {
                IntFunction<Plan> plans = ALLREDUCE.algorithms(size, bytes).get(algorithm);
                points.add(new Point(bytes, nanos(size, plans, Noise.NONE)));
            }
            curves.add(new Curve(algorithm, points));
        }
        assertDrawn("simulated-allreduce", "allreduce of 64 ranks over Ethernet, us, by bytes", curves, 16);
    }

    private static double nanos(int size, IntFunction<Plan> plans, Noise noise) {
        return Simulation.run(size, plans, Network.ETHERNET, noise).nanos();
    }

    private static void assertDrawn(String name, String title, List<Curve> curves, int step) throws IOException {
        Path file = PICTURES.resolve(name + ".svg");
        String svg = svg(title, curves, step);
        if (Boolean.getBoolean("pages.write")) {
            Files.writeString(file, svg);
        }
        assertThat(Files.readString(file))
                .describedAs("out of date; write it by: mvn -pl examples/benchmarks -am test"
                        + " -Dtest=SimulationPicturesTest -Dsurefire.failIfNoSpecifiedTests=false -Dpages.write=true")
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
