package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.faulty.Faults;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class MpiExtensionTest {

    private static final long CHANNELS = ServiceLoader.load(ChannelProvider.class).stream()
            .filter(provider -> !provider.get().forTests())
            .count();

    private static final List<String> SELECTION =
            List.of(OnEveryChannel.CHANNELS_PROPERTY, OnEveryChannel.SEEDS_PROPERTY, OnEveryChannel.FAULTS_PROPERTY);

    private final Properties before = (Properties) System.getProperties().clone();

    @BeforeEach
    void allChannels() {
        SELECTION.forEach(System::clearProperty);
    }

    @AfterEach
    void whatWasSelected() {
        for (String name : SELECTION) {
            System.clearProperty(name);
            if (before.containsKey(name)) {
                System.setProperty(name, before.getProperty(name));
            }
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

        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "!tcp");
        assertThat(ChannelRun.all(true).map(ChannelRun::name))
                .containsExactly("local", "shm", "faulty:local", "faulty:tcp");

        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "tcp,foo");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelRun.all(false))
                .withMessage(
                        "testkit.channels names foo, allowed are local, shm, tcp, and faulty: before one of them; or ! before each, for all others");
    }

    @Tag("long")
    @Test
    @DisplayName("a channel with faults runs once for each seed, which stands in the name")
    void seeds() {
        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "faulty:tcp,local");
        System.setProperty(OnEveryChannel.SEEDS_PROPERTY, "8-10");
        System.setProperty(OnEveryChannel.FAULTS_PROPERTY, "delay=0.1,split=0.3");
        EngineExecutionResults results = run(Samples.Good.class);
        assertThat(results.testEvents().succeeded().count()).isEqualTo(4 + 3 + 1);
        assertThat(results.testEvents()
                        .finished()
                        .map(event -> event.getTestDescriptor().getDisplayName()))
                .contains("[faulty:tcp, seed 8]", "[faulty:tcp, seed 10]", "[local]");

        System.setProperty(OnEveryChannel.SEEDS_PROPERTY, "1,2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelRun.all(false).toList())
                .withMessage("testkit.seeds is 1,2, allowed is a number, or two such as 1-20");
    }

    @Test
    @DisplayName("a class may ask for faults beside the channels; a selection of channels is what runs")
    void alsoWithFaults() {
        System.setProperty(OnEveryChannel.SEEDS_PROPERTY, "3-4");
        assertThat(run(Samples.AlsoFaulty.class).testEvents().succeeded().count())
                .isEqualTo(CHANNELS + 2 * 2);

        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "tcp");
        assertThat(run(Samples.AlsoFaulty.class).testEvents().succeeded().count())
                .isOne();
    }

    @Tag("long")
    @Test
    @DisplayName("a run with faults that fails says how to repeat it")
    void replay() {
        System.setProperty(OnEveryChannel.CHANNELS_PROPERTY, "faulty:tcp,local");
        System.setProperty(OnEveryChannel.SEEDS_PROPERTY, "7");
        System.setProperty(OnEveryChannel.FAULTS_PROPERTY, "split=0.5");
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(run(Samples.FailsEverywhere.class).testEvents().failed().count())
                    .isEqualTo(2);
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("FailsEverywhere#fails has failed on faulty:tcp, seed 7; again with: "
                        + "-Dtest=FailsEverywhere#fails "
                        + "-Dtestkit.channels=faulty:tcp -Dtestkit.seeds=7 -Dtestkit.faults=split=0.5");
    }

    @Test
    @DisplayName("on a class, it serves the methods that ask for ranks and don't say how many themselves")
    void onItsClass() {
        EngineExecutionResults results = run(Samples.OnItsClass.class);

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(2 + CHANNELS);
    }

    @Test
    @DisplayName("a test that hangs for ever fails at once, says what each rank waits for, and where its thread is")
    void hangs() {
        assertThat(failure(Samples.Hangs.class, "oneMethod(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("deadlock: rank 1 waits in vain")
                .hasMessageContaining("rank 0 waits for no message")
                .hasMessageContaining("rank 1 waits for irecv(source 0, tag 7, world)")
                .satisfies(hang -> assertThat(hang.getSuppressed())
                        .anySatisfy(place -> assertThat(place.getStackTrace())
                                .anyMatch(frame -> frame.getMethodName().equals("oneMethod"))));
    }

    @Test
    @DisplayName(
            "a StepVerifier that waits for what never comes fails as soon as that is proven, not when its time is over")
    void hangsInVerifier() {
        assertThat(failure(Samples.Hangs.class, "inVerifier(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("deadlock: rank 1 waits in vain")
                .hasMessageContaining("rank 1 waits for receive(source 0, tag 7, world)");
    }

    @Test
    @DisplayName("a rank that does not return is named with what it waits for")
    void oneRankHangs() {
        assertThat(failure(Samples.Hangs.class, "eachRank(org.reactivempi.Communicator)"))
                .hasMessageContaining("rank 1 waits for irecv(source 0, tag 7, world)")
                .satisfies(hang -> assertThat(hang.getSuppressed())
                        .singleElement()
                        .satisfies(place -> assertThat(place).hasMessageContaining("test rank 1")));
    }

    @Tag("long")
    @Test
    @DisplayName("a blocked progress thread is named with the place where it is blocked")
    void progressThreadHangs() {
        assertThat(failure(Samples.Hangs.class, "onTheProgressThread(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("the test has not ended in ")
                .hasMessageContaining("rank 0: its progress thread does not answer")
                .hasMessageContaining("Samples.waitFor");
    }

    @Tag("long")
    @Test
    @DisplayName("operations that end when a rank is given up, which the test has ended, are not left")
    void late() {
        Faults faults = Faults.create();
        Settings settings = Settings.create()
                .channel("faulty")
                .with("faulty-channel", "local")
                .with("reconnect-timeout", "4s")
                .attach(faults);
        try (Ranks ranks = Ranks.start(2, settings)) {
            Mono.when(ranks.world(0).barrier(), ranks.world(1).barrier()).block();
            // Rank 0 is not told of the end.
            faults.refuse();
            faults.cut();
            ranks.abort(1, "ended by the test").block();
            Disposable barrier = ranks.world(0).barrier().onErrorComplete().subscribe();
            // It has begun when it is listed.
            assertThat(ranks.pending(0).block()).isNotEmpty();
            barrier.dispose();
        }
    }

    @Test
    @DisplayName("a test that is at work when its time is over has more of it, since the machine may be slow")
    void slow() {
        assertThat(run(Samples.Slow.class).testEvents().succeeded().count()).isOne();
    }

    @Tag("long")
    @Test
    @DisplayName("a receive, a send, a buffer or a thread that is left fails the test")
    void leaks() {
        assertThat(failure(Samples.Leaks.class, "receive(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("rank 1: irecv(source 0, tag 7, world)");
        assertThat(failure(Samples.Leaks.class, "send(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("rank 0: issend(destination 1, tag 7, world, 4 bytes)");
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
                .hasStackTraceContaining("lots")
                .hasMessageNotContaining("Failed to resolve parameter");
        assertThat(failure(Samples.Fails.class, "malformedSetting(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("nonsense");
    }

    @Test
    @DisplayName("each check fails a test that does what it finds, and says where")
    void checks() {
        assertThat(failure(Samples.Careless.class, "unreceived(org.reactivempi.testkit.Ranks)"))
                .hasMessage("left after the test: messages that nobody has received:\n"
                        + "  rank 1: message from 0 (tag 7, world, 4 bytes)");
        assertThat(failure(Samples.Careless.class, "unhandled(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining(
                        "an error that nobody has handled: org.reactivempi.MpiException [RANK]: destination 9")
                .satisfies(failed -> assertThat(failed.getSuppressed()).hasSize(1));
        assertThat(failure(Samples.Careless.class, "throwing(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining(
                        "an error that nobody has handled: java.lang.IllegalStateException: of the consumer");
        assertThat(failure(Samples.Careless.class, "blocking(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("found during the test: rank 0 moves no message: thread ")
                .hasMessageContaining("Samples$Careless");
        assertThat(failure(Samples.Careless.class, "changed(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining(
                        "issend(destination 0, tag 7), started at org.reactivempi.testkit.Samples$Careless.changed(Samples.java:")
                .hasMessageContaining("its buffer was changed before it had completed");
    }

    @Test
    @DisplayName(
            "a dropped error names the test's line that made it, or else the one that dropped it, or that the test was at")
    void placesOfDroppedErrors() {
        assertThat(failure(Samples.Careless.class, "unhandled(org.reactivempi.testkit.Ranks)"))
                .hasMessageFindingMatch(
                        "destination 9 .*, made at [\\w.]+\\.Samples\\$Careless\\.unhandled\\(Samples\\.java:\\d+\\)$");
        assertThat(failure(Samples.Careless.class, "throwing(org.reactivempi.testkit.Ranks)"))
                .hasMessageFindingMatch(
                        "of the consumer, made at [\\w.]+\\.Samples\\$Careless\\.lambda\\$throwing\\$\\d+\\(Samples\\.java:\\d+\\)$");
        assertThat(failure(Samples.Careless.class, "laterWithCheckpoint(org.reactivempi.testkit.Ranks)"))
                .hasMessageFindingMatch(
                        ", assembled at [\\w.]+\\.Samples\\$Careless\\.laterWithCheckpoint\\(Samples\\.java:\\d+\\)$");
        assertThat(failure(Samples.Careless.class, "withoutStack(org.reactivempi.testkit.Ranks)"))
                .hasMessageFindingMatch(
                        "without a stack, dropped at [\\w.]+\\.Samples\\$Careless\\.withoutStack\\(Samples\\.java:\\d+\\)$");
        assertThat(failure(Samples.Careless.class, "later(org.reactivempi.testkit.Ranks)"))
                .hasMessageFindingMatch(
                        ", dropped while the test was at [\\w.]+\\.Samples\\$Careless\\.later\\(Samples\\.java:\\d+\\)$");
    }

    @Test
    @DisplayName(
            "a check that is left out finds nothing, by the annotation or in the test; an aborted rank explains its messages")
    void leftOut() {
        EngineExecutionResults results = run(Samples.CarelessOnPurpose.class);

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(4 + CHANNELS);
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

    @Test
    @DisplayName("a test with several numbers of ranks runs with each, and each run is reported by its own name")
    void severalNumbers() {
        Samples.SeveralNumbers.SEEN.clear();
        EngineExecutionResults results = run(Samples.SeveralNumbers.class, "playsAll");

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(names(results.testEvents().succeeded())).containsExactly("5 ranks", "1 rank", "2 ranks");
        assertThat(Samples.SeveralNumbers.SEEN).containsExactly("5 ranks: 5", "1 rank: 1", "2 ranks: 2");
    }

    @Test
    @DisplayName("one number of ranks that fails is named, and its ranks have ended before the next run begins")
    void oneNumberFails() {
        Samples.SeveralNumbers.SEEN.clear();
        EngineExecutionResults results = run(Samples.SeveralNumbers.class, "eachRank");

        assertThat(names(results.testEvents().failed())).containsExactly("3 ranks");
        assertThat(names(results.testEvents().succeeded())).containsExactly("1 rank", "2 ranks");
        assertThat(Samples.SeveralNumbers.SEEN).containsExactly("1 rank: 1", "3 ranks: 3", "2 ranks: 2");
    }

    @Test
    @DisplayName("runs with several numbers of ranks may be at the same time, where JUnit runs tests in parallel")
    void severalNumbersAtOnce() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Samples.SeveralNumbersAtOnce.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                .execute();

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(names(results.testEvents().succeeded())).containsExactlyInAnyOrder("1 rank", "2 ranks", "3 ranks");
    }

    @Test
    @DisplayName("a test with one number of ranks runs once, by the name of its method")
    void oneNumber() {
        EngineExecutionResults results = run(Samples.OneNumber.class);

        assertThat(results.testEvents().failed().list()).isEmpty();
        assertThat(names(results.testEvents().succeeded()))
                .containsExactlyInAnyOrder("composed(Communicator)", "plain(Communicator)", "with a name of its own");
    }

    @Test
    @DisplayName("a method that another annotation makes a test runs as often as that says, with the ranks each time")
    void testsAnyway() {
        EngineExecutionResults results = run(Samples.TestsAnyway.class);

        assertThat(results.allEvents().failed().list()).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(1 + 2 + 2);
    }

    @Test
    @DisplayName(
            "a wrong number of ranks is an error that names the test, the number and what is allowed; nothing runs")
    void wrongNumbers() {
        assertThat(wrongNumbers("none"))
                .hasMessage("org.reactivempi.testkit.Samples$WrongNumbers.none(Ranks): ranks = {} of @MpiTest: "
                        + "there is no number, allowed are one or more, 1..1024");
        assertThat(wrongNumbers("zero"))
                .hasMessageContaining("zero(Ranks): ranks = {0} of @MpiTest: 0 is outside 1..1024");
        assertThat(wrongNumbers("negative"))
                .hasMessageContaining("negative(Communicator): ranks = {2, -1} of @MpiTest: -1 is outside 1..1024");
        assertThat(wrongNumbers("twice"))
                .hasMessageContaining(
                        "twice(Ranks): ranks = {1, 2, 1} of @MpiTest: 1 is there twice, allowed are different numbers");
        assertThat(wrongNumbers("tooMany"))
                .hasMessageContaining("tooMany(Ranks): ranks = {1, 1025} of @MpiTest: 1025 is outside 1..1024");
    }

    @Test
    @DisplayName("several numbers of ranks on a class, or beside another test annotation, are an error that says so")
    void severalNumbersWhereOneIsAllowed() {
        assertThat(failure(Samples.SeveralOnItsClass.class, "asks(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining("SeveralOnItsClass.asks(Ranks): ranks = {1, 2} of @MpiTest: "
                        + "allowed is one number where @MpiTest is on a class");
        assertThat(failure(Samples.WrongNumbers.class, "repeated(org.reactivempi.testkit.Ranks)"))
                .hasMessageContaining(
                        "WrongNumbers.repeated(Ranks): ranks = {1, 2} of @MpiTest: allowed is one number");
    }

    private static Throwable wrongNumbers(String method) {
        EngineExecutionResults results = run(Samples.WrongNumbers.class, method);
        assertThat(results.testEvents().list()).isEmpty();
        return results.containerEvents().failed().list().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(Events events) {
        return events.map(event -> event.getTestDescriptor().getDisplayName()).toList();
    }

    private static EngineExecutionResults run(Class<?> type, String method) {
        Method found = Stream.of(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(type, found))
                .execute();
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
