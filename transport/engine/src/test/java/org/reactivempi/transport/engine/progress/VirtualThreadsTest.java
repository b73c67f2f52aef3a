package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadsTest {

    @Test
    @DisplayName("a platform thread is not virtual, on each JDK")
    void platform() {
        assertThat(VirtualThreads.isVirtual(Thread.currentThread())).isFalse();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    @DisplayName("a virtual thread is, on a JDK that has them")
    void virtual() throws Exception {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Runnable asks = () -> answer.complete(VirtualThreads.isVirtual(Thread.currentThread()));
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, asks);
        assertThat(answer.get(10, TimeUnit.SECONDS)).isTrue();
    }
}
