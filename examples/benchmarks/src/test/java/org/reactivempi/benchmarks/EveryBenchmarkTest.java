package org.reactivempi.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** That the benchmarks run; what they measure here means nothing. */
@Tag("long")
class EveryBenchmarkTest {

    /** MPI.Init may be called once in a process, so each of these runs in a process of its own. */
    private static final String ONCE_A_JVM = BindingsBenchmark.class.getName();

    @Test
    @DisplayName("every benchmark runs")
    void runs() throws Exception {
        List<RunResult> results = new ArrayList<>();
        results.addAll(run(brief().forks(0).exclude(ONCE_A_JVM)));
        results.addAll(run(brief().forks(1).include(ONCE_A_JVM)));

        assertThat(results)
                .isNotEmpty()
                .extracting(result -> result.getParams().getBenchmark())
                .containsAll(names());
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }

    private static ChainedOptionsBuilder brief() {
        return new OptionsBuilder()
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(5))
                .param("count", "10", "1000")
                .timeout(TimeValue.minutes(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        return new Runner(options.build()).run();
    }

    private static List<String> names() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(benchmark -> benchmark.getUsername())
                .toList();
    }
}
