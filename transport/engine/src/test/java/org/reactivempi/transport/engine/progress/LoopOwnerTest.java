package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order in which an owner leaves, and in which others look whether it is there: what two threads can race for, step by step. */
class LoopOwnerTest {

    private static final long NEVER_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final long MOST_MILLIS = 120_000;

    private final LoopOwner owner = new LoopOwner(NEVER_NANOS);
    private volatile boolean command;
    private final Thread progress = new Thread(() -> {
        owner.start();
        owner.standAside(() -> command);
    });

    @BeforeEach
    void start() {
        progress.start();
        while (progress.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        command = true;
        owner.wake();
        awaitBack();
    }

    /** The progress thread is inside again, and has nothing else to do. */
    private void awaitBack() throws InterruptedException {
        progress.join(MOST_MILLIS);
        assertThat(progress.isAlive()).as("stands aside").isFalse();
    }

    private void take() {
        assertThat(owner.take(() -> {})).isTrue();
    }

    @Test
    @DisplayName("PRG-1 an owner that leaves looks for commands whose threads have found it inside, and hands them on")
    void commandWhileInside() throws InterruptedException {
        take();
        command = true;
        assertThat(owner.wake()).as("nobody is inside").isFalse();
        owner.leave(() -> command, false);
        awaitBack();
        assertThat(owner.inside()).isSameAs(progress);
    }

    @Test
    @DisplayName(
            "PRG-1 an owner that leaves looks for commands when it is not inside any more, so that later ones find nobody")
    void commandAfterTheLook() {
        take();
        AtomicReference<@Nullable Thread> inside = new AtomicReference<>(Thread.currentThread());
        owner.leave(
                () -> {
                    inside.set(owner.inside());
                    return false;
                },
                false);
        assertThat(inside.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    @DisplayName("PRG-1 an owner that leaves looks for threads that have begun to wait while it was inside")
    void waitsWhileInside() throws InterruptedException {
        take();
        owner.waits();
        owner.leave(() -> false, false);
        awaitBack();
        owner.hasWaited();
    }

    @Test
    @DisplayName(
            "PRG-1 a progress thread that is about to stand aside looks for commands that came while it was inside")
    void commandBeforeStandingAside() throws InterruptedException {
        command = true;
        owner.wake();
        awaitBack();
        Thread again = new Thread(() -> {
            owner.start();
            owner.standAside(() -> true);
        });
        again.start();
        again.join(MOST_MILLIS);
        assertThat(again.isAlive()).as("stands aside").isFalse();
        assertThat(owner.inside()).isSameAs(again);
    }
}
