package org.reactivempi.conformance;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.faulty.Faults;

/**
 * Ranks with faults between them, and what they are told.
 *
 * @param carrier the channel below
 * @param seed of the faults and of what the test sends
 */
public record Weather(String carrier, int seed) {

    private static final String FEW_SEEDS = "1-2";

    /** What a test does with its ranks. */
    public interface Body {
        void run(Ranks ranks, Faults faults) throws Exception;
    }

    /** Over each channel that has connections, by a few seeds or those of the property, such as {@code 1-100}. */
    public static Stream<Weather> all() {
        int[] ends = Arrays.stream(System.getProperty(OnEveryChannel.SEEDS_PROPERTY, FEW_SEEDS)
                        .split("-", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return IntStream.rangeClosed(ends[0], ends[ends.length - 1])
                .boxed()
                .flatMap(seed -> Stream.of("local", "tcp", "rsocket").map(carrier -> new Weather(carrier, seed)));
    }

    /** Plays with ranks, which then end; a failure says how to repeat it. */
    public void over(int size, String plan, Body body) throws Exception {
        over(size, plan, settings -> settings, body);
    }

    /** The same with more settings. */
    public void over(int size, String plan, UnaryOperator<Settings> more, Body body) throws Exception {
        Faults faults = Faults.create();
        Settings settings = Settings.create()
                .channel("faulty")
                .with("faulty-channel", carrier)
                .with("faulty-seed", Integer.toString(seed))
                .with("faulty-plan", plan)
                .with("heartbeat-interval", "200ms")
                .with("reconnect-timeout", "6s")
                .attach(faults);
        try (Ranks ranks = Ranks.start(size, more.apply(settings))) {
            body.run(ranks, faults);
        } catch (Exception | AssertionError failure) {
            System.err.println(
                    "failed over " + carrier + "; again with: -D" + OnEveryChannel.SEEDS_PROPERTY + "=" + seed);
            throw failure;
        }
    }

    @Override
    public String toString() {
        return carrier + ", seed " + seed;
    }
}
