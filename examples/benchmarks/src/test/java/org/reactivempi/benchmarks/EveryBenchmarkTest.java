package org.reactivempi.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** That the benchmarks run; what they measure here means nothing. */
@Tag("long")
class EveryBenchmarkTest {

    @Test
    @DisplayName("every benchmark runs")
    void runs() throws Exception {
        Options options = new OptionsBuilder()
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(5))
                .param("count", "10", "1000")
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();

        assertThat(results)
                .isNotEmpty()
                .extracting(result -> result.getParams().getBenchmark())
                .containsAll(names());
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }

    private static List<String> names() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(benchmark -> benchmark.getUsername())
                .toList();
    }
}
