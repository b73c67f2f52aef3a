package org.reactivempi.transport.observe.meters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The meters of one rank in a registry, which are removed at its end. */
final class Registered {

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    /** A registry forgets what nobody else refers to. */
    private final List<LongSupplier> kept = new ArrayList<>();

    Registered(MeterRegistry registry, int rank) {
        this.registry = registry;
        this.tags = Tags.of("rank", Integer.toString(rank));
    }

    void counter(MpiMeter meter, LongSupplier value, String... more) {
        kept.add(value);
        meters.add(FunctionCounter.builder(meter.meterName(), value, LongSupplier::getAsLong)
                .tags(tags.and(more))
                .description(meter.description())
                .baseUnit(meter.unit())
                .register(registry));
    }

    void gauge(MpiMeter meter, LongSupplier value) {
        meters.add(Gauge.builder(meter.meterName(), value, LongSupplier::getAsLong)
                .tags(tags)
                .description(meter.description())
                .baseUnit(meter.unit())
                .strongReference(true)
                .register(registry));
    }

    void timer(MpiMeter meter, LongSupplier count, LongSupplier nanos) {
        kept.add(count);
        meters.add(FunctionTimer.builder(
                        meter.meterName(),
                        count,
                        LongSupplier::getAsLong,
                        counted -> nanos.getAsLong(),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description(meter.description())
                .register(registry));
    }

    Timer timer(MpiMeter meter, String... more) {
        Timer timer = Timer.builder(meter.meterName())
                .tags(tags.and(more))
                .description(meter.description())
                .register(registry);
        meters.add(timer);
        return timer;
    }

    void removeAll() {
        meters.forEach(registry::remove);
        meters.clear();
        kept.clear();
    }
}
