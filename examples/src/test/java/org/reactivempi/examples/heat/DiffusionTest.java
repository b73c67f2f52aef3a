package org.reactivempi.examples.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class DiffusionTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int STEPS = 25;

    @ParameterizedTest
    @CsvSource({"1, 17, 13", "2, 17, 13", "3, 17, 13", "4, 17, 13", "4, 5, 3", "4, 5, 1", "3, 1, 7", "2, 1, 1"})
    @DisplayName("the result is that of a plain loop, bit for bit, for any number of ranks")
    void anyNumberOfRanks(int size, int width, int height) {
        Plate plate = random(width, height);
        Plate expected = random(width, height);
        double change = 0;
        for (int step = 0; step < STEPS; step++) {
            change = plainStep(expected);
        }

        Diffusion.End end = diffuse(size, plate, 0);

        assertThat(plate.values()).isEqualTo(expected.values());
        assertThat(end.change()).isEqualTo(change);
        assertThat(end.steps()).isEqualTo(change == 0 ? 1 : STEPS);
    }

    @Test
    @DisplayName("all ranks stop when nothing changes by more than the tolerance")
    void tolerance() {
        Diffusion.End end = diffuse(3, random(8, 8), 0.02);

        assertThat(end.steps()).isBetween(2L, STEPS - 1L);
        assertThat(end.change()).isLessThanOrEqualTo(0.02);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 17, 13", "1, 3, 17, 13", "3, 2, 5, 7", "2, 3, 1, 9", "2, 2, 1, 1", "1, 2, 64, 5"})
    @DisplayName(
            "the result is that of a plain loop, bit for bit, for any grid of ranks, with and without a topology, and by windows")
    void anyGrid(int down, int across, int width, int height) {
        Plate plate = random(width, height);
        Plate again = random(width, height);
        Plate written = random(width, height);
        Plate expected = random(width, height);
        for (int step = 0; step < STEPS; step++) {
            plainStep(expected);
        }
        try (Ranks ranks = Ranks.start(down * across, Settings.create())) {
            diffuse(ranks, new Grid(down, across), Exchange.MESSAGES, plate, 0);
            diffuse(ranks, new Grid(down, across), Exchange.TOPOLOGY, again, 0);
            diffuse(ranks, new Grid(down, across), Exchange.WINDOWS, written, 0);
        }
        assertThat(plate.values()).isEqualTo(expected.values());
        assertThat(again.values()).isEqualTo(expected.values());
        assertThat(written.values()).isEqualTo(expected.values());
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("the result is the same over any channel, for parts side by side")
    void anyChannelInColumns(Ranks ranks) {
        // Columns of 64 KB and more, so that long messages are among them.
        Plate plate = random(13, 18_000);
        Plate expected = random(13, 18_000);
        for (int step = 0; step < STEPS; step++) {
            plainStep(expected);
        }

        Plate again = random(13, 18_000);
        Plate written = random(13, 18_000);
        diffuse(ranks, new Grid(2, 2), Exchange.MESSAGES, plate, 0);
        diffuse(ranks, new Grid(2, 2), Exchange.TOPOLOGY, again, 0);
        diffuse(ranks, new Grid(2, 2), Exchange.WINDOWS, written, 0);

        assertThat(plate.values()).isEqualTo(expected.values());
        assertThat(again.values()).isEqualTo(expected.values());
        assertThat(written.values()).isEqualTo(expected.values());
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("the result is the same over any channel")
    void anyChannel(Ranks ranks) {
        // Rows of 64 KB and more, so that long messages are among them.
        Plate plate = random(9000, 12);
        Plate expected = random(9000, 12);
        for (int step = 0; step < STEPS; step++) {
            plainStep(expected);
        }

        Plate written = random(9000, 12);
        diffuse(ranks, plate, 0);
        diffuse(ranks, Grid.ofRows(ranks.size()), Exchange.WINDOWS, written, 0);

        assertThat(plate.values()).isEqualTo(expected.values());
        assertThat(written.values()).isEqualTo(expected.values());
    }

    private static Diffusion.End diffuse(int size, Plate plate, double tolerance) {
        try (Ranks ranks = Ranks.start(size, Settings.create())) {
            return diffuse(ranks, plate, tolerance);
        }
    }

    private static Diffusion.End diffuse(Ranks ranks, Plate plate, double tolerance) {
        return diffuse(ranks, Grid.ofRows(ranks.size()), Exchange.MESSAGES, plate, tolerance);
    }

    private static Diffusion.End diffuse(Ranks ranks, Grid grid, Exchange exchange, Plate plate, double tolerance) {
        Mono<Diffusion.End> led = new Diffusion(ranks.world(0), grid, exchange, STEPS, tolerance).lead(plate);
        Flux<Diffusion.End> followed = Flux.range(1, ranks.size() - 1)
                .flatMap(rank -> new Diffusion(ranks.world(rank), grid, exchange, STEPS, tolerance).follow());
        return led.mergeWith(followed)
                .distinct()
                .single()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    private static Plate random(int width, int height) {
        Plate plate = new Plate(width, height);
        Random random = new Random(7);
        for (int i = 0; i < plate.values().length; i++) {
            plate.values()[i] = random.nextDouble();
        }
        return plate;
    }

    private static double plainStep(Plate plate) {
        double[] old = plate.values().clone();
        double largest = 0;
        for (int y = 1; y < plate.height() - 1; y++) {
            for (int x = 1; x < plate.width() - 1; x++) {
                int i = y * plate.width() + x;
                double neighbours = old[i - plate.width()] + old[i - 1] + old[i + 1] + old[i + plate.width()];
                double change = 0.2 * (neighbours - 4 * old[i]);
                plate.values()[i] = old[i] + change;
                largest = Math.max(largest, Math.abs(change));
            }
        }
        return largest;
    }
}
