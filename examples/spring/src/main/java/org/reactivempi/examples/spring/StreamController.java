package org.reactivempi.examples.spring;

import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;

/** The streams of the page; only the rank with the web server is asked. */
@RestController
class StreamController {

    private static final int MOST_DARTS = 100_000_000;
    private static final int MOST_POINTS = 10_000;
    private static final Duration BETWEEN_STATES = Duration.ofMillis(500);

    private final Workers workers;
    private final Flux<List<RankState>> states;

    StreamController(Workers workers) {
        this.workers = workers;
        this.states = Flux.interval(Duration.ZERO, BETWEEN_STATES)
                .onBackpressureDrop()
                .concatMap(tick -> workers.states().collectList(), 1)
                .share();
    }

    /** Batches of all workers; the connection's own back-pressure is the workers'. */
    @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<Batch> stream(
            @RequestParam(defaultValue = "9223372036854775807") String batches,
            @RequestParam(defaultValue = "100000") String darts,
            @RequestParam(defaultValue = "0") String points) {
        return workers.compute(
                number("batches", batches, 1, Long.MAX_VALUE), (int) number("darts", darts, 1, MOST_DARTS), (int)
                        number("points", points, 0, MOST_POINTS));
    }

    /** As a text, so that what is no number is refused with the same words. */
    private static long number(String name, String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new ResponseStatusException(
                HttpStatus.BAD_REQUEST, name + " is " + text + ", allowed is " + least + " to " + most);
    }

    /** What all ranks have done, twice a second; asked for once, however many look. */
    @GetMapping(path = "/state", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<List<RankState>> state() {
        return states.onBackpressureLatest();
    }
}
