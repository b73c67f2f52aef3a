package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.jackson.JacksonCodecs;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import tools.jackson.core.type.TypeReference;

/** TYP-5: values as messages, and codecs that fail. */
class CodecTest {

    record Measurement(String station, Instant time, double value, Map<String, List<Integer>> more) {}

    private static final TypeReference<List<Measurement>> MEASUREMENTS = new TypeReference<>() {};
    private static final RuntimeException UNHAPPY = new IllegalStateException("unhappy");

    /** Fails on both sides, in a way of its own. */
    private static final Codec<String> UNHAPPY_CODEC = new Codec<>() {
        @Override
        public SendBuffer encode(String value) {
            throw UNHAPPY;
        }

        @Override
        public String decode(ByteBuffer payload) {
            throw UNHAPPY;
        }
    };

    @OnEveryChannel
    @DisplayName("TYP-5 records arrive as they were sent, in JSON and CBOR, short and long ones")
    void records(Ranks ranks) {
        for (Codec<List<Measurement>> codec :
                List.of(JacksonCodecs.json(MEASUREMENTS), JacksonCodecs.cbor(MEASUREMENTS))) {
            for (int count : new int[] {0, 1, 100, 5000}) {
                List<Measurement> sent = measurements(count);
                assertThat(arrived(ranks, codec, codec, sent).equals(sent)).isTrue();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-5 text and single values arrive as they were sent")
    void values(Ranks ranks) {
        assertThat(arrived(ranks, Codecs.string(), Codecs.string(), "Grüße, 世界"))
                .isEqualTo("Grüße, 世界");
        assertThat(arrived(ranks, Codecs.longValue(), Codecs.longValue(), Long.MIN_VALUE))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(arrived(ranks, Codecs.booleanValue(), Codecs.booleanValue(), true))
                .isTrue();
    }

    @OnEveryChannel
    @DisplayName("TYP-5 a value that cannot be written fails its own send; nothing is sent, and others arrive")
    void encodingFails(Ranks ranks) {
        StepVerifier.create(send(ranks.world(0), Codecs.string(), "half \uD83D"))
                .expectErrorSatisfies(error -> assertClass(error, ErrorClass.CONVERSION))
                .verify(TIMEOUT);
        StepVerifier.create(send(ranks.world(0), UNHAPPY_CODEC, "anything"))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(UNHAPPY))
                .verify(TIMEOUT);

        assertThat(exchange(ranks.world(0), ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel
    @DisplayName("TYP-5 a message that cannot be read fails its own receive; its send succeeds, and others arrive")
    void decodingFails(Ranks ranks) {
        for (int count : new int[] {1, 5000}) {
            for (Codec<?> wrong : List.of(JacksonCodecs.json(Measurement.class), Codecs.intValue())) {
                Mono<Status> sent = send(ranks.world(0), JacksonCodecs.json(MEASUREMENTS), measurements(count));
                Status status = fails(ranks, sent, wrong, error -> assertClass(error, ErrorClass.CONVERSION));
                assertThat(status.source()).isZero();
                assertThat(exchange(ranks.world(0), ranks.world(1), count)).isEqualTo(count);
            }
        }
        fails(
                ranks,
                send(ranks.world(0), Codecs.string(), "a"),
                UNHAPPY_CODEC,
                error -> assertThat(error).isSameAs(UNHAPPY));
        assertThat(exchange(ranks.world(0), ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel
    @DisplayName("TYP-5 a stream of receives goes on behind messages that it cannot read")
    void goesOn(Ranks ranks) {
        Codec<Integer> codec = JacksonCodecs.json(Integer.class);
        Mono<Void> sent = Mono.when(IntStream.range(0, 20)
                .mapToObj(i ->
                        i % 3 == 0 ? send(ranks.world(0), Codecs.string(), "none") : send(ranks.world(0), codec, i))
                .toList());
        Mono<List<Integer>> received = ranks.world(1)
                .receive(0, TAG)
                .map(message -> message.as(codec))
                .onErrorReturn(MpiException.class, -1)
                .repeat(19)
                .collectList();

        assertThat(Mono.zip(received, sent.thenReturn(true)).block(TIMEOUT).getT1())
                .isEqualTo(IntStream.range(0, 20)
                        .mapToObj(i -> i % 3 == 0 ? -1 : i)
                        .toList());
    }

    private static <T> T arrived(Ranks ranks, Codec<T> writer, Codec<T> reader, T value) {
        Mono<T> received = ranks.world(1).receive(0, TAG).map(message -> message.as(reader));
        return Objects.requireNonNull(Mono.zip(received, send(ranks.world(0), writer, value))
                .block(TIMEOUT)
                .getT1());
    }

    private static <T> Mono<Status> send(Communicator from, Codec<T> codec, T value) {
        return Mono.defer(() -> from.isend(codec.encode(value), 1, TAG));
    }

    /** The sender's status, when the receive has failed. */
    private static Status fails(Ranks ranks, Mono<Status> sent, Codec<?> reader, Consumer<Throwable> wanted) {
        Mono<Status> started = sent.cache();
        started.subscribe();
        StepVerifier.create(ranks.world(1).receive(0, TAG).map(message -> message.as(reader)))
                .expectErrorSatisfies(wanted)
                .verify(TIMEOUT);
        return Objects.requireNonNull(started.block(TIMEOUT));
    }

    private static void assertClass(Throwable error, ErrorClass wanted) {
        assertThat(((MpiException) error).errorClass()).isEqualTo(wanted);
    }

    private static List<Measurement> measurements(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Measurement(
                        "station " + i % 7,
                        Instant.EPOCH.plusSeconds(i).plusNanos(i),
                        Math.sqrt(i),
                        Map.of("neighbours", List.of(i - 1, i + 1))))
                .toList();
    }
}
