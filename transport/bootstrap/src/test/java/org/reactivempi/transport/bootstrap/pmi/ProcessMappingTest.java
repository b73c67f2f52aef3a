package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessMappingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "(vector,(0,1,1));         0; 2;  2",
                "(vector,(0,1,4));         3; 4;  4",
                "(vector,(0,2,4));         5; 8;  4",
                "(vector,(0,2,4),(2,1,8)); 9; 16; 8",
                "(vector,(0,2,1));         0; 5;  3",
                "(vector,(0,2,1));         1; 5;  2",
                "(vector,(0,1,9999999));   1; 3;  3",
            })
    @DisplayName("ranks of one host are counted, the blocks repeating until all ranks have a place")
    void counted(String mapping, int rank, int size, int expected) {
        assertThat(ProcessMapping.ranksOnHost(mapping, rank, size)).contains(expected);
    }

    @Test
    @DisplayName("the host of each rank is known, whether ranks lie on hosts in rows or in turns")
    void hosts() {
        assertThat(ProcessMapping.hosts("(vector,(0,2,2),(2,1,3))", 9)).contains(new int[] {0, 0, 1, 1, 2, 2, 2, 0, 0});
        assertThat(ProcessMapping.hosts("(vector,(0,2,1))", 5)).contains(new int[] {0, 1, 0, 1, 0});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "(vector)",
                "(vector,(0,1))",
                "(vector,(0,0,4))",
                "(vector,(0,1,0))",
                "(vector,(-1,1,1))",
                "(vector,(0,1,1)",
                "(vector,(0,1,99999999999))"
            })
    @DisplayName("what is no mapping tells nothing")
    void unknown(String mapping) {
        assertThat(ProcessMapping.ranksOnHost(mapping, 0, 4)).isEmpty();
    }
}
