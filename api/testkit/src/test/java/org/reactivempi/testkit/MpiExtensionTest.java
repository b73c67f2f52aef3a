package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.reactivempi.transport.channel.ChannelProvider;

class MpiExtensionTest {

    private static final long CHANNELS =
            ServiceLoader.load(ChannelProvider.class).stream().count();

    private final @Nullable String selected = System.getProperty(OnEveryChannel.CHANNELS_PROPERTY);

    @BeforeEach
    void allChannels() {
        System.clearProperty(OnEveryChannel.CHANNELS_PROPERTY);
    }

    @AfterEach
    void whatWasSelected() {
        System.clearProperty(OnEveryChannel.CHANNELS_PROPERTY);
        if (selected != null) {
            System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, selected);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().matches("reactive-mpi-\\d+"))
                .isEmpty();
    }

    @Test
    @DisplayName("one method plays all ranks, or each rank runs it, on the channel that was asked for or on each")
    void good() {
        EngineExecutionResults results = run(Samples.Good.class);

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(4 + CHANNELS);
        assertThat(results.testEvents()
                        .finished()
                        .map(event -> event.getTestDescriptor().getDisplayName()))
                .contains("[local]", "[tcp]", "[shm]");
    }

    @Test
    @DisplayName("a system property selects channels, and must name such as are there")
    void someChannels() {
        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "tcp,shm");
        assertThat(run(Samples.Good.class).testEvents().succeeded().count()).isEqualTo(4 + 2);

        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "tcp,foo");
        assertThatIllegalArgumentException()
                .isThrownBy(EveryChannelExtension::channels)
                .withMessage("testkit.channels names foo, allowed are local, shm, tcp");
    }

    @Test
    @DisplayName("on a class, it serves the methods that ask for ranks and don't say how many themselves")
    void onItsClass() {
        EngineExecutionResults results = run(Samples.OnItsClass.class);

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(2 + CHANNELS);
    }

    @Test
    @DisplayName("a test that hangs says what each rank waits for, and where its thread is")
    void hangs() {
        assertThat(failure(Samples.Hangs.class, "oneMethod(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("has not ended in 1 s")
                .hasMessageContaining("rank 0: nothing")
                .hasMessageContaining("rank 1: irecv(source 0, tag 7, context 0)")
                .satisfies(hang -> assertThat(hang.getSuppressed())
                        .anySatisfy(place -> assertThat(place.getStackTrace())
                                .anyMatch(frame -> frame.getMethodName().equals("oneMethod"))));
    }

    @Test
    @DisplayName("a rank that does not return is named with what it waits for")
    void oneRankHangs() {
        assertThat(failure(Samples.Hangs.class, "eachRank(org.reactivempi.Communicator)"))
                .hasMessageContaining("rank 1: irecv(source 0, tag 7, context 0)")
                .satisfies(hang -> assertThat(hang.getSuppressed())
                        .singleElement()
                        .satisfies(place -> assertThat(place).hasMessageContaining("test rank 1")));
    }

    @Test
    @DisplayName("a blocked progress thread is named with the place where it is blocked")
    void progressThreadHangs() {
        assertThat(failure(Samples.Hangs.class, "onTheProgressThread(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("rank 0: its progress thread does not answer")
                .hasMessageContaining("Samples.waitFor");
    }

    @Test
    @DisplayName("a receive, a send, a buffer or a thread that is left fails the test")
    void leaks() {
        assertThat(failure(Samples.Leaks.class, "receive(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("rank 1: irecv(source 0, tag 7, context 0)");
        assertThat(failure(Samples.Leaks.class, "send(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("rank 0: issend(rank 1, tag 7, context 0, 4 bytes)");
        assertThat(failure(Samples.Leaks.class, "buffer(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("a buffer that was not released")
                .hasMessageContaining("reactive-mpi-0")
                .hasMessageContaining("Samples$Leaks");
        assertThat(failure(Samples.Leaks.class, "thread(org.reactivempi.Communicator)"))
                .hasMessageContaining("thread reactive-mpi-lost, which does not end");
    }

    @Test
    @DisplayName("a rank that throws is named, and ends the others")
    void throwingRank() {
        assertThat(failure(Samples.Fails.class, "oneRank(org.reactivempi.Communicator)"))
                .hasMessageContaining("rank 2: ")
                .hasRootCauseMessage("rank two is unhappy");
    }

    @Test
    @DisplayName("the failure of a test hides what the test has left behind")
    void failsWithOperationsPending() {
        assertThat(failure(Samples.Fails.class, "withOperationsPending(org.reactivempi.testkit.Ranks)"))
                .hasMessage("the test is unhappy")
                .hasNoSuppressedExceptions();
    }

    @Test
    @DisplayName("a failed assumption of a rank aborts the test")
    void assumption() {
        TestExecutionResult result = resultOf(Samples.Fails.class, "assumption(org.reactivempi.Communicator)");

        assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.ABORTED);
    }

    @Test
    @DisplayName("a wrong setting is named")
    void wrongSettings() {
        assertThat(failure(Samples.Fails.class, "setting(org.reactivempi.testkit.Ranks)"))
                .hasStackTraceContaining("eager-limit-bytes")
                .hasStackTraceContaining("lots");
        assertThat(failure(Samples.Fails.class, "malformedSetting(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("nonsense");
    }

    @Test
    @DisplayName("tests that run at the same time are not blamed for each other")
    void inParallel() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Samples.InParallel.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .execute();

        assertThat(results.testEvents().succeeded().count()).isEqualTo(2 * CHANNELS);
        assertThat(results.testEvents().failed().list())
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getTestDescriptor().getDisplayName()).startsWith("leaks"));
    }

    private static EngineExecutionResults run(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute();
    }

    private static Throwable failure(Class<?> type, String method) {
        return resultOf(type, method).getThrowable().orElseThrow();
    }

    private static TestExecutionResult resultOf(Class<?> type, String method) {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(type.getName() + "#" + method))
                .execute();
        assertThat(results.testEvents().finished().count()).isOne();
        return results.testEvents().finished().list().get(0).getRequiredPayload(TestExecutionResult.class);
    }
}
