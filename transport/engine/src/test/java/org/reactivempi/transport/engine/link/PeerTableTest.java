package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A table that grows with the peers. */
class PeerTableTest {

    private final PeerTable<String> table = new PeerTable<>();

    @Test
    @DisplayName("it gives what was added, for ranks of any size and distance, and null for the others")
    void random() {
        Random random = new Random(5);
        for (int stride : new int[] {1, 2, 1024, 65_536}) {
            PeerTable<Integer> ranks = new PeerTable<>();
            Map<Integer, Integer> model = new HashMap<>();
            for (int i = 0; i < 2000; i++) {
                int rank = random.nextInt(3000) * stride;
                assertThat(ranks.get(rank)).isEqualTo(model.get(rank));
                if (model.putIfAbsent(rank, i) == null) {
                    ranks.add(rank, i);
                }
            }
            assertThat(ranks.size()).isEqualTo(model.size());
            model.forEach((rank, entry) -> assertThat(ranks.get(rank)).isEqualTo(entry));
        }
    }

    @Test
    @DisplayName("a visitor sees entries in the order in which they came, also those that it adds")
    void visitors() {
        table.add(9000, "a");
        table.add(3, "b");
        List<String> seen = new ArrayList<>();

        table.forEach(entry -> {
            seen.add(entry);
            if (table.size() < 40) {
                table.add(100 + table.size(), entry + "'");
            }
        });

        assertThat(seen).hasSize(40).startsWith("a", "b", "a'", "b'");
    }

    @Test
    @DisplayName("a peer has one entry")
    void once() {
        table.add(0, "a");
        assertThatThrownBy(() -> table.add(0, "b")).isInstanceOf(IllegalStateException.class);
        assertThat(table.get(0)).isEqualTo("a");
        assertThat(table.get(1)).isNull();
    }

    @Test
    @DisplayName("an entry that is taken out leaves its place to those that follow")
    void removed() {
        table.add(0, "a");
        table.add(1, "b");
        table.add(2, "c");
        table.remove(1);
        table.remove(5);
        assertThat(table.get(1)).isNull();
        assertThat(table.size()).isEqualTo(2);
        assertThat(table.entry(1)).isEqualTo("c");
        table.add(1, "d");
        assertThat(table.entry(2)).isEqualTo("d");
    }
}
