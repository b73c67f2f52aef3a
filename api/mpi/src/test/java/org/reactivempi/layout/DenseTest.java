package org.reactivempi.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DenseTest {

    @Test
    @DisplayName("elements at the same place, of the same length and width are equal, others are not")
    void equality() {
        List<Layout> different =
                List.of(new Dense(0, 8, 4), new Dense(4, 8, 4), new Dense(0, 16, 4), new Dense(0, 8, 8));

        assertThat(different).doesNotHaveDuplicates();
        assertThat(new Dense(0, 8, 4)).isEqualTo(different.get(0)).hasSameHashCodeAs(different.get(0));
    }
}
