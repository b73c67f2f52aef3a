package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.MpiException;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.transport.channel.settings.SettingException;

/** Which algorithm a text asks for, and what is wrong with it. */
class AlgorithmTableTest {

    private static AlgorithmTable table(String text) {
        return AlgorithmTable.SETTING.in(Map.of("algorithms", text)::get);
    }

    @Test
    @DisplayName(
            "the first entry counts that has the operation and the length, its ends included; without one the library chooses")
    void entries() {
        AlgorithmTable table = table(
                "bcast:0-16k:binomial, bcast:16k-inf:scatter-ring,alltoall:100-1m:pairwise,allgather:1g-inf:ring");

        assertThat(table.algorithm("bcast", 0)).isEqualTo("binomial");
        assertThat(table.algorithm("bcast", 16384)).isEqualTo("binomial");
        assertThat(table.algorithm("bcast", 16385)).isEqualTo("scatter-ring");
        assertThat(table.algorithm("bcast", Long.MAX_VALUE)).isEqualTo("scatter-ring");
        assertThat(table.algorithm("alltoall", 99)).isNull();
        assertThat(table.algorithm("alltoall", 1 << 20)).isEqualTo("pairwise");
        assertThat(table.algorithm("alltoall", (1 << 20) + 1)).isNull();
        assertThat(table.algorithm("allgather", 1 << 30)).isEqualTo("ring");
        assertThat(table.algorithm("reduce", 8)).isNull();
        assertThat(AlgorithmTable.SETTING.in(name -> null)).isSameAs(AlgorithmTable.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bcast                  | bcast, allowed is OPERATION:FROM-TO:ALGORITHM",
                "bcast:0-1k:binomial,   | , allowed is OPERATION:FROM-TO:ALGORITHM",
                "bcast:-1-5:binomial    | bcast:-1-5:binomial, allowed is OPERATION:FROM-TO:ALGORITHM",
                "bcast:0-5t:binomial    | bcast:0-5t:binomial, allowed is OPERATION:FROM-TO:ALGORITHM",
                "cast:0-1:binomial      | cast:0-1:binomial, with the operation cast, allowed is allgather, allreduce, alltoall, barrier, bcast",
                "bcast:0-1:bruck        | bcast:0-1:bruck, with the algorithm bruck, allowed is for bcast leaders, binomial, scatter-ring, circulant",
                "bcast:2k-1k:binomial   | bcast:2k-1k:binomial, with the end below its beginning, allowed is FROM-TO"
            })
    @DisplayName("an entry that is wrong is refused with what is allowed in its place")
    void mistakes(String text, String words) {
        assertThatThrownBy(() -> table(text))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("reactivempi.algorithms is ")
                .hasMessageContaining(words);
    }

    @Test
    @DisplayName(
            "COL-38 settings that must be the same on all ranks are compared, and where they differ both ranks are named")
    void compared() {
        JobSettings none = JobSettings.in(name -> null);
        JobSettings some = JobSettings.in(Map.of("algorithms", "bcast:0-16k:binomial")::get);

        assertThat(none.areDefaults()).isTrue();
        assertThatCode(() -> some.check(2, 0, JobSettings.in(Map.of("algorithms", "bcast:0-16k:binomial")::get)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> some.check(2, 0, none))
                .isInstanceOf(MpiException.class)
                .hasMessage("settings that must be the same on all ranks differ: rank 2 has"
                        + " algorithms=bcast:0-16k:binomial, rank 0 has none of them");
        assertThat(JobSettings.in(Map.of("algorithms", " bcast:0-16384:binomial, bcast:1-inf:binomial")::get)
                        .text())
                .isEqualTo("algorithms=bcast:0-16k:binomial,bcast:1-inf:binomial");
        String many = "bcast:0-16k:binomial,".repeat(40) + "bcast:0-";
        JobSettings one = JobSettings.in(Map.of("algorithms", many + "1m:binomial")::get);
        JobSettings another = JobSettings.in(Map.of("algorithms", many + "2m:binomial")::get);
        assertThat(one.text()).hasSizeLessThan(320);
        assertThat(one).isNotEqualTo(another);
        JobSettings others = JobSettings.in(Map.of("reductions", "reproducible", "check-collectives", "on")::get);
        assertThatThrownBy(() -> others.check(1, 0, some))
                .hasMessage("settings that must be the same on all ranks differ: rank 1 has check-collectives=on and"
                        + " reductions=reproducible, rank 0 has algorithms=bcast:0-16k:binomial");
        assertThat(JobSettings.in(Map.of("reductions", "fast")::get)).isEqualTo(none);
    }
}
