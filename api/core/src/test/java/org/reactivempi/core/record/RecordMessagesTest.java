package org.reactivempi.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.MpiException;
import org.reactivempi.core.record.RecordMessages.Command;
import org.reactivempi.core.record.RecordMessages.Kind;
import org.reactivempi.core.record.RecordMessages.Offer;

class RecordMessagesTest {

    private static final String WORD = "0123456789abcdef0123456789abcdef";
    private static final List<Offer> OFFER =
            List.of(new Offer("trace", 1L << 33), new Offer("stats", 0), new Offer("x".repeat(32), 1));

    private static Command command(byte[] message) {
        return RecordMessages.command(message, message.length, OFFER.size());
    }

    @Test
    @DisplayName("what one side says the other one reads, from a larger room")
    void roundTrip() {
        byte[] offer = RecordMessages.offer(OFFER);
        assertThat(RecordMessages.offered(Arrays.copyOf(offer, RecordMessages.LONGEST_OFFER_BYTES), offer.length))
                .isEqualTo(OFFER);
        assertThat(command(RecordMessages.word(2, WORD))).isEqualTo(new Command(Kind.WORD, 2, 0, WORD));
        assertThat(command(RecordMessages.pull(1, 1L << 40))).isEqualTo(new Command(Kind.PULL, 1, 1L << 40, ""));
        assertThat(command(RecordMessages.kept(0))).isEqualTo(new Command(Kind.KEPT, 0, 0, ""));
        assertThat(command(RecordMessages.end())).isEqualTo(new Command(Kind.END, 0, 0, ""));
        assertThat(RecordMessages.isFound(RecordMessages.finding(true), 1)).isTrue();
        assertThat(RecordMessages.isFound(RecordMessages.finding(false), 1)).isFalse();
    }

    @Test
    @DisplayName("as many parts with as long names as are allowed fit into an offer")
    void longest() {
        List<Offer> most = IntStream.range(0, RecordMessages.MOST_PARTS)
                .mapToObj(i -> new Offer("n".repeat(30) + (10 + i), RecordMessages.LONGEST_PART_BYTES))
                .toList();
        byte[] offer = RecordMessages.offer(most);
        assertThat(RecordMessages.offered(offer, offer.length)).isEqualTo(most);
    }

    static List<byte[]> wrongOffers() {
        return List.of(
                new byte[0],
                new byte[] {-1},
                new byte[] {17},
                new byte[] {1},
                new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {1, 1, 'a', 0, 0, 0, 0, 0, 0, 0},
                new byte[] {1, 33, 'a', 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {1, -1, 'a', 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {1, 1, 'a', 0, 0, 0, 0, 0, 0, 0, -1},
                new byte[] {1, 1, 'a', 0, 0, 0, 0, 0, 0, 2, 0},
                new byte[] {1, 1, 'a', 0, 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {2, 1, 'a', 0, 0, 0, 0, 0, 0, 0, 0, 1, 'a', 0, 0, 0, 0, 0, 0, 0, 0});
    }

    @ParameterizedTest
    @MethodSource("wrongOffers")
    @DisplayName(
            "an offer that is too short or too long, of a part without name or end, or of one part twice is refused")
    void wrongOffer(byte[] message) {
        assertThatThrownBy(() -> RecordMessages.offered(message, message.length))
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("another rank sent ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "4 0", "-1 0", "1 3 0 0 0 0 0 0 0 0", "1 -1 0 0 0 0 0 0 0 0", "1 0", "2 0 0", "0 0 65"})
    @DisplayName("a command of no kind, for no part, or of another length is refused")
    void wrongCommand(String numbers) {
        byte[] message = bytes(numbers);
        assertThatThrownBy(() -> command(message)).isInstanceOf(MpiException.class);
    }

    @Test
    @DisplayName("a position before the beginning, and a finding that is none, are refused")
    void wrongNumbers() {
        byte[] before = RecordMessages.pull(0, -1);
        assertThatThrownBy(() -> command(before)).isInstanceOf(MpiException.class);
        assertThatThrownBy(() -> RecordMessages.isFound(new byte[] {2}, 1)).isInstanceOf(MpiException.class);
        assertThatThrownBy(() -> RecordMessages.isFound(new byte[] {1}, 0)).isInstanceOf(MpiException.class);
    }

    private static byte[] bytes(String numbers) {
        String[] words = numbers.isEmpty() ? new String[0] : numbers.split(" ");
        byte[] bytes = new byte[words.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Byte.parseByte(words[i]);
        }
        return bytes;
    }

    @Test
    @DisplayName("whatever bytes come, they are read or refused, and what is read is within its bounds")
    void anything() {
        Random random = new Random(7);
        byte[][] valid = {RecordMessages.offer(OFFER), RecordMessages.word(1, WORD), RecordMessages.pull(2, 77)};
        for (int i = 0; i < 100_000; i++) {
            byte[] message = valid[i % valid.length].clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt();
            }
            int length = random.nextInt(message.length + 1);
            try {
                assertThat(RecordMessages.offered(message, length))
                        .allMatch(offer -> offer.lengthBytes() >= 0
                                && offer.lengthBytes() <= RecordMessages.LONGEST_PART_BYTES
                                && !offer.name().isEmpty());
            } catch (MpiException refused) {
                assertThat(refused).hasMessageContaining("no way to hand over records");
            }
            try {
                Command command = RecordMessages.command(message, length, OFFER.size());
                assertThat(command.index()).isBetween(0, OFFER.size() - 1);
                assertThat(command.position()).isNotNegative();
            } catch (MpiException refused) {
                assertThat(refused).hasMessageContaining("no way to hand over records");
            }
        }
    }
}
