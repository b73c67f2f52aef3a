package org.reactivempi.benchmarks.simulate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.benchmarks.pages.Chart;
import org.reactivempi.benchmarks.pages.Chart.Curve;
import org.reactivempi.benchmarks.pages.Chart.Point;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.plan.Plan;

/** The curves on the page about simulation are drawn from the simulator itself. */
@Tag("long")
class SimulationPicturesTest {

    private static final Operation BARRIER = new Operation(Barriers.BARRIER);
    private static final Operation ALLREDUCE = new Operation(Reductions.ALLREDUCE);

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
        Chart.assertDrawn(name, title, curves, step, SimulationPicturesTest.class);
    }
}
