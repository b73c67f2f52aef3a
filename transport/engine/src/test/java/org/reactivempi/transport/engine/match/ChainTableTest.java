package org.reactivempi.transport.engine.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChainTableTest {

    private final PostedTable table = new PostedTable();

    private Posted append(int context, int source, int tag) {
        Posted entry = new TestPosted(context, source, tag);
        table.append(entry, context, source, tag);
        return entry;
    }

    @Test
    @DisplayName("keeps every key apart while it grows")
    void grows() {
        List<Posted> entries = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            entries.add(append(i % 3, i % 5, i));
        }
        for (int i = 0; i < 5000; i++) {
            assertThat(table.first(i % 3, i % 5, i)).isSameAs(entries.get(i));
        }
        assertThat(table.first(0, 1, 5000)).isNull();
    }

    @Test
    @DisplayName("a chain that became empty takes the next entry with its key, as long as no other chain becomes empty")
    void again() {
        Posted first = append(1, 2, 3);
        PostedTable.PostedChain chain = first.chain;
        table.remove(first);
        assertThat(table.first(1, 2, 3)).isNull();
        append(4, 5, 6);

        Posted second = append(1, 2, 3);
        assertThat(second.chain).isSameAs(chain);
        assertThat(table.first(1, 2, 3)).isSameAs(second);
    }

    @Test
    @DisplayName(
            "a chain that became empty, and then another one, is used again for another key, without allocating one")
    void reuse() {
        Posted first = append(1, 2, 3);
        PostedTable.PostedChain chain = first.chain;
        table.remove(first);
        table.remove(append(7, 8, 9));

        Posted second = append(4, 5, 6);
        assertThat(second.chain).isSameAs(chain);
        assertThat(table.first(4, 5, 6)).isSameAs(second);
        assertThat(table.first(1, 2, 3)).isNull();
    }

    @Test
    @DisplayName("entries leave from the front, the middle and the end of their chain")
    void removal() {
        Posted a = append(1, 2, 3);
        Posted b = append(1, 2, 3);
        Posted c = append(1, 2, 3);
        Posted d = append(1, 2, 3);

        table.remove(b);
        table.remove(d);
        assertThat(table.first(1, 2, 3)).isSameAs(a);
        table.remove(a);
        assertThat(table.first(1, 2, 3)).isSameAs(c);
        table.remove(c);
        assertThat(table.first(1, 2, 3)).isNull();
        assertThatThrownBy(() -> table.remove(c)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("shows every entry once")
    void forEach() {
        List<Posted> entries = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            entries.add(append(0, 0, i % 10));
        }
        List<Posted> shown = new ArrayList<>();
        table.forEach(shown::add);
        assertThat(shown).containsExactlyInAnyOrderElementsOf(entries);
    }
}
