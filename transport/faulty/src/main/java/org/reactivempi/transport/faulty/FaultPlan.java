package org.reactivempi.transport.faulty;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How often each fault comes: in which part of the writes, and in which part of the reads. Immutable. */
final class FaultPlan {

    /** No faults: everything passes. */
    static final FaultPlan NONE = new FaultPlan(new EnumMap<>(Fault.class));

    static final String ALLOWED =
            "rates from 0 to 1 that are 1 at most together, such as cut=0.001,delay=0.01; faults are " + Fault.names();

    private static final Pattern ENTRY = Pattern.compile("\\s*([a-z]+)\\s*=\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*");

    private final Map<Fault, Double> rates;

    private FaultPlan(Map<Fault, Double> rates) {
        this.rates = rates;
    }

    /** The plan that a text such as {@code cut=0.001,delay=0.01} describes, or null if it is none. */
    static @Nullable FaultPlan parse(String text) {
        Map<Fault, Double> rates = new EnumMap<>(Fault.class);
        BigDecimal sum = BigDecimal.ZERO;
        for (String entry : text.split(",", -1)) {
            Matcher matcher = ENTRY.matcher(entry);
            Fault fault = matcher.matches() ? Fault.named(matcher.group(1)) : null;
            if (fault == null || rates.containsKey(fault)) {
                return null;
            }
            BigDecimal rate = new BigDecimal(matcher.group(2));
            rates.put(fault, rate.doubleValue());
            sum = sum.add(rate);
        }
        return sum.compareTo(BigDecimal.ONE) <= 0 ? new FaultPlan(rates) : null;
    }

    /** What happens at a place between 0 and 1: each fault has a part of that range as long as its rate. Null: nothing. */
    @Nullable
    Fault at(double place) {
        double end = 0;
        for (Map.Entry<Fault, Double> entry : rates.entrySet()) {
            end += entry.getValue();
            if (place < end) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** As a text that describes it. */
    @Override
    public String toString() {
        return rates.entrySet().stream()
                .map(rate -> rate.getKey().name().toLowerCase(Locale.ROOT) + "=" + rate.getValue())
                .collect(Collectors.joining(","));
    }
}
