package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.UsableAfterErrorsTest.failureOf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorCode;
import org.reactivempi.ErrorCodes;
import org.reactivempi.MpiException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** Classes and codes of errors that programs add. */
class ErrorCodesTest {

    private final ErrorCodes codes = new ErrorCodes();

    private static void assertWrong(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).satisfies(error -> assertIs(error, ErrorClass.ARG, words));
    }

    @Test
    @DisplayName("ENV-8 each predefined class has a number, a text, and is a code of itself")
    void predefined() {
        Set<Integer> numbers = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (ErrorClass each : ErrorClass.values()) {
            ErrorCode code = each.code();
            assertThat(code.errorClass()).isEqualTo(each);
            assertThat(code.classCode()).isSameAs(code);
            assertThat(code.isClass()).isTrue();
            assertThat(code.isOf(code)).isTrue();
            assertThat(code).hasToString(each.name());
            assertThat(code.number()).isEqualTo(each.number()).isBetween(1, 255);
            assertThat(codes.find(each.number())).contains(code);
            assertThat(codes.text(code)).isNotEmpty().hasSizeLessThanOrEqualTo(ErrorCodes.MAX_TEXT);
            assertThat(numbers.add(code.number())).isTrue();
            assertThat(texts.add(codes.text(code))).isTrue();
        }
        assertThat(codes.lastUsed()).isEqualTo(ErrorClass.values().length);
        assertThat(codes.find(0)).isEmpty();
        assertThat(codes.find(-1)).isEmpty();
        assertThat(codes.find(ErrorClass.values().length + 1)).isEmpty();
        assertThat(codes.find(ErrorCodes.FIRST_ADDED)).isEmpty();
    }

    @Test
    @DisplayName("ENV-8 classes and codes of a program don't collide with predefined ones, and have texts")
    void added() {
        ErrorCode solver = codes.addClass("the solver has failed");
        ErrorCode diverged = codes.addCode(solver, "it diverges");
        ErrorCode odd = codes.addCode(ErrorClass.COUNT.code(), "");

        assertThat(solver.number()).isGreaterThanOrEqualTo(ErrorCodes.FIRST_ADDED);
        assertThat(solver.isClass()).isTrue();
        assertThat(solver.errorClass()).isEqualTo(ErrorClass.OTHER);
        assertThat(diverged.isClass()).isFalse();
        assertThat(diverged.classCode()).isSameAs(solver);
        assertThat(diverged.isOf(solver)).isTrue();
        assertThat(solver.isOf(diverged)).isFalse();
        assertThat(diverged).hasToString((solver.number() + 1) + " (class " + solver.number() + ")");
        assertThat(odd.errorClass()).isEqualTo(ErrorClass.COUNT);
        assertThat(odd.isOf(ErrorClass.COUNT.code())).isTrue();
        assertThat(codes.text(diverged)).isEqualTo("it diverges");
        assertThat(codes.text(odd)).isEmpty();
        assertThat(codes.find(diverged.number())).contains(diverged);
        assertThat(codes.lastUsed()).isEqualTo(odd.number());
        codes.describe(odd, "an odd count");
        codes.describe(diverged, "");
        assertThat(codes.text(odd)).isEqualTo("an odd count");
        assertThat(codes.text(diverged)).isEmpty();
    }

    @Test
    @DisplayName("ENV-8 what is removed is gone for new uses, and lives on in the errors that carry it")
    void removed() {
        ErrorCode solver = codes.addClass("the solver has failed");
        ErrorCode diverged = codes.addCode(solver, "it diverges");
        MpiException error = new MpiException(diverged, "after 40 steps");
        assertWrong(() -> codes.remove(solver), "" + solver.number(), "" + diverged.number(), "remove them first");
        codes.remove(diverged);
        codes.remove(solver);
        assertThat(codes.find(diverged.number())).isEmpty();
        assertThat(codes.text(diverged)).isEmpty();
        assertThat(codes.lastUsed()).isEqualTo(ErrorClass.values().length);
        assertWrong(() -> codes.remove(diverged), "" + diverged.number(), "not known here");
        assertWrong(() -> codes.addCode(solver, ""), "" + solver.number(), "not known here");
        assertThat(error.code()).isSameAs(diverged);
        assertThat(codes.addClass("").number()).isGreaterThan(diverged.number());
    }

    @Test
    @DisplayName("ENV-8 wrong texts, and codes that are predefined, no class, or of others, are refused")
    void wrong() {
        ErrorCode code = codes.addCode(ErrorClass.ARG.code(), "");
        ErrorCode foreign = new ErrorCodes().addClass("");
        String tooLong = "x".repeat(ErrorCodes.MAX_TEXT + 1);
        assertWrong(() -> codes.addClass(tooLong), "513", "0 to 512");
        assertWrong(() -> codes.addClass(null), "null", "0 to 512");
        assertWrong(() -> codes.addCode(code, ""), "" + code.number(), "no class");
        assertWrong(() -> codes.addCode(null, ""), "null");
        assertWrong(() -> codes.describe(ErrorClass.RANK.code(), "x"), "RANK", "predefined");
        assertWrong(() -> codes.remove(ErrorClass.RANK.code()), "RANK", "predefined");
        assertWrong(() -> codes.describe(code, tooLong), "513");
        new ErrorCodes().addClass("");
        ErrorCodes others = new ErrorCodes();
        assertWrong(() -> others.remove(foreign), "" + foreign.number(), "not known here");
        assertThat(codes.lastUsed()).isEqualTo(code.number());
    }

    @Test
    @DisplayName("ENV-8 an error carries its code, which its text shows; without one, that of its class")
    void carried() {
        ErrorCode solver = codes.addClass("the solver has failed");
        Throwable cause = new IllegalStateException("why");
        MpiException own = new MpiException(solver, "after 40 steps", cause);
        assertThat(own.code()).isSameAs(solver);
        assertThat(own.errorClass()).isEqualTo(ErrorClass.OTHER);
        assertThat(own)
                .hasCause(cause)
                .hasToString(MpiException.class.getName() + " [" + solver.number() + "]: after 40 steps");
        MpiException plain = new MpiException(ErrorClass.TAG, "tag -5");
        assertThat(plain.code()).isSameAs(ErrorClass.TAG.code());
        assertThat(plain).hasToString(MpiException.class.getName() + " [TAG]: tag -5");
    }

    @Test
    @DisplayName("ENV-8 threads that add and remove codes at the same time get different ones, and lose none")
    void atTheSameTime() {
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        List<ErrorCode> left = Collections.synchronizedList(new ArrayList<>());
        Traffic.onThreads(4, thread -> {
            Random random = new Random(thread);
            ErrorCode own = codes.addClass("of thread " + thread);
            left.add(own);
            List<ErrorCode> mine = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                ErrorCode code = codes.addCode(own, thread + "." + i);
                assertThat(numbers.add(code.number())).isTrue();
                assertThat(codes.text(code)).isEqualTo(thread + "." + i);
                mine.add(code);
                if (random.nextBoolean()) {
                    codes.remove(mine.remove(random.nextInt(mine.size())));
                }
            }
            left.addAll(mine);
        });
        assertThat(left)
                .allSatisfy(code -> assertThat(codes.find(code.number())).contains(code));
        left.sort((one, other) -> Integer.compare(other.number(), one.number()));
        left.stream().filter(code -> !code.isClass()).forEach(codes::remove);
        left.stream().filter(ErrorCode::isClass).forEach(codes::remove);
        assertThat(codes.lastUsed()).isEqualTo(ErrorClass.values().length);
    }

    @OnEveryChannel
    @DisplayName("ENV-8 each rank has codes of its own, the same for all communicators of its session")
    void ofSession(Ranks ranks) {
        ErrorCodes zero = ranks.world(0).session().errorCodes();
        ErrorCodes one = ranks.world(1).session().errorCodes();
        assertThat(zero).isSameAs(ranks.session(0).errorCodes()).isNotSameAs(one);
        ErrorCode added = zero.addClass("of rank 0");
        assertThat(one.find(added.number())).isEmpty();
        Throwable error = failureOf(ranks.world(0).isend(Buffers.ints(1), 9, 1));
        assertThat(((MpiException) error).code()).isSameAs(ErrorClass.RANK.code());
    }
}
