package org.reactivempi.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.core.port.Party.Guest;
import org.reactivempi.core.port.Words.Step;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.fixtures.Seeds;

/**
 * What processes of other jobs, and users, say of ports: each is what it says again when it travels on, or is refused for a reason, and
 * costs no more memory than it is long.
 *
 * <p>With {@code -Pfuzz} it runs for minutes.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class PortFuzzTest {

    private static final int USUAL_SEEDS = 4000;
    private static final int MOST_CHANGES = 4;
    /** So much may one byte cost: the shortest address has 2 of them, and is an object with two texts. */
    private static final int MOST_PER_BYTE = 300;
    /** What an exception with its trace costs. */
    private static final int MOST_AT_ALL = 1 << 20;

    private static final int LARGE_BYTES = 2 << 20;

    private static final int[] NUMBERS = {
        0,
        1,
        2,
        3,
        7,
        255,
        4095,
        4096,
        4097,
        65_535,
        65_536,
        1 << 24,
        ContextId.LARGEST_COMMUNICATOR,
        ContextId.LARGEST_COMMUNICATOR + 1,
        Integer.MAX_VALUE,
        -1,
        -2,
        Integer.MIN_VALUE
    };
    private static final String[] BITS = {
        "",
        ":",
        ";",
        "@",
        "rmpi",
        "rmpi1:",
        "rmpi2:",
        "1",
        "-1",
        "00",
        "999999999",
        "2147483648",
        "0123456789abcdef",
        "tcp@",
        "@1",
        "\n",
        " ",
        "\0",
        "ä",
        "\ud83d",
        "\ud83d\ude00",
        "٣",
        "%",
        "\\",
        "..",
        "x".repeat(1000)
    };

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static boolean isLoaded;

    /** The classes, which cost memory as well. */
    @BeforeAll
    static void load() {
        parses(new byte[3]);
        parses(party(new Random(0)).encoded());
        isLoaded = true;
    }

    private static long cost(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    // ---- What is valid

    private static Party party(Random random) {
        List<Guest> guests = new ArrayList<>();
        int jobs = 1 + random.nextInt(3);
        int[] numbers = IntStream.range(0, jobs)
                .map(job -> random.nextInt(8) == 0 ? -1 : 1 + random.nextInt(ContextId.LARGEST_COMMUNICATOR))
                .toArray();
        int members = 1 + random.nextInt(6);
        for (int member = 0; member < members; member++) {
            int job = random.nextInt(jobs);
            guests.add(new Guest(new Group.Process("job-ä" + job, member), numbers[job], addresses(random)));
        }
        return Party.of(guests);
    }

    private static List<Address> addresses(Random random) {
        List<Address> addresses = new ArrayList<>();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            addresses.add(
                    new Address(random.nextBoolean() ? "shm" : "tcp", "host-" + random.nextInt(1000) + ":@" + left));
        }
        return addresses;
    }

    private static Words words(Step step, Random random) {
        int from = 1 + random.nextInt(100);
        int to = 1 + random.nextInt(100);
        return switch (step) {
            case CONNECT ->
                new Words(step, random.nextInt(), from, 0, party(random).encoded());
            case ACCEPTED -> new Words(step, 0, from, to, party(random).encoded());
            case READY, BEGUN -> Words.of(step, from, to);
            case REFUSED -> Words.refused(random.nextInt(2) * from, to, "nö".repeat(random.nextInt(3000)));
            case WITHDRAWN -> Words.of(step, from, random.nextInt(2) * to);
            case PUBLISH, UNPUBLISH, LOOKUP ->
                new Words(step, 0, from, 0, nameWords(step, random).encoded());
            case NAMED ->
                Words.named(to, random.nextBoolean() ? "" : name(random).text());
            case UNNAMED ->
                Words.unnamed(
                        to,
                        new MpiException(
                                random.nextBoolean() ? ErrorClass.NAME : ErrorClass.SERVICE,
                                "nö".repeat(random.nextInt(3000))));
        };
    }

    private static NameWords nameWords(Step step, Random random) {
        String name = "a name ä\ud83d\ude00".repeat(1 + random.nextInt(20)).substring(0, 1 + random.nextInt(8));
        return new NameWords(name, step == Step.PUBLISH ? name(random).text() : "");
    }

    private static Step step(Random random) {
        return Step.values()[random.nextInt(Step.values().length)];
    }

    private static PortName name(Random random) {
        return new PortName(
                random.nextInt(1_000_000_000), random.nextInt(1_000_000_000), random.nextLong(), addresses(random));
    }

    // ---- What may happen to it

    private static byte[] changed(byte[] valid, Random random) {
        byte[] bytes = valid.clone();
        for (int left = random.nextInt(MOST_CHANGES + 1); left > 0 && bytes.length > 0; left--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(20));
                case 4 -> {
                    int end = at + random.nextInt(bytes.length - at);
                    bytes = inserted(bytes, random.nextInt(bytes.length), Arrays.copyOfRange(bytes, at, end));
                }
                default -> {
                    if (at + Integer.BYTES <= bytes.length) {
                        ByteBuffer.wrap(bytes).putInt(at, NUMBERS[random.nextInt(NUMBERS.length)]);
                    }
                }
            }
        }
        return bytes;
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] more) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes, 0, at);
        all.writeBytes(more);
        all.write(bytes, at, bytes.length - at);
        return all.toByteArray();
    }

    private static String changed(String valid, Random random) {
        StringBuilder text = new StringBuilder(valid);
        for (int left = random.nextInt(MOST_CHANGES + 1); left > 0; left--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(6));
            text.replace(at, end, BITS[random.nextInt(BITS.length)]);
        }
        return text.toString();
    }

    // ---- What comes of it

    private static boolean parses(byte[] said) {
        Party[] parsed = new Party[1];
        long cost = cost(() -> parsed[0] = partyOrNull(said));
        if (isLoaded) {
            assertThat(cost).isLessThan(MOST_AT_ALL + (long) MOST_PER_BYTE * said.length);
        }
        if (parsed[0] == null) {
            return false;
        }
        assertThat(Party.of(parsed[0].encoded())).isEqualTo(parsed[0]);
        return true;
    }

    private static Party partyOrNull(byte[] said) {
        try {
            return Party.of(said);
        } catch (ProtocolException expected) {
            assertThat(expected).hasMessageNotContaining("null");
            return null;
        }
    }

    private static boolean areWords(byte[] said) {
        try {
            assertThat(Words.of(said).encoded()).isEqualTo(said);
            return true;
        } catch (ProtocolException expected) {
            return false;
        }
    }

    private static boolean isName(String text) {
        try {
            PortName name = PortName.of(text);
            assertThat(name.text()).hasSizeLessThanOrEqualTo(Mpi.MAX_PORT_NAME);
            assertThat(PortName.of(name.text())).isEqualTo(name);
            return true;
        } catch (MpiException expected) {
            assertThat(expected.errorClass()).isEqualTo(ErrorClass.PORT);
            return false;
        }
    }

    @Test
    @DisplayName("DPM-4 a group that is said is a group, or a breach")
    void parties() {
        Seeds.each(USUAL_SEEDS, seed -> {
            Random random = new Random(seed);
            Party party = party(random);
            assertThat(Party.of(party.encoded())).isEqualTo(party);
            parses(changed(party.encoded(), random));
        });
    }

    @Test
    @DisplayName("DPM-4 what is said of a port is a step of a meeting, or a breach")
    void steps() {
        Seeds.each(USUAL_SEEDS, seed -> {
            Random random = new Random(seed);
            byte[] said = words(step(random), random).encoded();
            assertThat(areWords(said)).isTrue();
            areWords(changed(said, random));
        });
    }

    @Test
    @DisplayName("DPM-5 what is asked of a name is a name, and a port's where one is needed, or a breach")
    void questions() {
        Step[] asked = {Step.PUBLISH, Step.UNPUBLISH, Step.LOOKUP};
        Seeds.each(USUAL_SEEDS, seed -> {
            Random random = new Random(seed);
            Step step = asked[random.nextInt(asked.length)];
            NameWords words = nameWords(step, random);
            assertThat(question(step, words.encoded())).isEqualTo(words);
            byte[] changed = changed(words.encoded(), random);
            NameWords other = question(step, changed);
            if (other != null) {
                assertThat(other.encoded()).isEqualTo(changed);
            }
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            question(step, noise);
        });
    }

    private static @Nullable NameWords question(Step step, byte[] said) {
        try {
            return NameWords.of(new Words(step, 0, 1, 0, said));
        } catch (ProtocolException expected) {
            assertThat(expected).hasMessageNotContaining("null");
            return null;
        }
    }

    @Test
    @DisplayName("DPM-1 a text is the name of a port, or fails with the port class")
    void names() {
        Seeds.each(USUAL_SEEDS, seed -> {
            Random random = new Random(seed);
            PortName name = name(random);
            assertThat(PortName.of(name.text())).isEqualTo(name);
            isName(changed(name.text(), random));
        });
    }

    @Test
    @DisplayName("DPM-4 noise is no group, and nothing that is said of a port, and no name")
    void noise() {
        Seeds.each(USUAL_SEEDS, seed -> {
            Random random = new Random(seed);
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            parses(noise);
            areWords(noise);
            isName(new String(noise, StandardCharsets.ISO_8859_1));
        });
    }

    @Test
    @DisplayName("DPM-4 a group that is cut off anywhere is a breach, and so is one with a byte too many")
    void cut() {
        byte[] whole = party(new Random(1)).encoded();
        for (int length = 0; length < whole.length; length++) {
            assertThat(parses(Arrays.copyOf(whole, length)))
                    .as("%d bytes", length)
                    .isFalse();
        }
        assertThat(parses(whole)).isTrue();
        assertThat(parses(Arrays.copyOf(whole, whole.length + 1))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("DPM-4 a step that is cut off in its numbers is a breach")
    void cutStep(Step step) {
        byte[] whole = words(step, new Random(1)).encoded();
        for (int length = 0; length < Words.HEADER_BYTES; length++) {
            assertThat(areWords(Arrays.copyOf(whole, length)))
                    .as("%d bytes", length)
                    .isFalse();
        }
        assertThat(areWords(whole)).isTrue();
    }

    /** A group of one job and one member, of parts that may be wrong. */
    private static byte[] group(int jobs, byte[] id, int number, int members, int job, int rank, String addresses) {
        byte[] text = addresses.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(100 + id.length + text.length);
        out.putInt(jobs).putShort((short) id.length).put(id).putInt(number);
        out.putInt(members)
                .putInt(job)
                .putInt(rank)
                .putShort((short) text.length)
                .put(text);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static final byte[] ID = {'j'};

    @Test
    @DisplayName("DPM-4 numbers that a group can't have, and texts that are none, are breaches")
    void wrongGroups() {
        assertThat(parses(group(1, ID, 1, 1, 0, 0, "tcp@here"))).isTrue();
        for (int count : new int[] {0, -1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(parses(group(count, ID, 1, 1, 0, 0, "tcp@here"))).isFalse();
            assertThat(parses(group(1, ID, 1, count, 0, 0, "tcp@here"))).isFalse();
        }
        for (int number : new int[] {0, -2, ContextId.LARGEST_COMMUNICATOR + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(parses(group(1, ID, number, 1, 0, 0, "tcp@here"))).isFalse();
        }
        for (int job : new int[] {1, -1, Integer.MAX_VALUE}) {
            assertThat(parses(group(1, ID, 1, 1, job, 0, "tcp@here"))).isFalse();
        }
        assertThat(parses(group(1, ID, 1, 1, 0, -1, "tcp@here"))).isFalse();
        assertThat(parses(group(1, new byte[] {(byte) 0xff}, 1, 1, 0, 0, "tcp@here")))
                .isFalse();
        for (String addresses : new String[] {"", "tcp", "@here", "tcp@here;", ";tcp@here"}) {
            assertThat(parses(group(1, ID, 1, 1, 0, 0, addresses))).isFalse();
        }
    }

    @Test
    @DisplayName("DPM-4 a group with a job twice, or with a member twice, is a breach")
    void twice() {
        Guest guest = new Guest(new Group.Process("j", 1), 5, List.of(new Address("tcp", "here")));
        assertThat(parses(Party.of(List.of(guest)).encoded())).isTrue();
        assertThat(parses(Party.of(List.of(guest, guest)).encoded())).isFalse();
        Party.OfJob job = new Party.OfJob("j", 5);
        assertThat(parses(new Party(List.of(job, job), List.of(guest)).encoded()))
                .isFalse();
    }

    @Test
    @DisplayName("RES-3 a large group costs memory by its length")
    void large() {
        ByteBuffer out = ByteBuffer.allocate(LARGE_BYTES);
        byte[] addresses = "a@;".repeat(20_000).concat("a@").getBytes(StandardCharsets.US_ASCII);
        out.putInt(1).putShort((short) 1).put(ID).putInt(1);
        int members = (out.remaining() - Integer.BYTES) / (10 + addresses.length);
        out.putInt(members);
        for (int rank = 0; rank < members; rank++) {
            out.putInt(0).putInt(rank).putShort((short) addresses.length).put(addresses);
        }
        assertThat(parses(Arrays.copyOf(out.array(), out.position()))).isTrue();
    }

    @Test
    @DisplayName("a group with a text that is too long to travel fails where it is")
    void tooLong() {
        Guest guest = new Guest(new Group.Process("j".repeat(65_536), 1), 5, List.of(new Address("tcp", "here")));
        assertThatThrownBy(() -> Party.of(List.of(guest)).encoded())
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("65536 bytes, allowed are 65535");
    }

    @Test
    @DisplayName("DPM-4 each step has what it needs, and nothing else")
    void wrongSteps() {
        byte[] nothing = {};
        List<Words> wrong = List.of(
                new Words(Step.CONNECT, 1, 0, 0, nothing),
                new Words(Step.CONNECT, 1, 1, 1, nothing),
                new Words(Step.ACCEPTED, 1, 1, 1, nothing),
                new Words(Step.ACCEPTED, 0, 0, 1, nothing),
                new Words(Step.ACCEPTED, 0, 1, 0, nothing),
                new Words(Step.READY, 1, 1, 1, nothing),
                new Words(Step.READY, 0, 0, 1, nothing),
                new Words(Step.READY, 0, 1, 0, nothing),
                new Words(Step.READY, 0, 1, 1, ID),
                new Words(Step.BEGUN, 1, 1, 1, nothing),
                new Words(Step.BEGUN, 0, 0, 1, nothing),
                new Words(Step.BEGUN, 0, 1, 0, nothing),
                new Words(Step.BEGUN, 0, 1, 1, ID),
                new Words(Step.REFUSED, 1, 1, 1, nothing),
                new Words(Step.REFUSED, 0, 1, 0, nothing),
                new Words(Step.REFUSED, 0, 1, 1, new byte[4097]),
                new Words(Step.WITHDRAWN, 1, 1, 1, nothing),
                new Words(Step.WITHDRAWN, 0, 0, 1, nothing),
                new Words(Step.WITHDRAWN, 0, 1, 1, ID));
        assertThat(wrong).noneMatch(words -> areWords(words.encoded()));
    }

    @Test
    @DisplayName("a reason that is too long loses its end, and no half of a character stays")
    void longReason() {
        for (int before = 0; before < 4; before++) {
            String why = "x".repeat(before) + "\ud83d\ude00".repeat(1100);
            Words said = Words.of(Words.refused(0, 1, why).encoded());
            assertThat(said.payload()).hasSizeBetween(4093, 4096);
            assertThat(why).startsWith(said.text());
        }
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                " ",
                "rmpi1",
                "rmpi1:1:0",
                "rmpi1:1:0:0123456789abcdef:",
                "rmpi1:1:0:0123456789ABCDEF:tcp@here",
                "rmpi1:1:0:0123456789abcdef0:tcp@here",
                "rmpi1:-1:0:0123456789abcdef:tcp@here",
                "rmpi1:1:-1:0123456789abcdef:tcp@here",
                "rmpi1:1:1000000000:0123456789abcdef:tcp@here",
                "rmpi1:1:0:0123456789abcdef:tcp@here;",
                "rmpi1:1:0:0123456789abcdef:@here",
                "rmpi1:1:0:0123456789abcdef:tcp",
                "rmpi1:1:0:0123456789abcdef:tcp@h e r e",
                "rmpi1:1:0:0123456789abcdef:tcp@hére",
                "rmpi1:٣:0:0123456789abcdef:tcp@here",
                "rmpi2:1:0:0123456789abcdef:tcp@here",
                "rmpi99999999999:1"
            })
    @DisplayName("DPM-1 a text that is no name fails with the port class")
    void noNames(String text) {
        assertThat(isName(text)).isFalse();
    }

    @Test
    @DisplayName("DPM-1 a name is as long as a name may be, at most")
    void lengths() {
        String start = "rmpi1:1:0:0123456789abcdef:tcp@";
        Consumer<Integer> check = length ->
                assertThat(isName(start + "x".repeat(length - start.length()))).isEqualTo(length <= Mpi.MAX_PORT_NAME);
        check.accept(Mpi.MAX_PORT_NAME);
        check.accept(Mpi.MAX_PORT_NAME + 1);
    }
}
