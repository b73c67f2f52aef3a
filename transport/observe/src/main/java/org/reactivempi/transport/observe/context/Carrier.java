package org.reactivempi.transport.observe.context;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The texts that go with a message: keys and values in turn, a zero byte after each. */
final class Carrier {

    private static final String BETWEEN = "\0";

    private Carrier() {}

    static byte[] encode(Map<String, String> texts) {
        StringBuilder all = new StringBuilder();
        texts.forEach(
                (key, value) -> all.append(key).append(BETWEEN).append(value).append(BETWEEN));
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What a peer has sent, which may be anything: a key without a value is left out. */
    static Map<String, String> decode(byte[] bytes) {
        String[] words = new String(bytes, StandardCharsets.UTF_8).split(BETWEEN, -1);
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i + 2 < words.length; i += 2) {
            texts.put(words[i], words[i + 1]);
        }
        return texts;
    }
}
