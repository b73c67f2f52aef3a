package org.reactivempi.transport.engine.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Secret;

class RejectionsTest {

    @Test
    @DisplayName("each kind has its count")
    void counts() {
        Rejections rejections = new Rejections();
        rejections.count(Rejection.PROOF);
        rejections.count(Rejection.PROOF);
        rejections.count(Rejection.LATE);

        assertThat(rejections.of(Rejection.PROOF)).isEqualTo(2);
        assertThat(rejections.of(Rejection.LATE)).isEqualTo(1);
        assertThat(rejections.of(Rejection.TLS)).isZero();
        assertThat(rejections.total()).isEqualTo(3);
    }

    @Test
    @DisplayName("a secret doesn't show itself")
    void hidden() {
        assertThat(Secret.of("hush").toString()).doesNotContain("hush");
    }
}
