package org.reactivempi.transport.engine.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What we compute is HMAC-SHA-256. */
class HmacTest {

    private static final byte[] NOTHING = {};

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static String code(byte[] key, String message) {
        return HexFormat.of().formatHex(new Hmac(key).end(message.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    @DisplayName("the examples of RFC 4231, with a short key and with one that is longer than a block")
    void examples() {
        assertThat(code(filled(20, 0x0b), "Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(code("Jefe".getBytes(StandardCharsets.US_ASCII), "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assertThat(code(filled(131, 0xaa), "Test Using Larger Than Block-Size Key - Hash Key First"))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    @Property(tries = 300)
    void itIsThatOfThePlatform(
            @ForAll @Size(min = 1, max = 200) byte[] key, @ForAll byte[] first, @ForAll byte[] second)
            throws Exception {
        Mac platform = Mac.getInstance("HmacSHA256");
        platform.init(new SecretKeySpec(key, "HmacSHA256"));
        platform.update(first);
        byte[] expected = platform.doFinal(second);
        Hmac ours = new Hmac(key);
        ours.update(first);
        assertThat(ours.end(second)).isEqualTo(expected);
        // The next message begins anew.
        ours.update(ByteBuffer.wrap(first));
        ours.update(second);
        assertThat(ours.end(NOTHING)).isEqualTo(expected);
    }
}
