package org.reactivempi.transport.channel.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A setting: its name, its default, its range, and what it says, in one place, from which the documentation's table is made.
 *
 * @param <T> what its text stands for
 */
public final class Setting<T> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,15})(ns|us|ms|s|m|h)?");

    private final String name;
    private final T byDefault;
    private final String allowed;
    private final String description;
    private final Function<String, @Nullable T> parse;

    private Setting(String name, T byDefault, String allowed, Function<String, @Nullable T> parse) {
        this(name, byDefault, allowed, "", parse);
    }

    private Setting(String name, T byDefault, String allowed, String description, Function<String, @Nullable T> parse) {
        this.name = name;
        this.byDefault = byDefault;
        this.allowed = allowed;
        this.description = description;
        this.parse = parse;
    }

    /** A whole number from {@code min} to {@code max}. */
    public static Setting<Integer> number(String name, int byDefault, int min, int max) {
        return new Setting<>(name, byDefault, min + " to " + max, text -> {
            try {
                int value = Integer.parseInt(text);
                return value >= min && value <= max ? value : null;
            } catch (NumberFormatException e) {
                return null;
            }
        });
    }

    /** A time such as {@code 50us}, {@code 200ms}, {@code 30s}; without a unit, seconds. */
    public static Setting<Duration> time(String name, Duration byDefault, Duration min, Duration max) {
        return new Setting<>(name, byDefault, text(min) + " to " + text(max), text -> {
            Matcher matcher = DURATION.matcher(text);
            if (!matcher.matches()) {
                return null;
            }
            Duration value = duration(Long.parseLong(matcher.group(1)), matcher.group(2));
            return value.compareTo(min) >= 0 && value.compareTo(max) <= 0 ? value : null;
        });
    }

    /** One of the constants of an enum, in lower case. */
    public static <E extends Enum<E>> Setting<E> choice(String name, E byDefault, Class<E> type) {
        E[] constants = type.getEnumConstants();
        String allowed =
                String.join(", ", Arrays.stream(constants).map(Setting::text).toList());
        return new Setting<>(
                name,
                byDefault,
                allowed,
                text -> Arrays.stream(constants)
                        .filter(constant -> text(constant).equals(text))
                        .findFirst()
                        .orElse(null));
    }

    /** Any text that is not empty. */
    public static Setting<String> text(String name, String byDefault) {
        return text(name, byDefault, "any text");
    }

    /** Text of a kind that its reader checks, such as a host's name. */
    public static Setting<String> text(String name, String byDefault, String allowed) {
        return new Setting<>(name, byDefault, allowed, text -> text);
    }

    /** A value of any other kind; {@code parse} gives null for what is not {@code allowed}. */
    public static <T> Setting<T> parsed(String name, T byDefault, String allowed, Function<String, @Nullable T> parse) {
        return new Setting<>(name, byDefault, allowed, parse);
    }

    /** The same setting, with what it says, in sentences for users, which may have code in {@code `backticks`}. */
    public Setting<T> described(String description) {
        return new Setting<>(name, byDefault, allowed, description, parse);
    }

    /** The value that a source sets, or the default. Throws {@link SettingException} when it is not allowed. */
    public T in(SettingSource source) {
        String text = source.setting(name);
        if (text == null || text.isBlank()) {
            return byDefault;
        }
        T value = parse.apply(text.strip());
        if (value == null) {
            throw new SettingException(name, text, allowed);
        }
        return value;
    }

    /** The name without prefix. */
    public String name() {
        return name;
    }

    /** What it says, for users; empty if nobody has said it. */
    public String description() {
        return description;
    }

    /** Which values are allowed, in words. */
    public String allowed() {
        return allowed;
    }

    /** The value that a source sets, or the default, as a user would write it. Throws {@link SettingException} as {@link #in} does. */
    public String textIn(SettingSource source) {
        return text(in(source));
    }

    /** The default, as a user would write it; empty where there is none. */
    public String defaultText() {
        return text(byDefault);
    }

    private static String text(Object value) {
        if (value instanceof Duration time) {
            return text(time);
        }
        return value instanceof Enum<?> constant ? text(constant) : value.toString();
    }

    private static Duration duration(long amount, @Nullable String unit) {
        return switch (unit == null ? "s" : unit) {
            case "ns" -> Duration.ofNanos(amount);
            case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1000L));
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    private static String text(Duration time) {
        long nanos = time.toNanos();
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + "s";
        }
        return nanos % 1_000_000L == 0 ? nanos / 1_000_000L + "ms" : nanos / 1000L + "us";
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
