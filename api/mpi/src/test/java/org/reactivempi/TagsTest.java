package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TagsTest {

    @Test
    @DisplayName("ARG-2 a name's tag is the same for ever, and in the range of tags that names have")
    void stable() {
        assertThat(Tags.of("prices")).isEqualTo(Tags.of("prices")).isEqualTo(360327963);
        assertThat(IntStream.range(0, 1000).map(i -> Tags.of("stable " + i))).allMatch(tag -> tag >= Tags.LEAST);
    }

    @Test
    @DisplayName("an empty name is refused")
    void empty() {
        assertThatThrownBy(() -> Tags.of("")).hasMessage("a tag's name is empty");
    }

    @Test
    @DisplayName("two names with one tag are told where the second is used, with both of them")
    void collision() {
        Map<Integer, String> seen = new HashMap<>();
        assertThatThrownBy(() ->
                        IntStream.range(0, 1_000_000).forEach(i -> seen.put(Tags.of("collision " + i), "" + i)))
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.TAG))
                .hasMessageMatching("the names \"collision \\d+\" and \"collision \\d+\" have the same tag, \\d+: .*");
        assertThat(seen).hasSizeGreaterThan(1000);
    }
}
