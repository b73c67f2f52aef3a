package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CompletionQueueTest {

    private static final int MOST_IN_A_ROW = 512;

    private final Queue<Runnable> mailbox = new ArrayDeque<>();
    private final CompletionQueue signals = new CompletionQueue(mailbox::add);
    private final List<String> log = new ArrayList<>();

    private Completable logging(String name) {
        return signal(() -> log.add(name));
    }

    private static Completable signal(Runnable action) {
        return new Completable() {
            @Override
            protected void signal() {
                action.run();
            }
        };
    }

    private void complete(Completable signal) {
        signals.started();
        signals.due(signal);
    }

    private void turnUntilIdle() {
        for (Runnable next = mailbox.poll(); next != null; next = mailbox.poll()) {
            next.run();
        }
    }

    @Test
    @DisplayName("signals are given when the outermost step ends, in the order in which they became due")
    void endOfOutermostStep() {
        signals.step(() -> {
            complete(logging("first"));
            signals.step(() -> {
                complete(logging("second"));
                log.add("inner step ends");
            });
            log.add("outer step ends");
        });

        assertThat(log).containsExactly("inner step ends", "outer step ends", "first", "second");
        assertThat(signals.running()).isZero();
    }

    @Test
    @DisplayName("RX-9 a million operations, each started by the signal of the one before, need constant stack")
    void constantStack() {
        int[] left = {1_000_000};
        int[] deepest = {0};
        signals.step(() -> complete(next(left, deepest)));
        turnUntilIdle();

        assertThat(left[0]).isZero();
        assertThat(deepest[0]).isLessThan(200);
    }

    private Completable next(int[] left, int[] deepest) {
        return signal(() -> {
            if (left[0] % 1000 == 0) {
                deepest[0] = Math.max(deepest[0], new Throwable().getStackTrace().length);
            }
            if (--left[0] > 0) {
                signals.step(() -> complete(next(left, deepest)));
            }
        });
    }

    @Test
    @DisplayName("PRG-6 after a run of signals the loop gets its turn, once, and the rest follow in order")
    void yields() {
        signals.step(() -> {
            for (int i = 0; i < 2 * MOST_IN_A_ROW + 10; i++) {
                complete(logging("signal " + i));
            }
        });

        assertThat(log).hasSize(MOST_IN_A_ROW);
        assertThat(mailbox).hasSize(1);
        mailbox.remove().run();
        assertThat(log).hasSize(2 * MOST_IN_A_ROW);
        turnUntilIdle();
        assertThat(log).hasSize(2 * MOST_IN_A_ROW + 10).last().isEqualTo("signal " + (2 * MOST_IN_A_ROW + 9));
        assertThat(log.get(MOST_IN_A_ROW)).isEqualTo("signal " + MOST_IN_A_ROW);
    }

    @Test
    @DisplayName("LIF-2 whenIdle waits for what runs, and for the signals that are due, and comes once")
    void whenIdle() {
        signals.started();
        signals.whenIdle(() -> log.add("idle"));
        assertThat(log).isEmpty();

        signals.step(() -> signals.due(logging("signal")));
        signals.step(() -> complete(logging("later")));

        assertThat(log).containsExactly("signal", "idle", "later");
    }

    @Test
    @DisplayName("whenIdle comes at once where nothing runs, and after the last signal where one starts another")
    void whenIdleAtOnce() {
        signals.whenIdle(() -> log.add("idle"));
        assertThat(log).containsExactly("idle");

        signals.started();
        signals.whenIdle(() -> log.add("idle again"));
        signals.step(() -> signals.due(signal(() -> signals.step(() -> complete(logging("started by a signal"))))));
        assertThat(log).containsExactly("idle", "started by a signal", "idle again");
    }

    @Test
    @DisplayName("the same signal may become due again from inside itself")
    void dueAgain() {
        Completable[] self = new Completable[1];
        int[] left = {3};
        self[0] = signal(() -> {
            log.add("given");
            if (--left[0] > 0) {
                signals.step(() -> complete(self[0]));
            }
        });
        signals.step(() -> complete(self[0]));
        assertThat(log).containsExactly("given", "given", "given");
    }

    @Test
    @DisplayName("RX-8 a signal that throws all the same costs no other its turn")
    void throwingSignal() {
        assertThatThrownBy(() -> signals.step(() -> {
                    complete(signal(() -> {
                        throw new AssertionError("by a mistake");
                    }));
                    complete(logging("behind"));
                }))
                .hasMessage("by a mistake");
        turnUntilIdle();
        signals.step(() -> complete(logging("later")));

        assertThat(log).containsExactly("behind", "later");
    }

    @Test
    @DisplayName(
            "what waits for an end is asked after each step when all signals are given, until it says that it is over")
    void looks() {
        List<Boolean> answers = new ArrayList<>(List.of(false, false, true));
        signals.lookAfterSteps(() -> {
            log.add("asked");
            return answers.remove(0);
        });
        assertThat(log).containsExactly("asked", "asked");
        signals.step(() -> complete(logging("signal")));
        signals.step(() -> log.add("step"));
        assertThat(log).containsExactly("asked", "asked", "signal", "asked", "step");
    }

    @Test
    @DisplayName("what waits for an end may start operations, and have others wait")
    void looksThatAct() {
        boolean[] over = new boolean[2];
        signals.lookAfterSteps(() -> {
            if (!over[0]) {
                over[0] = true;
                complete(logging("of the first"));
                signals.lookAfterSteps(() -> over[1]);
            }
            return over[1];
        });
        turnUntilIdle();
        assertThat(log).containsExactly("of the first");
        over[1] = true;
        signals.step(() -> {});
        assertThat(signals.running()).isZero();
        signals.whenIdle(() -> log.add("idle"));
        assertThat(log).containsExactly("of the first", "idle");
    }
}
