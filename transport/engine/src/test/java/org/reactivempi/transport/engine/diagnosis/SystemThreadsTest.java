package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which threads the system says are awake. */
class SystemThreadsTest {

    private static final String NAME = "a thread with a name longer than the system's";

    @BeforeEach
    void linux() {
        assumeTrue(Files.exists(Path.of("/proc/thread-self")));
    }

    @Test
    @DisplayName("one that runs is awake, by the beginning of its name; one that is parked is not, nor is the caller")
    void states() throws InterruptedException {
        CountDownLatch parks = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    while (parks.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                    awaitUnlessInterrupted(end);
                },
                NAME);
        thread.setDaemon(true);
        thread.start();
        awaitAwake(true);

        parks.countDown();

        awaitAwake(false);
        Thread.currentThread().setName("the caller");
        assertThat(SystemThreads.awake()).doesNotContain("the caller");
        end.countDown();
        thread.join();
    }

    private static void awaitUnlessInterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitAwake(boolean expected) {
        while (SystemThreads.awake().stream().anyMatch(name -> SystemThreads.isNameOf(name, NAME)) != expected) {
            Thread.yield();
        }
    }

    @Test
    @DisplayName("long names are cut to 15 bytes, at the end or in the middle, and through a character if need be")
    void names() {
        assertThat(SystemThreads.isNameOf("short", "short")).isTrue();
        assertThat(SystemThreads.isNameOf("short", "shorter")).isFalse();
        assertThat(SystemThreads.isNameOf("a thread with a", NAME)).isTrue();
        assertThat(SystemThreads.isNameOf("a threa..ystem's", NAME)).isFalse();
        assertThat(SystemThreads.isNameOf("a threa..stem's", NAME)).isTrue();
        assertThat(SystemThreads.isNameOf("fourteen bytes\u00c3", "fourteen bytes\u00fc"))
                .isTrue();
    }
}
