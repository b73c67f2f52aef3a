package org.reactivempi.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a plot.
 *
 * @param label for people
 * @param color readable on white and on black
 * @param marker what stands at each point, drawn around (0, 0)
 * @param transport whole lines for TCP, broken ones for shared memory
 * @param points in ascending order of lengths
 */
record Curve(String label, String color, Marker marker, Transport transport, List<Point> points) {

    /** A place, and the range of what was measured there. */
    record Point(long bytes, Sample sample) {}

    enum Marker {
        CIRCLE("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"),
        SQUARE("M-3.5 -3.5h7v7h-7z"),
        TRIANGLE("M0 -4.5l4.2 7.6h-8.4z");

        private final String path;

        Marker(String path) {
            this.path = path;
        }

        String path() {
            return path;
        }
    }

    /** Ours and the peers', over all transports; those without results are left out. */
    static List<Curve> all(Results results, Selection selection, String test, String metric) {
        List<Curve> curves = new ArrayList<>();
        for (Transport transport : selection.transports()) {
            Source source = new Source(results, selection, transport, test, metric);
            curves.add(source.curve(ReactiveMpi.TITLE, ReactiveMpi.IMPLEMENTATION, "#d9551e", Marker.CIRCLE));
            curves.add(source.curve(Library.MPICH, "#3b82f6", Marker.SQUARE));
            curves.add(source.curve(Library.OPEN_MPI, "#2f9e44", Marker.TRIANGLE));
        }
        return curves.stream().filter(curve -> !curve.points.isEmpty()).toList();
    }

    private record Source(Results results, Selection selection, Transport transport, String test, String metric) {

        Curve curve(Library library, String color, Marker marker) {
            return curve(library.title(), library.implementation(), color, marker);
        }

        Curve curve(String title, String implementation, String color, Marker marker) {
            List<Point> points = new ArrayList<>();
            selection.lengths().stream()
                    .sorted()
                    .filter(bytes -> bytes > 0)
                    .forEach(bytes -> results.sample(implementation, transport.channel(), test, bytes, metric)
                            .ifPresent(sample -> points.add(new Point(bytes, sample))));
            return new Curve(title + ", " + transport.title(), color, marker, transport, points);
        }
    }
}
