package org.reactivempi.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WordCountsTest {

    private final WordCounts counts = new WordCounts();

    @Test
    @DisplayName("a word is a longest run of letters of any script, in lower case")
    void words() {
        counts.addText("Élan-ÉLAN it's 3D straße\t漢字x 𝔘ni ΣΊΣΥΦΟΣ");

        assertThat(lines())
                .containsExactlyInAnyOrder("2 élan", "1 it", "1 s", "1 d", "1 straße", "1 漢字x", "1 𝔘ni", "1 σίσυφος");
        assertThat(counts.total()).isEqualTo(9);
        assertThat(counts.different()).isEqualTo(8);
    }

    @Test
    @DisplayName("the order is by count, then by code points")
    void order() {
        counts.addText("b b a c c \uFF41 \uD83C\uDD8B \uD835\uDC4E ab");

        assertThat(lines()).containsExactly("2 b", "2 c", "1 a", "1 ab", "1 \uFF41", "1 \uD835\uDC4E");
    }

    @Test
    @DisplayName("parts of bounded size carry all counts")
    void parts() {
        for (int i = 0; i < 30_000; i++) {
            counts.addText(Integer.toString(i, 36).replaceAll("[0-9]", "x").repeat(2));
        }

        WordCounts merged = new WordCounts();
        List<String> parts = counts.parts().collectList().blockOptional().orElseThrow();
        parts.forEach(merged::addPart);

        assertThat(parts).hasSizeGreaterThan(1).allMatch(part -> part.length() < 65 * 1024);
        assertThat(merged.sorted().map(Object::toString).toList()).isEqualTo(lines());
        assertThat(merged.total()).isEqualTo(counts.total());
    }

    private List<String> lines() {
        return counts.sorted().map(Object::toString).toList();
    }
}
