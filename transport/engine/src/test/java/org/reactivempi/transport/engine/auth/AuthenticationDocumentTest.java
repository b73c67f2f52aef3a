package org.reactivempi.transport.engine.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.auth.Credentials.Role;
import org.reactivempi.transport.engine.auth.ProofMessages.Answer;
import org.reactivempi.transport.engine.auth.ProofMessages.Challenge;
import org.reactivempi.transport.engine.auth.ProofMessages.Proof;
import org.reactivempi.transport.engine.packet.Picture;
import org.reactivempi.transport.engine.packet.Picture.Field;

/** docs/wire.md shows the messages of the handshake as their codecs do, and the codecs write what their pictures show. */
class AuthenticationDocumentTest {

    private static final Path DOCUMENT = Path.of("../../docs/wire.md");

    private static byte[] filled(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({"Challenge, 52", "Answer, 40", "Proof, 32"})
    @DisplayName("each message has its length and its codec's picture")
    void pictures(String codec, int length) throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .contains("### " + codec + ", " + length + " bytes\n")
                .contains("```\n" + Picture.of("auth", "ProofMessages", codec).text() + "\n```");
    }

    @Test
    @DisplayName("magic, version and labels are those of the code")
    void numbers() throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .contains("- `magic`: the bytes `RMPA`.")
                .contains("- `version`: " + ProofMessages.VERSION + " of the authentication")
                .contains("`" + new String(Role.ACCEPTOR.label(), StandardCharsets.US_ASCII) + "`")
                .contains("`" + new String(Role.CONNECTOR.label(), StandardCharsets.US_ASCII) + "`");
        ByteBuf opening = Unpooled.buffer();
        ProofMessages.encodeOpening(opening);
        assertThat(opening.readCharSequence(4, StandardCharsets.US_ASCII)).hasToString("RMPA");
    }

    @Test
    @DisplayName("the codecs write each field where its picture shows it")
    void fields() {
        ByteBuf challenge = Unpooled.buffer();
        Challenge.encode(challenge, 7, 9, filled(5));
        assertThat(challenge.readableBytes()).isEqualTo(Challenge.LENGTH_BYTES);
        assertThat(challenge.getIntLE(field("Challenge", "from").start())).isEqualTo(9);
        assertThat(challenge.getByte(field("Challenge", "nonce").start())).isEqualTo((byte) 5);
        assertThat(challenge.getLongLE(field("Challenge", "job").start())).isEqualTo(7);
        assertThat(Challenge.job(challenge)).isEqualTo(7);
        assertThat(Challenge.from(challenge)).isEqualTo(9);
        assertThat(Challenge.nonce(challenge)).isEqualTo(filled(5));

        ByteBuf answer = Unpooled.buffer();
        Answer.encode(answer, filled(6));
        assertThat(answer.readableBytes()).isEqualTo(Answer.LENGTH_BYTES);
        assertThat(answer.getByte(field("Answer", "nonce").start())).isEqualTo((byte) 6);
        assertThat(Answer.nonce(answer)).isEqualTo(filled(6));

        ByteBuf proof = Unpooled.buffer();
        Proof.encode(proof, filled(8));
        assertThat(proof.readableBytes()).isEqualTo(field("Proof", "proof").end());
        assertThat(Proof.proof(proof)).isEqualTo(filled(8));
    }

    private static Field field(String codec, String name) {
        Field field = Picture.of("auth", "ProofMessages", codec).fields().get(name);
        assertThat(field).as(codec + "." + name).isNotNull();
        return field;
    }
}
