package org.reactivempi.benchmarks.peers;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A value over the length of messages, as an SVG with logarithmic axes.
 *
 * <pre>
 *  title
 *  100 +----------------+
 *      |          .o    |  o-- legend
 *   10 |    o---'       |
 *    1 +----------------+
 *       8 B   1 KiB  1 MiB
 * </pre>
 * It has no background, and only colours that can be read on a white one and on a black one.
 */
final class Plot {

    static final String GREY = "#767c85";

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 610;
    private static final int TOP = 40;
    private static final int BOTTOM = 360;
    private static final int LEGEND = 635;
    private static final int LEGEND_LINE = 24;
    private static final int TEXT_DROP = 4;

    private final String title;
    private final List<Curve> curves;
    private final LogScale across;
    private final LogScale up;
    private final StringBuilder svg = new StringBuilder();

    private Plot(String title, List<Curve> curves) {
        this.title = title;
        this.curves = curves;
        double[] lengths =
                points(curves).mapToDouble(Curve.Point::bytes).sorted().toArray();
        double longest = Math.max(2 * lengths[0], lengths[lengths.length - 1]);
        this.across = new LogScale(lengths[0], longest, LEFT + 20.0, RIGHT - 20.0);
        this.up = LogScale.decades(
                points(curves)
                        .flatMapToDouble(point -> DoubleStream.of(
                                point.sample().smallest(), point.sample().largest())),
                BOTTOM,
                TOP);
    }

    private static Stream<Curve.Point> points(List<Curve> curves) {
        return curves.stream().flatMap(curve -> curve.points().stream());
    }

    /** Draws curves, one or more, with a point or more each. */
    static String svg(String title, List<Curve> curves) {
        return new Plot(title, curves).draw();
    }

    private String draw() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " font-family=\"sans-serif\" font-size=\"13\" fill=\"%s\">",
                WIDTH, HEIGHT, WIDTH, HEIGHT, GREY);
        add("<title>%s</title>", title);
        add("<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>", LEFT, title);
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\"/>",
                LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, GREY);
        drawAxes();
        for (int i = 0; i < curves.size(); i++) {
            draw(curves.get(i));
            drawLegend(curves.get(i), TOP + 12 + i * LEGEND_LINE);
        }
        add("</svg>");
        return svg.toString();
    }

    private void drawAxes() {
        for (double power : up.powersOfTen()) {
            double y = up.position(power);
            add("<path d=\"M%d %.1fH%d\" stroke=\"%s\" stroke-opacity=\"0.35\"/>", LEFT, y, RIGHT, GREY);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 8, y + TEXT_DROP, plain(power));
        }
        points(curves).mapToLong(Curve.Point::bytes).distinct().sorted().forEach(bytes -> {
            double x = across.position(bytes);
            add("<path d=\"M%.1f %dV%d\" stroke=\"%s\" stroke-opacity=\"0.35\"/>", x, TOP, BOTTOM, GREY);
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x, BOTTOM + 20, Measures.length(bytes));
        });
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">length of a message</text>",
                (LEFT + RIGHT) / 2, BOTTOM + 45);
    }

    private void draw(Curve curve) {
        String line = curve.points().stream()
                .map(point -> String.format(
                        Locale.ROOT, "%.1f %.1f", x(point), y(point.sample().median())))
                .collect(Collectors.joining("L", "M", ""));
        add("<g stroke=\"%s\" fill=\"%s\">", curve.color(), isFilled(curve) ? curve.color() : "none");
        add("<path d=\"%s\" fill=\"none\" stroke-width=\"2\"%s/>", line, dashes(curve));
        for (Curve.Point point : curve.points()) {
            Sample sample = point.sample();
            add("<path d=\"M%.1f %.1fV%.1f\"/>", x(point), y(sample.smallest()), y(sample.largest()));
            drawMarker(curve, x(point), y(sample.median()));
        }
        add("</g>");
    }

    private void drawLegend(Curve curve, double y) {
        add("<g stroke=\"%s\" fill=\"%s\">", curve.color(), isFilled(curve) ? curve.color() : "none");
        add("<path d=\"M%d %.1fh36\" fill=\"none\" stroke-width=\"2\"%s/>", LEGEND, y, dashes(curve));
        drawMarker(curve, LEGEND + 18, y);
        add("</g>");
        add("<text x=\"%d\" y=\"%.1f\">%s</text>", LEGEND + 44, y + TEXT_DROP, curve.label());
    }

    private void drawMarker(Curve curve, double x, double y) {
        add(
                "<path d=\"%s\" transform=\"translate(%.1f %.1f)\"/>",
                curve.marker().path(), x, y);
    }

    private double x(Curve.Point point) {
        return across.position(point.bytes());
    }

    private double y(double value) {
        return up.position(value);
    }

    private static boolean isFilled(Curve curve) {
        return curve.transport() == Transport.TCP;
    }

    private static String dashes(Curve curve) {
        return curve.transport() == Transport.TCP ? "" : " stroke-dasharray=\"6 4\"";
    }

    private static String plain(double power) {
        return power >= 1
                ? Long.toString(Math.round(power))
                : BigDecimal.valueOf(power).toPlainString();
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
