package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;

class OtherReductionsTest {

    private static double[] reduced(String name, double[] left, double... right) {
        Datatype pair = Datatype.DOUBLE.contiguous(2);
        OtherReductions.of(name, pair)
                .reduceLocal(Buffers.of(left).as(pair, 1), Buffers.of(right).as(pair, 1));
        return right;
    }

    private static float[] reduced(String name, float[] left, float... right) {
        Datatype pair = Datatype.FLOAT.contiguous(2);
        OtherReductions.of(name, pair)
                .reduceLocal(Buffers.of(left).as(pair, 1), Buffers.of(right).as(pair, 1));
        return right;
    }

    @Test
    @DisplayName("OPS-2, OPS-3 pairs of one type keep NaN, and the sign of zero, as Math.min and Math.max do")
    void pairs() {
        for (String name : new String[] {"MINLOC", "MAXLOC"}) {
            assertThat(reduced(name, new double[] {Double.NaN, 2}, 1, 1)).containsExactly(Double.NaN, 2);
            assertThat(reduced(name, new double[] {1, 1}, Double.NaN, 2)).containsExactly(Double.NaN, 2);
            assertThat(reduced(name, new double[] {Double.NaN, 2}, Double.NaN, 1))
                    .containsExactly(Double.NaN, 1);
            assertThat(reduced(name, new float[] {Float.NaN, 2}, 1, 1)).containsExactly(Float.NaN, 2);
            assertThat(reduced(name, new float[] {1, 1}, Float.NaN, 2)).containsExactly(Float.NaN, 2);
        }
        assertThat(reduced("MINLOC", new double[] {-0.0, 2}, 0.0, 1)).containsExactly(-0.0, 2);
        assertThat(reduced("MAXLOC", new double[] {-0.0, 1}, 0.0, 2)).containsExactly(0.0, 2);
        assertThat(reduced("MINLOC", new float[] {5, 3}, 5, 4)).containsExactly(5, 3);
        assertThat(reduced("MINLOC", new float[] {4, 3}, 5, 2)).containsExactly(4, 3);
    }
}
