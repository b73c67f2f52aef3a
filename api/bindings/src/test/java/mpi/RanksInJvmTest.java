package mpi;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.mpi.RanksInJvm;

class RanksInJvmTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    @DisplayName("each rank of a JVM has its own MPI.COMM_WORLD")
    void ranksHaveTheirOwnWorld(int ranks) {
        RanksInJvm.of(ranks).run("programs.Ring");
    }
}
