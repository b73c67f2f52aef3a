package org.reactivempi.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JobSecretTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    @DisplayName("is 32 random bytes, and doesn't show itself")
    void random() {
        JobSecret secret = JobSecret.random();
        assertThat(secret.text())
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(JobSecret.random().text());
        assertThat(secret.toString()).doesNotContain(secret.text());
    }

    @Test
    @DisplayName("the ranks of a world in one JVM share one, unless they have one of their own")
    void inOneJvm() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        assertThat(world.bootstrap(0).exchange().orElseThrow().secret(null).block(TIMEOUT))
                .isEqualTo(
                        world.bootstrap(1).exchange().orElseThrow().secret(null).block(TIMEOUT))
                .isNotEqualTo(InJvmWorld.of(2, Map.of())
                        .bootstrap(0)
                        .exchange()
                        .orElseThrow()
                        .secret(null)
                        .block(TIMEOUT));
        assertThat(world.bootstrap(0).exchange().orElseThrow().secret("mine").block(TIMEOUT))
                .isEqualTo("mine");
    }
}
