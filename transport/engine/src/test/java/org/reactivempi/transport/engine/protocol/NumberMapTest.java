package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NumberMapTest {

    @Test
    @DisplayName("entries are found by their numbers, and shown in the order of those, whatever has been removed")
    void asAModel() {
        Random random = new Random(7);
        NumberMap<String> map = new NumberMap<>();
        TreeMap<Long, String> model = new TreeMap<>();
        long next = 0;
        for (int step = 0; step < 20_000; step++) {
            long number = random.nextInt(3) == 0 && next > 0 ? random.nextLong(next) : next++;
            if (random.nextBoolean()) {
                assertThat(map.put(number, "entry " + number)).isEqualTo(model.put(number, "entry " + number));
            } else {
                assertThat(map.remove(number)).isEqualTo(model.remove(number));
            }
            assertThat(map.get(number)).isEqualTo(model.get(number));
            assertThat(map.size()).isEqualTo(model.size());
        }
        assertThat(map.all()).containsExactlyElementsOf(model.values());
        map.clear();
        assertThat(map.all()).isEmpty();
    }

    @Test
    @DisplayName("hundreds of thousands of entries leave in the order in which they came, as messages do")
    void oldestFirst() {
        int many = 400_000;
        NumberMap<Integer> map = new NumberMap<>();
        for (int number = 0; number < many; number++) {
            map.put(number, number);
        }
        for (int number = 0; number < many; number++) {
            assertThat(map.remove(number) == number).isTrue();
        }
        assertThat(map.size()).isZero();
    }
}
