package org.reactivempi.core.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.ErrorClass;
import org.reactivempi.transport.engine.event.ContextId;

class ContextNumbersTest {

    @Test
    @DisplayName("RCV-6 no two ranks ever give out the same number, nor the world's, however they take and give back")
    void unique() {
        for (int worldSize = 1; worldSize <= 5; worldSize++) {
            Random random = new Random(worldSize);
            List<ContextNumbers> ranks = new ArrayList<>();
            for (int rank = 0; rank < worldSize; rank++) {
                ranks.add(new ContextNumbers(rank, worldSize));
            }
            Set<Integer> inUse = new HashSet<>(Set.of(ContextId.WORLD));
            List<int[]> given = new ArrayList<>();
            for (int step = 0; step < 5000; step++) {
                if (given.isEmpty() || random.nextInt(5) < 3) {
                    int rank = random.nextInt(worldSize);
                    int number = ranks.get(rank).take();
                    assertThat(inUse.add(number)).isTrue();
                    given.add(new int[] {rank, number});
                } else {
                    int[] back = given.remove(random.nextInt(given.size()));
                    inUse.remove(back[1]);
                    ranks.get(back[0]).giveBack(back[1]);
                }
            }
        }
    }

    @Test
    @DisplayName("RES-3 a rank runs out of numbers at the limit, says how many it has, and goes on when one comes back")
    void runsOut() {
        // 1 to 8, dealt out to three ranks: 1 4 7, 2 5 8, 3 6.
        int[] counts = {3, 3, 2};
        for (int rank = 0; rank < 3; rank++) {
            ContextNumbers numbers = new ContextNumbers(rank, 3, 8);
            for (int i = 0; i < counts[rank]; i++) {
                assertThat(numbers.take()).isEqualTo(1 + rank + 3 * i);
            }
            assertThat(numbers.take()).isEqualTo(ContextNumbers.NONE);
            assertThat(numbers.noneLeft(rank).errorClass()).isEqualTo(ErrorClass.OTHER);
            assertThat(numbers.noneLeft(rank)).hasMessageContainingAll("rank " + rank, "more than " + counts[rank]);
            numbers.giveBack(ContextNumbers.NONE);
            assertThat(numbers.take()).isEqualTo(ContextNumbers.NONE);
            numbers.giveBack(1 + rank);
            assertThat(numbers.take()).isEqualTo(1 + rank);
            assertThat(numbers.take()).isEqualTo(ContextNumbers.NONE);
        }
        assertThat(new ContextNumbers(2, 3, 1).take()).isEqualTo(ContextNumbers.NONE);
    }

    @Test
    @DisplayName("SIM-1 a rank that may have come again begins where chance says, which is the rank's")
    void ofReturning() {
        List<Integer> first = IntStream.of(1, 1, 2)
                .map(seed -> ContextNumbers.ofReturning(2, 3, new Random(seed)).take())
                .boxed()
                .toList();

        assertThat(first.get(0)).isEqualTo(first.get(1)).isNotEqualTo(first.get(2));
        assertThat(first).allMatch(number -> number % 3 == 0 && number <= ContextId.LARGEST_COMMUNICATOR);
    }
}
