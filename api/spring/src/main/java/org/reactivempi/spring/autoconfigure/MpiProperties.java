package org.reactivempi.spring.autoconfigure;

import java.time.Duration;
import java.util.Set;
import org.reactivempi.Mpi;
import org.reactivempi.spring.session.PropertyException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.MimeType;

/**
 * The starter's own properties. The library's settings are properties as well, {@code reactivempi.NAME}; the session reads them.
 *
 * @param session about the session
 * @param listener about listeners
 * @param codec about Spring's encoders and decoders as codecs
 */
@ConfigurationProperties("reactivempi")
record MpiProperties(
        @DefaultValue SessionProperties session,
        @DefaultValue ListenerProperties listener,
        @DefaultValue CodecProperties codec) {

    /** Their names without prefix. */
    static final Set<String> NAMES = Set.of(
            "session.enabled",
            "session.start-timeout",
            "session.web-rank",
            "listener.concurrency",
            "listener.prefetch",
            "codec.mime-type");

    record SessionProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("60s") Duration startTimeout) {

        private static final Duration LONGEST = Duration.ofHours(1);

        SessionProperties {
            if (startTimeout.toMillis() < 1 || startTimeout.compareTo(LONGEST) > 0) {
                throw PropertyException.outside(
                        "reactivempi.session.start-timeout", startTimeout.toMillis() + "ms", "1ms to 1h");
            }
        }
    }

    record ListenerProperties(
            @DefaultValue("1") int concurrency,
            @DefaultValue("" + Mpi.STREAM_PREFETCH) int prefetch) {

        private static final int MOST = 1024;

        ListenerProperties {
            require("concurrency", concurrency, 1, MOST);
            require("prefetch", prefetch, 0, Integer.MAX_VALUE);
        }

        private static void require(String name, int value, int min, int max) {
            if (value < min || value > max) {
                throw PropertyException.outside("reactivempi.listener." + name, value, min + " to " + max);
            }
        }
    }

    record CodecProperties(@DefaultValue("application/json") MimeType mimeType) {}
}
