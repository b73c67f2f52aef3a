package org.reactivempi.conformance.tck;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each test of the Reactive Streams TCK, on each channel. One that skips itself fails here: there is no reason for it. */
@Tag("long")
class StreamTckTest {

    static Stream<TckCase> receivedStream() {
        return TckCase.of(ReceivedStream.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("RX-11 a received stream is a publisher by the TCK")
    void receivedStream(TckCase test) throws Throwable {
        test.run();
    }

    static Stream<TckCase> sentStream() {
        return Stream.concat(TckCase.of(SentStreamBlackbox.class), TckCase.of(SentStreamWhitebox.class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("RX-11 what a sent stream subscribes to its values is a subscriber by the TCK")
    void sentStream(TckCase test) throws Throwable {
        test.run();
    }
}
