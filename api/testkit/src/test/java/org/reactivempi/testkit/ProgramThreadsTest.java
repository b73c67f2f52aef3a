package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Threads that are woken while they go from one wait to another. */
class ProgramThreadsTest {

    private static final int ROUNDS = 10_000;

    /** By which a thread is woken at each moment of the look at it. */
    private static final int LATEST = 5000;

    /** Waits in two ways, one after the other. */
    private static final class Walker extends Thread {

        private final CyclicBarrier round;
        private volatile boolean goesOn;
        private boolean isOver;
        private int walked;

        Walker(CyclicBarrier round) {
            super("walker");
            this.round = round;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    goesOn = false;
                    isOver = false;
                    round.await();
                    while (!goesOn) {
                        LockSupport.park(this);
                    }
                    synchronized (this) {
                        while (!isOver) {
                            wait();
                        }
                    }
                    walked++;
                    round.await();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        void goOn() {
            goesOn = true;
            LockSupport.unpark(this);
        }

        synchronized void end() {
            isOver = true;
            notifyAll();
        }
    }

    @Test
    @DisplayName("SIM-1 a thread that leaves a park for the wait for a monitor just then is not waited for")
    void leavesPark() throws Exception {
        CyclicBarrier round = new CyclicBarrier(3);
        Walker walker = new Walker(round);
        walker.start();
        Thread waker = new Thread(
                () -> {
                    try {
                        for (int i = 0; i < ROUNDS; i++) {
                            round.await();
                            for (int spin = i % LATEST; spin > 0; spin--) {
                                Thread.onSpinWait();
                            }
                            walker.goOn();
                            round.await();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                "waker");
        waker.setDaemon(true);
        waker.start();
        for (int i = 0; i < ROUNDS; i++) {
            round.await();
            for (int k = 0; k < 3; k++) {
                ProgramThreads.wakeAll();
            }
            walker.end();
            round.await();
        }
        walker.join();
        waker.join();
        assertThat(walker.walked).isEqualTo(ROUNDS);
    }

    @Test
    @DisplayName("SIM-1 who is no longer wanted waits for no thread")
    void interrupted() {
        Thread parked = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(this);
            }
        });
        parked.setDaemon(true);
        parked.start();
        while (LockSupport.getBlocker(parked) == null) {
            Thread.onSpinWait();
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(ProgramThreads::wakeAll).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        parked.interrupt();
    }
}
