package mpi;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.mpi.RanksInJvm;

class CollectiveProgramsTest {

    @ParameterizedTest
    @CsvSource({
        "CollectiveCalls, 1",
        "CollectiveCalls, 2",
        "CollectiveCalls, 5",
        "CollectiveCallsOfMpiJava, 1",
        "CollectiveCallsOfMpiJava, 3",
        "OwnReductions, 1",
        "OwnReductions, 4",
        "Communicators, 4",
        "TwoGroups, 3",
        "TwoGroups, 5",
        "CollectiveMistakes, 1",
        "CollectiveMistakes, 2",
        "Unserializable, 3",
        "Unserializable, 5"
    })
    @DisplayName("collective calls, communicators and topologies of both APIs do what a program expects")
    void run(String program, int ranks) {
        RanksInJvm.of(ranks)
                .with("REACTIVEMPI_CHECK_TYPES", "on")
                .with("REACTIVEMPI_CHECK_COLLECTIVES", "on")
                .run("programs." + program);
    }
}
