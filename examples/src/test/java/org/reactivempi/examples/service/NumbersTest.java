package org.reactivempi.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.ExitException;

class NumbersTest {

    private static final int LARGEST = 1_000_000_000;

    @Test
    @DisplayName("parts and pieces have all numbers once, in their order, and may have none")
    void parts() {
        assertThat(numbersOf(new Numbers(1, 7), 3)).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(numbersOf(new Numbers(5, 6), 4)).containsExactly(5, 6);
        assertThat(numbersOf(new Numbers(5, 4), 2)).isEmpty();
        assertThat(new Numbers(1, LARGEST).part(2, 3)).isEqualTo(new Numbers(666_666_667, LARGEST));

        assertThat(new Numbers(5, 4).pieces()).isZero();
        assertThat(new Numbers(11, 1010).pieces()).isEqualTo(1);
        assertThat(new Numbers(11, 1011).pieces()).isEqualTo(2);
        assertThat(new Numbers(11, 1011).piece(1)).isEqualTo(new Numbers(1011, 1011));
        assertThat(new Numbers(1, LARGEST).piece(LARGEST / Numbers.PIECE - 1).last())
                .isEqualTo(LARGEST);
    }

    private static List<Integer> numbersOf(Numbers whole, int parts) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            Numbers part = whole.part(i, parts);
            for (int number = part.first(); number <= part.last(); number++) {
                all.add(number);
            }
        }
        return all;
    }

    @Test
    @DisplayName("trial division and the sieve come to the same primes")
    void primes() {
        assertThat(new Numbers(1, 30).primes()).containsExactly(2, 3, 5, 7, 11, 13, 17, 19, 23, 29);
        for (Numbers numbers : List.of(
                new Numbers(1, 1),
                new Numbers(2, 2),
                new Numbers(3, 2),
                new Numbers(1, 2000),
                new Numbers(120, 2120),
                new Numbers(LARGEST - 999, LARGEST))) {
            assertThat(numbers.sieve()).as("%s", numbers).containsExactly(numbers.primes());
        }
    }

    @Test
    @DisplayName("a question is read as it was written, and what is none is refused")
    void question() {
        Numbers numbers = new Numbers(17, 4711);
        assertThat(Numbers.of(numbers.question())).isEqualTo(numbers);
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.of(new int[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.of(new int[] {0, 1}));
    }

    @Test
    @DisplayName("a wrong, a missing and a superfluous piece of an answer end the client with one line")
    void checked() {
        Numbers numbers = new Numbers(1, 1500);
        Check right = new Check(0, numbers);
        assertThat(right.piece(numbers.piece(0).primes())).isEqualTo(168);
        assertThat(right.piece(numbers.piece(1).primes())).isEqualTo(71);
        right.end();
        assertWrong(() -> right.piece(new int[0]), "more than it was asked for");

        Check wrong = new Check(1, numbers);
        assertWrong(() -> wrong.piece(new int[] {2, 3, 5, 7}), "rank 1 of the service", "wrong primes of 1 to 1000");

        Check missing = new Check(0, numbers);
        missing.piece(numbers.piece(0).primes());
        assertWrong(missing::end, "nothing from 1001 on");
    }

    private static void assertWrong(Runnable step, String... words) {
        assertThatThrownBy(step::run).isInstanceOf(ExitException.class).hasMessageContainingAll(words);
    }
}
