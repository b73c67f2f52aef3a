package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.InStatusException;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** testAny, testSome, testAll and their looking forms. */
class LocalTestTest {

    private static final int SIZE = 4;
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final List<Sinks.One<Status>> operations =
            IntStream.range(0, SIZE).mapToObj(i -> Sinks.<Status>one()).toList();
    private final List<Request> requests =
            operations.stream().map(sink -> Request.start(sink.asMono())).toList();
    private final List<PersistentRequest> inactive =
            List.of(new CorePersistentRequest(new ManualOperation()), new CorePersistentRequest(new ManualOperation()));
    private final Completion none = new Completion(Mpi.UNDEFINED, Status.empty(), null);

    @Test
    @DisplayName("MUL-3 MUL-8 testAny takes the one that ended first, and gives nothing while all are active")
    void testAny() {
        assertThat(Requests.testAny(requests)).isEmpty();
        end(3, 1);

        assertThat(Requests.statusAny(requests)).contains(success(3));
        assertThat(Requests.testAny(requests)).contains(success(3));
        assertThat(Requests.testAny(requests)).contains(success(1));
        assertThat(Requests.testAny(requests)).isEmpty();
    }

    @Test
    @DisplayName("MUL-3 without an active request testAny gives index UNDEFINED and the empty status")
    void testAnyOfNothing() {
        assertThat(Requests.testAny(List.of())).contains(none);
        assertThat(Requests.testAny(inactive)).contains(none);
        assertThat(RequestList.of(List.of()).testAny()).contains(none);
        assertThat(RequestList.of(inactive).testAny()).contains(none);
    }

    @Test
    @DisplayName("MUL-5 testAll gives all statuses in list order, or changes nothing")
    void testAll() {
        end(3, 1, 0);
        assertThat(Requests.testAll(requests)).isEmpty();
        assertThat(RequestList.of(requests).testAll()).isEmpty();
        assertThat(requests.get(1).status()).contains(status(1));
        end(2);

        assertThat(Requests.testAll(requests)).contains(List.of(status(0), status(1), status(2), status(3)));
        assertThat(Requests.testAll(requests))
                .contains(List.of(Status.empty(), Status.empty(), Status.empty(), Status.empty()));
        assertThat(Requests.testAll(List.of())).contains(List.of());
        assertThat(Requests.testAll(inactive)).contains(List.of(Status.empty(), Status.empty()));
    }

    @Test
    @DisplayName("MUL-5 testAll with a failure waits for the others, and then tells of each")
    void testAllFails() {
        operations.get(1).tryEmitError(ERROR);
        end(0, 2);
        assertThat(Requests.testAll(requests)).isEmpty();
        end(3);

        assertThatThrownBy(() -> Requests.testAll(requests))
                .isInstanceOfSatisfying(
                        InStatusException.class,
                        failure -> assertThat(failure.completions())
                                .containsExactly(
                                        success(0), new Completion(1, Status.empty(), ERROR), success(2), success(3)));
        assertThat(requests).allSatisfy(request -> assertThat(request.test()).contains(Status.empty()));
    }

    @Test
    @DisplayName("MUL-7 testSome gives all that are complete, an empty list if none is, and nothing if none is active")
    void testSome() {
        assertThat(Requests.testSome(requests)).contains(List.of());
        end(3, 1);
        operations.get(2).tryEmitError(ERROR);

        assertThat(Requests.testSome(requests))
                .contains(List.of(success(1), new Completion(2, Status.empty(), ERROR), success(3)));
        assertThat(Requests.testSome(requests)).contains(List.of());
        end(0);
        assertThat(Requests.testSome(requests)).contains(List.of(success(0)));
        assertThat(Requests.testSome(requests)).isEmpty();
        assertThat(Requests.testSome(inactive)).isEmpty();
        assertThat(Requests.testSome(List.of())).isEmpty();
    }

