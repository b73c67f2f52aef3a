package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.Failing.assertFails;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DatatypeAttributesTest {

    private final List<String> copied = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();

    private final AttributeKey<String> key = AttributeKey.<String>of("key")
            .copy(value -> {
                copied.add(value);
                return Optional.of("copy of " + value);
            })
            .delete(deleted::add);

    @Test
    @DisplayName("ENV-1 values of a datatype are set, got, replaced and deleted; an equal type has its own")
    void attached() {
        Datatype row = Datatype.INT.contiguous(4);

        row.attributes().set(key, "one");
        row.attributes().set(key, "two");

        assertThat(row.attributes()).isSameAs(row.attributes());
        assertThat(row.attributes().get(key)).contains("two");
        assertThat(deleted).containsExactly("one");
        assertThat(Datatype.INT.contiguous(4)).isEqualTo(row);
        assertThat(Datatype.INT.contiguous(4).attributes().get(key)).isEmpty();
        assertThat(row.attributes().delete(key)).isTrue();
        assertThat(row.attributes().delete(key)).isFalse();
        assertThat(deleted).containsExactly("one", "two");
    }

    @Test
    @DisplayName(
            "ENV-2, DT-11 a duplicate of a type has copies, or none where the key declines; types made of it ask for none")
    void copies() {
        AttributeKey<Integer> declines = AttributeKey.of("declines");
        Datatype row = Datatype.INT.contiguous(4);
        row.attributes().set(key, "value");
        row.attributes().set(declines, 1);

        Datatype made = row.vector(2, 1, 3);
        assertThat(copied).isEmpty();
        Datatype duplicate = row.dup();

        assertThat(duplicate).isEqualTo(row.dup());
        assertThat(copied).containsExactly("value", "value");
        assertThat(duplicate.attributes().get(key)).contains("copy of value");
        assertThat(duplicate.attributes().get(declines)).isEmpty();
        assertThat(made.attributes().get(key)).isEmpty();
        duplicate.attributes().delete(key);
        assertThat(row.attributes().get(key)).contains("value");
    }

    @Test
    @DisplayName(
            "ENV-2 a copy function that throws fails the duplicate, whose other copies are deleted; the type is as it was")
    void copyFails() {
        AttributeKey<Integer> bad = AttributeKey.<Integer>of("bad").copy(value -> {
            throw new IllegalStateException("no copy of " + value);
        });
        Datatype row = Datatype.INT.contiguous(4);
        row.attributes().set(key, "value");
        row.attributes().set(bad, 9);

        assertThatThrownBy(row::dup).hasMessage("no copy of 9");

        assertThat(deleted).containsExactly("copy of value");
        row.attributes().delete(bad);
        assertThat(row.dup().attributes().get(key)).contains("copy of value");
    }

    @Test
    @DisplayName("ENV-1 a type by another name is the same type, with the same attributes")
    void named() {
        Datatype row = Datatype.INT.contiguous(4);
        row.attributes().set(key, "value");

        Datatype named = row.named("row");
        named.attributes().set(key, "other");

        assertThat(row.attributes().get(key)).contains("other");
        assertThat(copied).isEmpty();
    }

    @Test
    @DisplayName(
            "ENV-1 the constants belong to all and have no attributes; their duplicates and types by another name have their own")
    void constants() {
        for (Datatype constant : List.of(Datatype.INT, Datatype.PACKED, Datatype.DOUBLE_INT)) {
            assertFails(constant::attributes, ErrorClass.TYPE, constant.name(), "dup()");
            Datatype own = constant.dup();
            own.attributes().set(key, "value");
            assertThat(own.attributes().get(key)).contains("value");
            constant.named("mine").attributes().set(key, "value");
            assertThat(constant.named("mine").attributes().get(key)).isEmpty();
        }
    }

    @Test
    @DisplayName("ENV-1 keys that communicators have by themselves are none of a datatype, and have the class KEYVAL")
    void foreignKeys() {
        Attributes attributes = Datatype.INT.contiguous(4).attributes();

        assertFails(() -> attributes.get(AttributeKey.TAG_UPPER_BOUND), ErrorClass.KEYVAL, "tagUpperBound");
        assertFails(() -> attributes.set(AttributeKey.TAG_UPPER_BOUND, 1), ErrorClass.KEYVAL, "tagUpperBound");
        assertFails(() -> attributes.delete(AttributeKey.WTIME_IS_GLOBAL), ErrorClass.KEYVAL, "wtimeIsGlobal");
    }

    @Test
    @DisplayName(
            "ENV-10 a datatype's name has at most 128 characters; constants have theirs, others and duplicates have none")
    void names() {
        Datatype row = Datatype.INT.contiguous(4);

        assertThat(Datatype.INT.name()).isEqualTo("INT");
        assertThat(Datatype.SHORT_INT.name()).isEqualTo("SHORT_INT");
        assertThat(row.name()).isEmpty();
        Datatype named = row.named("r".repeat(Mpi.MAX_OBJECT_NAME));
        assertThat(named.name()).hasSize(Mpi.MAX_OBJECT_NAME);
        assertThat(named.dup().name()).isEmpty();
        assertThat(Datatype.INT.dup().name()).isEmpty();
        assertThat(Datatype.SHORT_INT.dup().name()).isEmpty();
        assertThat(named.named("").name()).isEmpty();
        assertFails(() -> row.named("r".repeat(129)), ErrorClass.ARG, "129", "128");
    }
}
