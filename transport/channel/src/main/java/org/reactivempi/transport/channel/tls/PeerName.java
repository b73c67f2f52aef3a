package org.reactivempi.transport.channel.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * The name that a peer's certificate must carry among its subject alternative names: of DNS, a URI or an IP address. Each
 * {@code *} in it stands for one character or more, but no dot and no slash.
 */
final class PeerName {

    static final Setting<String> SETTING = Setting.text(
                    "tls-peer-name", "", "a name as in certificates, such as rank-*.job.example")
            .described(
                    "What the certificate of each peer must have among its subject alternative names of DNS, URIs and IP "
                            + "addresses; `*` stands for any characters but dots and slashes. None is any trusted certificate.");

    /** At least one character that stands for itself, of the characters that such names have. */
    private static final Pattern NAMES = Pattern.compile("(?=.*[A-Za-z0-9])[A-Za-z0-9*._~:/@%+-]{1,255}");

    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int IP_ADDRESS = 7;
    private static final List<Integer> TYPES = List.of(DNS, URI, IP_ADDRESS);

    private final String text;

    private PeerName(String text) {
        this.text = text;
    }

    /** What a source sets, if anything. Throws {@link SettingException} where it can be no name. */
    static Optional<PeerName> from(SettingSource source) {
        String text = SETTING.in(source);
        if (!text.isEmpty() && !NAMES.matcher(text).matches()) {
            throw new SettingException(SETTING.name(), text, SETTING.allowed());
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(new PeerName(text));
    }

    /** Throws where the certificate has no such name. */
    void check(X509Certificate certificate) throws CertificateException {
        List<String> names = new ArrayList<>();
        if (certificate.getSubjectAlternativeNames() != null) {
            for (List<?> name : certificate.getSubjectAlternativeNames()) {
                int type = (Integer) name.get(0);
                if (TYPES.contains(type)) {
                    names.add((String) name.get(1));
                    if (matches(type, (String) name.get(1))) {
                        return;
                    }
                }
            }
        }
        throw new CertificateException("the certificate of " + certificate.getSubjectX500Principal() + " has the names "
                + names + ", and " + SETTING.name() + " demands " + text);
    }

    private boolean matches(int type, String name) {
        String pattern = Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining("[^./]+"));
        return Pattern.compile(pattern, type == DNS ? Pattern.CASE_INSENSITIVE : 0)
                .matcher(name)
                .matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
