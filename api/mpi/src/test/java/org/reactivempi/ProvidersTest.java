package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ProvidersTest {

    @Test
    @DisplayName("without an implementation on the class path the error says what to add")
    void noImplementation() {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Mpi.run(new String[0], world -> Mono.empty()))
                .withMessageContaining("org.reactivempi:reactive-mpi-core")
                .satisfies(e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.SESSION));
        StepVerifier.create(Session.start()).verifyError(MpiException.class);
    }
}
