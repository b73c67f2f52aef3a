package org.reactivempi.core.operation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

class HeapMemoryTest {

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, 1L << 31, 1L << 40})
    @DisplayName("ARG-3 what no array can hold is refused, with the length and what is possible")
    void tooLong(long lengthBytes) {
        assertThatThrownBy(() -> HeapMemory.aside(lengthBytes))
                .isInstanceOfSatisfying(MpiException.class, failure -> {
                    if (failure.errorClass() != ErrorClass.NO_MEM) {
                        throw failure;
                    }
                })
                .hasMessage(
                        "no memory to put " + lengthBytes
                                + " bytes aside while they are sent, at most 2147483639 bytes and what the heap has are possible");
    }
}
