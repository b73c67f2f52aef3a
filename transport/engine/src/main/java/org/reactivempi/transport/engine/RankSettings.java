package org.reactivempi.transport.engine;

import java.util.List;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.link.LinkSettings;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.progress.ProgressSettings;
import org.reactivempi.transport.engine.window.WindowCheck;

/**
 * The engine's settings.
 *
 * @param eagerLimitBytes the longest message that is sent without asking the receiver first
 * @param eagerCreditBytes how much of eager messages, bookkeeping included, one peer may have under way
 * @param unexpectedLimitBytes the same for all peers together
 * @param progress how the progress thread waits, and where it runs
 * @param links how long a rank waits for its peers
 * @param stalls when ranks that wait are looked into
 * @param windows whether it looks for operations that meet in its memory of windows
 */
public record RankSettings(
        int eagerLimitBytes,
        int eagerCreditBytes,
        int unexpectedLimitBytes,
        ProgressSettings progress,
        LinkSettings links,
        StallSettings stalls,
        WindowCheck windows)
        implements EngineSettings {

    private static final Setting<Integer> EAGER_LIMIT = Setting.number("eager-limit-bytes", 65_536, 0, 16 << 20)
            .described("The longest message that is sent without asking the receiver first.");
    private static final Setting<Integer> EAGER_CREDIT = Setting.number(
                    "eager-credit-bytes", 4 << 20, EagerCredit.INITIAL_BYTES, 1 << 30)
            .described("How much of such messages, 352 bytes for each and its payload, one peer may have under way to "
                    + "this rank. Beyond it the peer asks first, so a rank holds at most this for each peer.");
    private static final Setting<Integer> UNEXPECTED_LIMIT = Setting.number(
                    "unexpected-limit-bytes", 64 << 20, EagerCredit.LEAST_LIMIT_BYTES, 1 << 30)
            .described(
                    "How much of such messages, counted in the same way, a rank holds in all. Each rank of the job "
                            + "has the same share of it, itself included; where that is less than `eager-credit-bytes`, a peer "
                            + "may have this much under way. A share of less than 352 bytes holds no message: all are announced.");

    /** All of them. */
    public static List<Setting<?>> all() {
        Stream<Setting<?>> messages = Stream.of(EAGER_LIMIT, EAGER_CREDIT, UNEXPECTED_LIMIT);
        return Stream.of(
                        messages,
                        ProgressSettings.all().stream(),
                        LinkSettings.all().stream(),
                        StallSettings.all().stream(),
                        Stream.of(WindowCheck.SETTING))
                .<Setting<?>>flatMap(settings -> settings)
                .toList();
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    public static RankSettings from(SettingSource source) {
        return new RankSettings(
                EAGER_LIMIT.in(source),
                EAGER_CREDIT.in(source),
                UNEXPECTED_LIMIT.in(source),
                ProgressSettings.from(source),
                LinkSettings.from(source),
                StallSettings.from(source),
                WindowCheck.SETTING.in(source));
    }

    /** What a rank of a job of so many grants each of them. */
    int grantBytes(int ranks) {
        return EagerCredit.grant(eagerCreditBytes, unexpectedLimitBytes, ranks);
    }
}
