package org.reactivempi.transport.engine.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChainTableTest {

    private final ChainTable<Posted.Chain> table = new ChainTable<>(Posted.Chain::new);

    private Posted append(int context, int source, int tag) {
        Posted entry = new TestPosted(context, source, tag);
        table.chain(context, source, tag).append(entry);
        return entry;
    }

    private void remove(Posted entry) {
        table.left(entry.leave());
    }

    private @Nullable Posted first(int context, int source, int tag) {
        Posted.Chain chain = table.find(context, source, tag);
        return chain == null ? null : chain.first();
    }

    @Test
    @DisplayName("keeps every key apart while it grows")
    void grows() {
        List<Posted> entries = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            entries.add(append(i % 3, i % 5, i));
        }
        for (int i = 0; i < 5000; i++) {
            assertThat(first(i % 3, i % 5, i)).isSameAs(entries.get(i));
        }
        assertThat(first(0, 1, 5000)).isNull();
    }

    @Test
    @DisplayName("a chain that became empty takes the next entry with its key, as long as no other chain becomes empty")
    void again() {
        Posted first = append(1, 2, 3);
        Posted.Chain chain = first.chain;
        remove(first);
        assertThat(first(1, 2, 3)).isNull();
        append(4, 5, 6);

        Posted second = append(1, 2, 3);
        assertThat(second.chain).isSameAs(chain);
        assertThat(first(1, 2, 3)).isSameAs(second);
    }

    @Test
    @DisplayName(
            "a chain that became empty, and then another one, is used again for another key, without allocating one")
    void reuse() {
        Posted first = append(1, 2, 3);
        Posted.Chain chain = first.chain;
        remove(first);
        remove(append(7, 8, 9));

        Posted second = append(4, 5, 6);
        assertThat(second.chain).isSameAs(chain);
        assertThat(first(4, 5, 6)).isSameAs(second);
        assertThat(first(1, 2, 3)).isNull();
    }

    @Test
    @DisplayName("entries leave from the front, the middle and the end of their chain")
    void removal() {
        Posted a = append(1, 2, 3);
        Posted b = append(1, 2, 3);
        Posted c = append(1, 2, 3);
        Posted d = append(1, 2, 3);

        remove(b);
        remove(d);
        assertThat(first(1, 2, 3)).isSameAs(a);
        remove(a);
        assertThat(first(1, 2, 3)).isSameAs(c);
        remove(c);
        assertThat(first(1, 2, 3)).isNull();
        assertThatThrownBy(() -> remove(c)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("shows every entry once")
    void forEach() {
        List<Posted> entries = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            entries.add(append(0, 0, i % 10));
        }
        List<Posted> shown = new ArrayList<>();
        table.forEachChain(chain -> chain.forEach(shown::add));
        assertThat(shown).containsExactlyInAnyOrderElementsOf(entries);
    }
}
