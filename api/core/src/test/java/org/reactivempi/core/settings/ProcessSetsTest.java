package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

class ProcessSetsTest {

    private static ProcessSets sets(String text) {
        return ProcessSets.in(Map.of("process-sets", text)::get, 8);
    }

    @Test
    @DisplayName("SES-2 sets have their names and ranks in the order that they are written in")
    void written() {
        ProcessSets sets = sets("ocean=0-3,7 | my.org/ice:2=6,4-5");
        assertThat(sets.names()).containsExactly("ocean", "my.org/ice:2");
        assertThat(sets.ranks("ocean")).containsExactly(0, 1, 2, 3, 7);
        assertThat(sets.ranks("my.org/ice:2")).containsExactly(6, 4, 5);
        assertThat(sets.ranks("land")).isEmpty();
        assertThat(sets).hasToString("ocean=0,1,2,3,7|my.org/ice:2=6,4,5");
        assertThat(sets("none").names()).isEmpty();
        assertThat(ProcessSets.SETTING.in(name -> null)).hasToString("none");
    }

    @Test
    @DisplayName("SES-2 sets are compared between ranks")
    void compared() {
        assertThat(JobSettings.in(Map.of("process-sets", "a=0-1")::get).text()).isEqualTo("process-sets=a=0,1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a=",
                "=1",
                "a=1,",
                "a=3-1",
                "a=1|",
                "a=1|a=2",
                "a=1,0-2",
                "a b=1",
                "mpi://X=1",
                "rmpi://X=1",
                "a=x",
                "a=9999999"
            })
    @DisplayName("what names no sets is refused with what is allowed in its place")
    void mistakes(String text) {
        assertThatThrownBy(() -> sets(text))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("such as ocean=0-3|ice=4,6");
    }

    @Test
    @DisplayName("a rank that the job doesn't have is refused, with its set and the ranks that there are")
    void outside() {
        assertThatThrownBy(() -> sets("a=0|b=3,8"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("0..7")
                .hasMessageContaining("the set b has rank 8");
    }
}
