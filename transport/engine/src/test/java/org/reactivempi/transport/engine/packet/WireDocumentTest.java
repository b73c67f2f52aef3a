package org.reactivempi.transport.engine.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.PacketKind.Family;

/** docs/wire.md says what the codecs do. */
class WireDocumentTest {

    private static final Path DOCUMENT = Path.of("../../docs/wire.md");
    private static final Pattern KIND = Pattern.compile("^### ([A-Z_]+), kind .*$", Pattern.MULTILINE);
    private static final Pattern REASON = Pattern.compile("^\\| (\\d+) \\| ([A-Z_]+) \\|", Pattern.MULTILINE);

    private final String document = read();

    private static String read() {
        try {
            return Files.readString(DOCUMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("all kinds are there, in order")
    void kinds() {
        assertThat(KIND.matcher(document).results().map(heading -> heading.group(1)))
                .containsExactlyElementsOf(
                        Stream.of(PacketKind.values()).map(PacketKind::name).toList());
    }

    @ParameterizedTest
    @EnumSource(PacketKind.class)
    @DisplayName("each kind has its code, its length and its codec's picture")
    void kind(PacketKind kind) {
        String payload = kind.maxPayloadBytes() > 0 ? " and payload" : "";
        String heading = "### " + kind + ", kind " + kind.code() + ", " + kind.fixedBytes() + " bytes" + payload + "\n";
        assertThat(document).contains(heading);

        String section = document.substring(document.indexOf(heading) + heading.length());
        assertThat(section.substring(0, section.indexOf("\n#")))
                .contains("```\n"
                        + Picture.of("packet", file(kind.family()), codec(kind)).text() + "\n```");
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    @DisplayName("each family has its kinds, in order")
    void family(Family family) {
        String kinds = Stream.of(PacketKind.values())
                .filter(kind -> kind.family() == family)
                .map(PacketKind::name)
                .collect(Collectors.joining(", "));
        assertThat(document).contains("\n| " + family + " | " + kinds + " |");
    }

    @ParameterizedTest
    @ValueSource(classes = {PacketKind.class, Envelope.class})
    @DisplayName("what packets share is pictured as in the code")
    void shared(Class<?> codec) {
        assertThat(document).contains("```\n" + Picture.of(codec).text() + "\n```");
    }

    @Test
    @DisplayName("the reasons to refuse and to decline have their numbers")
    void reasons() {
        assertReasons(PacketKind.REFUSAL, Refusal.Reason.class);
        assertReasons(PacketKind.DECLINED, Declined.Reason.class);
        assertReasons(PacketKind.BALLOT, Ballot.Step.class);
        assertReasons(PacketKind.ROLL_CALL, RollCall.Step.class);
        assertReasons(PacketKind.STALL_QUESTION, DiagnosisPackets.Step.class);
    }

    private <C extends Enum<C> & Coded> void assertReasons(PacketKind kind, Class<C> reasons) {
        String section = document.substring(document.indexOf("### " + kind + ", kind "));
        List<MatchResult> rows = REASON.matcher(section.substring(0, section.indexOf("\n#")))
                .results()
                .toList();
        assertThat(rows).hasSameSizeAs(reasons.getEnumConstants());
        for (MatchResult row : rows) {
            assertThat(Coded.of(reasons, Integer.parseInt(row.group(1)), "row")).hasToString(row.group(2));
        }
    }

    @Test
    @DisplayName("version, payload limit and what a message costs are those of the code")
    void numbers() {
        assertThat(document).contains("- `version`: " + Hello.VERSION + ".");
        assertThat(document).contains("**its payload and " + EagerCredit.OVERHEAD_BYTES + "**");
        assertThat(document)
                .contains("the lesser of " + EagerCredit.INITIAL_BYTES + " and " + EagerCredit.LEAST_LIMIT_BYTES);
        assertThat(PacketKind.EAGER.maxPayloadBytes()).isEqualTo((1L << 31) - 1);
    }

    /** Kinds with the same picture share a codec. */
    private static String codec(PacketKind kind) {
        return switch (kind) {
            case EAGER_SYNCHRONOUS, EAGER_READY -> "EagerAnswered";
            case MATCHED, WITHDRAW, WITHDRAWN -> "SendNumber";
            case REQUEST_TO_SEND, READY_TO_SEND -> "RequestToSend";
            case GOODBYE, GOODBYE_SEEN, ABORTED, GIVEN_UP -> "Goodbye";
            case FLUSH, UNLOCK -> "Request";
            case POST, COMPLETE, FENCE, OPEN -> "Notice";
            default -> ownCodec(kind);
        };
    }

    private static String ownCodec(PacketKind kind) {
        return inCamelCase(kind.name());
    }

    /** The codecs of a family are in one file. */
    private static String file(Family family) {
        return inCamelCase(family.name()) + "Packets";
    }

    private static String inCamelCase(String name) {
        return Arrays.stream(name.split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
