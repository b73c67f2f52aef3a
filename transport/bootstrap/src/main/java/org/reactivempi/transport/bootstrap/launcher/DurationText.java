package org.reactivempi.transport.bootstrap.launcher;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code --timeout} and {@code --start-timeout}: a number with its unit, seconds where none is given. */
final class DurationText implements ITypeConverter<Duration> {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h)?");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

    @Override
    public Duration convert(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (matcher.matches()) {
            String unit = matcher.group(2) == null ? "s" : matcher.group(2);
            Duration duration = Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(unit));
            if (!duration.isZero()) {
                return duration;
            }
        }
        throw new TypeConversionException(text + " is not a duration above 0 such as 30, 30s, 2m, 500ms or 1h");
    }
}
