package org.reactivempi.examples.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTest {

    private static final Origin ORIGIN = new Origin("mpich", "tcp", "native", "spin");

    @Test
    @DisplayName("a row is read as it was written")
    void roundTrip() {
        Row row = new Row(ORIGIN, "latency", 8, "p50_us", 4.8125);

        assertThat(row.toLine()).isEqualTo("mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us\t4.8125");
        assertThat(Row.parse(row.toLine())).contains(row);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# a comment",
                "mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us",
                "mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us\t1\t2",
                "mpich\ttcp\tnative\tspin\tlatency\teight\tp50_us\t1",
                "mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us\tfast",
                "mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us\tNaN"
            })
    @DisplayName("other lines are no rows")
    void otherLines(String line) {
        assertThat(Row.parse(line)).isEmpty();
    }

    @Test
    @DisplayName("how ranks wait is an option, or a setting, or the default, and is set in any case")
    void waiting() {
        assertThat(Waiting.withSetting(new String[] {"--tsv"}))
                .containsExactly("--tsv", "--reactivempi.waiting=adaptive");
        assertThat(Waiting.withSetting(new String[] {"--waiting", "SPIN", "--reactivempi.waiting=sleep"}))
                .endsWith("--reactivempi.waiting=spin");
        assertThat(Waiting.of(new String[] {"--reactivempi.waiting=spin", "--reactivempi.waiting=sleep"}))
                .isEqualTo("sleep");
        assertThat(Waiting.of(new String[] {"--waiting"})).isEqualTo("adaptive");
    }
}