    @Test
    @DisplayName("REQ-4 looking at any, some or all gives what testing would, and consumes nothing")
    void looks() {
        assertThat(Requests.statusAny(requests)).isEmpty();
        assertThat(Requests.statusSome(requests)).contains(List.of());
        assertThat(Requests.statusAll(requests)).isEmpty();
        end(0, 1, 2, 3);

        for (int i = 0; i < 2; i++) {
            assertThat(Requests.statusAny(requests)).contains(success(0));
            assertThat(Requests.statusSome(requests)).contains(List.of(success(0), success(1), success(2), success(3)));
            assertThat(Requests.statusAll(requests)).contains(List.of(status(0), status(1), status(2), status(3)));
        }
        assertThat(Requests.testAll(requests)).isPresent();
        assertThat(Requests.statusAny(requests)).contains(none);
        assertThat(Requests.statusSome(requests)).isEmpty();
    }

    @Test
    @DisplayName("REQ-3 a freed request in a list is a failure with its index")
    void freed() {
        requests.get(2).free();

        assertThat(Requests.testAny(requests)).hasValueSatisfying(LocalTestTest::assertFreed);
        assertThat(Requests.testSome(requests).orElseThrow()).singleElement().satisfies(LocalTestTest::assertFreed);
        assertThat(Requests.waitAny(requests).block()).satisfies(LocalTestTest::assertFreed);
        assertThat(Requests.waitSome(requests).blockFirst()).singleElement().satisfies(LocalTestTest::assertFreed);
        assertThat(RequestList.of(requests).waitAny().block()).satisfies(LocalTestTest::assertFreed);
        StepVerifier.create(Requests.waitAll(requests))
                .verifyErrorSatisfies(error -> assertThat(error).hasMessageContaining("request 2 of 4 failed"));
        end(0, 1, 3);
        assertThatThrownBy(() -> Requests.testAll(requests)).hasMessageContaining("request 2 of 4 failed");
    }

    @Test
    @DisplayName("REQ-3 ARG-5 null in a list is an error of class REQUEST that names the place, by onError from waits")
    void nulls() {
        List<Request> holey = Arrays.asList(requests.get(0), null);

        for (Function<List<Request>, Flux<?>> wait : List.<Function<List<Request>, Flux<?>>>of(
                list -> Requests.waitAny(list).flux(),
                Requests::waitSome,
                list -> Requests.waitAll(list).flux(),
                Requests::completions)) {
            StepVerifier.create(wait.apply(holey)).verifyErrorSatisfies(LocalTestTest::assertNull);
        }
        Stream.<Function<List<Request>, Object>>of(
                        Requests::testAny,
                        Requests::testSome,
                        Requests::testAll,
                        Requests::statusAny,
                        Requests::statusSome,
                        Requests::statusAll,
                        RequestList::of)
                .forEach(test -> assertThatThrownBy(() -> test.apply(holey)).satisfies(LocalTestTest::assertNull));
        assertThat(requests.get(0).isComplete()).isFalse();
    }

    @Test
    @DisplayName(
            "MUL-5 testAll against tests that restart: no never takes anything, and each end is given exactly once")
    void allOrNothing() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < 1000; round++) {
                Cycles cycles = new Cycles(3);

                race.run(cycles::testAll, () -> cycles.restart(0), () -> cycles.restart(1), () -> cycles.restart(2));

                cycles.testEach();
                assertThat(cycles.given()).containsExactlyInAnyOrderElementsOf(cycles.ended());
            }
        }
    }

    private void end(int... indices) {
        for (int index : indices) {
            operations.get(index).tryEmitValue(status(index));
        }
    }

    private static Status status(int index) {
        return Status.of(index, 7, 1);
    }

    private static Completion success(int index) {
        return new Completion(index, status(index), null);
    }

    private static void assertFreed(Completion completion) {
        assertThat(completion.index()).isEqualTo(2);
        assertThat(completion.error()).hasMessage("the request was freed");
    }

    private static void assertNull(Throwable error) {
        assertThat(error)
                .hasMessage("request 1 of 2 is null")
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    }
}
