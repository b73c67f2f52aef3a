package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Calls that throw, by the contract. */
final class Failing {

    private Failing() {}

    static void assertFails(ThrowingCallable call, ErrorClass errorClass, String... words) {
        assertThatExceptionOfType(MpiException.class).isThrownBy(call).satisfies(error -> {
            assertThat(error.errorClass()).isEqualTo(errorClass);
            List.of(words).forEach(word -> assertThat(error).hasMessageContaining(word));
        });
    }
}
