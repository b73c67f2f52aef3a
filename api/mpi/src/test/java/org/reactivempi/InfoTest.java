package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Failing.assertFails;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Hints.Hint;

class InfoTest {

    @Test
    @DisplayName("ENV-5 keys stand in the order in which they were set first, whatever was set again or deleted since")
    void order() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            Map<String, String> model = new LinkedHashMap<>();
            Info info = Info.create();
            for (int step = 0; step < 60; step++) {
                String key = "key " + random.nextInt(12);
                if (random.nextInt(3) == 0 && model.remove(key) != null) {
                    info = info.without(key);
                } else {
                    String value = "value " + step;
                    model.put(key, value);
                    info = info.with(key, value);
                }
                assertThat(info.keys()).isEqualTo(new ArrayList<>(model.keySet()));
                assertThat(info.get(key)).isEqualTo(java.util.Optional.ofNullable(model.get(key)));
            }
            assertThat(info.size()).isEqualTo(model.size());
            assertThat(info.toMap()).isEqualTo(model);
            assertThat(info).isEqualTo(Info.of(model)).hasToString(model.toString());
        }
    }

    @Test
    @DisplayName("ENV-5 a changed copy leaves its original as it was")
    void copies() {
        Info one = Info.create().with("a", "1");

        Info two = one.with("a", "2").with("b", "3");
        Info three = two.with(Info.create().with("b", "4").with("c", "5"));

        assertThat(Info.create().size()).isZero();
        assertThat(one.toMap()).isEqualTo(Map.of("a", "1"));
        assertThat(two.toMap()).isEqualTo(Map.of("a", "2", "b", "3"));
        assertThat(three.keys()).containsExactly("a", "b", "c");
        assertThat(three.get("b")).contains("4");
        assertThat(one).isEqualTo(two.without("b").with("a", "1")).hasSameHashCodeAs(Info.of(Map.of("a", "1")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256, 4096})
    @DisplayName("ENV-5 a key has 1 to 255 characters")
    void wrongKeys(int length) {
        Info info = Info.create().with("a", "1");
        String key = "k".repeat(length);

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> info.with(key, "1"),
                () -> info.get(key),
                () -> info.without(key),
                () -> Info.of(Map.of(key, "1")))) {
            assertFails(call, ErrorClass.INFO_KEY, "255", Integer.toString(length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1025, 5000})
    @DisplayName("ENV-5 a value has 1 to 1024 characters")
    void wrongValues(int length) {
        String value = "v".repeat(length);

        assertFails(() -> Info.create().with("a", value), ErrorClass.INFO_VALUE, "\"a\"", "1024", "" + length);
        assertFails(() -> Info.of(Map.of("a", value)), ErrorClass.INFO_VALUE, "\"a\"", "1024", "" + length);
    }

    @Test
    @DisplayName("ENV-5 keys and values of the greatest lengths are kept whole, with blanks and any characters")
    void longest() {
        String key = " \u00e4\uD83D\uDE00" + "k".repeat(Info.MAX_KEY - 4);
        String value = "\n" + "v".repeat(Info.MAX_VALUE - 2) + " ";

        assertThat(Info.create().with(key, value).get(key)).contains(value);
    }

    @Test
    @DisplayName("ENV-5 a key that is not there has no value, and can't be deleted")
    void missing() {
        Info info = Info.create().with("a", "1").with("b", "2");

        assertThat(info.get("c")).isEmpty();
        assertFails(() -> info.without("c"), ErrorClass.INFO_NOKEY, "\"c\"", "a, b");
        assertThat(info.get("a")).contains("1");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("ENV-5 a hint goes into an info, and comes out of it; one that is not named is not given")
    void hints(Hint hint) {
        Hints hints = Hints.create().with(hint, true);

        assertThat(hints.has(hint)).isTrue();
        assertThat(Hints.of(hints.toInfo())).isEqualTo(hints).hasSameHashCodeAs(hints);
        assertThat(hints.toInfo().get(hint.key())).contains("true");
        assertThat(Hints.create().toInfo().get(hint.key())).contains("false");
        assertThat(Hints.of(Info.create().with(hint.key(), "false"))).isEqualTo(Hints.create());
        assertThat(hints.with(hint, false)).isEqualTo(Hints.create());
        assertFails(
                () -> Hints.of(Info.create().with(hint.key(), "yes")),
                ErrorClass.INFO_VALUE,
                hint.key(),
                "yes",
                "true");
    }

    @Test
    @DisplayName("ENV-5 unknown keys are ignored, and an info changes the hints that it names alone")
    void changes() {
        Hints hints = Hints.create().noAnySource().exactLength();

        Hints changed = hints.with(Info.create()
                .with("colour", "blue")
                .with("mpi_assert_exact_length", "false")
                .with("mpi_assert_allow_overtaking", "true"));

        assertThat(changed).isEqualTo(Hints.create().allowOvertaking().noAnySource());
        assertThat(changed).hasToString("Hints[NO_ANY_SOURCE, ALLOW_OVERTAKING]");
        assertThat(changed.toInfo().keys())
                .containsExactly(
                        "mpi_assert_no_any_tag",
                        "mpi_assert_no_any_source",
                        "mpi_assert_exact_length",
                        "mpi_assert_allow_overtaking");
    }
}
