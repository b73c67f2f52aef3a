package org.reactivempi.benchmarks.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Task;
import org.reactivempi.core.collective.plan.Plan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What can be simulated: every operation that has algorithms, for ranks 0 to {@code size - 1} and root 0.
 *
 * @param algorithms its algorithms
 */
record Operation(Algorithms algorithms) {

    /** How long an element of a reduction is. */
    private static final int ELEMENT_BYTES = 8;

    static List<Operation> all() {
        return Operations.all().stream().map(Operation::new).toList();
    }

    String lowerCaseName() {
        return algorithms.operation().toLowerCase(Locale.ROOT);
    }

    private Task task(int rank, int size, Hosts hosts, long bytes) {
        return Task.reducing(algorithms, new Member(rank, size, hosts), 0, bytes, ELEMENT_BYTES, true, false);
    }

    /** The plans that ranks of one host would run by. */
    IntFunction<Plan> chosen(int size, int bytes) {
        return chosen(size, Hosts.ONE, bytes);
    }

    /** The plans that ranks would run by. */
    IntFunction<Plan> chosen(int size, Hosts hosts, int bytes) {
        return rank -> algorithms.plan(task(rank, size, hosts, bytes));
    }

    /** The plans by one algorithm, where that is possible. */
    IntFunction<Plan> by(String algorithm, int size, Hosts hosts, int bytes) {
        return rank -> algorithms.plan(algorithm, task(rank, size, hosts, bytes));
    }

    /** All ways in which so many ranks of one host can do it. */
    Map<String, IntFunction<Plan>> algorithms(int size, int bytes) {
        Task first = task(0, size, Hosts.ONE, bytes);
        Map<String, IntFunction<Plan>> all = new LinkedHashMap<>();
        algorithms.all().stream()
                .filter(algorithm -> algorithm.isPossible(first))
                .forEach(algorithm ->
                        all.put(algorithm.name(), rank -> algorithm.plan(task(rank, size, Hosts.ONE, bytes))));
        return all;
    }

    @Override
    public String toString() {
        return lowerCaseName();
    }

    /** How operations are called on a command line. */
    static final class Names extends ArrayList<String> implements ITypeConverter<Operation> {

        Names() {
            all().forEach(operation -> add(operation.lowerCaseName()));
        }

        @Override
        public Operation convert(String name) {
            return all().stream()
                    .filter(operation -> operation.lowerCaseName().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "expected one of " + String.join(", ", this) + " but was '" + name + "'"));
        }
    }
}
