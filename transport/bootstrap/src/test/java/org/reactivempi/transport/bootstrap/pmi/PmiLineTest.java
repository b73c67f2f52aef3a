package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.BootstrapException;

class PmiLineTest {

    private static final long SEED = 20261120;

    @Test
    @DisplayName("a line that was written is read again")
    void roundTrip() {
        ByteBuffer bytes = PmiLine.command("put")
                .with("kvsname", "kvs_1_0_2_vm")
                .with("key", "addr-0")
                .with("value", "a=b==")
                .encode();

        assertThat(StandardCharsets.US_ASCII.decode(bytes.duplicate()).toString())
                .isEqualTo("cmd=put kvsname=kvs_1_0_2_vm key=addr-0 value=a=b==\n");
        PmiLine read = read(bytes).get(0);
        assertThat(read.name()).isEqualTo("put");
        assertThat(read.get("value")).isEqualTo("a=b==");
    }

    @Test
    @DisplayName("unknown keys and words without a value are ignored, an absent code means success")
    void tolerance() {
        PmiLine line = PmiLine.parse("cmd=get_result  new=thing word value=v value=w msg= ");

        assertThat(line.get("value")).isEqualTo("v");
        assertThat(line.get("msg")).isEmpty();
        assertThat(line.succeeded()).isTrue();
        assertThat(PmiLine.parse("cmd=get_result rc=-1").succeeded()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "cmd", "GET / HTTP/1.1\r", " cmd=init", "cmd=\u0007", "cmd=put value=\u00e4"})
    @DisplayName("what is no PMI line is refused")
    void refused(String text) {
        assertThatThrownBy(() -> PmiLine.parse(text))
                .isInstanceOf(BootstrapException.class)
                .hasMessageStartingWith("not a PMI line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "a\\b", "\u00e4"})
    @DisplayName("values that would break a line are not written")
    void unwritable(String value) {
        assertThatThrownBy(() -> PmiLine.command("put").with("value", value)).isInstanceOf(BootstrapException.class);
    }

    @Test
    @DisplayName("a missing value and one that is no number are named")
    void values() {
        PmiLine line = PmiLine.parse("cmd=set size=two");

        assertThatThrownBy(() -> line.get("rank")).hasMessage("PMI line set has no rank");
        assertThatThrownBy(() -> line.getInt("size")).hasMessageContaining("size=\"two\"");
    }

    @Test
    @DisplayName("lines are written and read up to 999 bytes, newline included")
    void lengths() {
        int room = PmiLine.LENGTH_MAX - "cmd=put value=\n".length();

        ByteBuffer longest =
                PmiLine.command("put").with("value", "x".repeat(room)).encode();
        assertThat(longest.remaining()).isEqualTo(PmiLine.LENGTH_MAX);
        assertThat(read(longest)).hasSize(1);
        PmiLine longer = PmiLine.command("put").with("value", "x".repeat(room + 1));
        assertThatThrownBy(longer::encode).hasMessageContaining("1000").hasMessageContaining("999");
        assertThatThrownBy(() -> read(ByteBuffer.wrap((longer + "\n").getBytes(StandardCharsets.US_ASCII))))
                .hasMessageContaining("longer than 999");
    }

    @Test
    @DisplayName("lines are found however the bytes are cut")
    void cuts() {
        byte[] bytes =
                "cmd=initack\ncmd=set size=2\ncmd=set rank=0\ncmd=set debug=0\n".getBytes(StandardCharsets.US_ASCII);
        for (int step = 1; step <= bytes.length; step++) {
            PmiLineReader reader = new PmiLineReader(PmiLine.LENGTH_MAX);
            List<String> names = new ArrayList<>();
            for (int at = 0; at < bytes.length; at += step) {
                ByteBuffer part = ByteBuffer.wrap(bytes, at, Math.min(step, bytes.length - at));
                for (PmiLine line = reader.next(part); line != null; line = reader.next(part)) {
                    names.add(line.name());
                }
            }
            assertThat(names).containsExactly("initack", "set", "set", "set");
        }
    }

    @Test
    @DisplayName("mutated lines are read, or refused with a typed error, never anything else")
    void mutations() {
        byte[] original =
                "cmd=put kvsname=kvs_1 key=addr-0 value=V rc=0\ncmd=barrier_in\n".getBytes(StandardCharsets.US_ASCII);
        Random random = new Random(SEED);
        for (int round = 0; round < 50_000; round++) {
            byte[] mutant = original.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            readOrRefuse(mutant);
        }
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            for (PmiLine line : read(ByteBuffer.wrap(bytes))) {
                line.succeeded();
                line.getInt("rc");
            }
        } catch (BootstrapException e) {
            assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(200);
        }
    }

    private static List<PmiLine> read(ByteBuffer bytes) {
        PmiLineReader reader = new PmiLineReader(PmiLine.LENGTH_MAX);
        List<PmiLine> lines = new ArrayList<>();
        for (PmiLine line = reader.next(bytes); line != null; line = reader.next(bytes)) {
            lines.add(line);
        }
        return lines;
    }
}
