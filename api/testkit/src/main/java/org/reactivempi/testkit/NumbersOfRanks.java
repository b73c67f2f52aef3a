package org.reactivempi.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test says in {@link MpiTest#ranks()}: one or more different numbers, in their order.
 *
 * @param test which test that is, for errors
 * @param all the numbers
 */
record NumbersOfRanks(String test, List<Integer> all) {

    /** As many as a job may have that the launcher starts; a larger number is a slip, and would end in too many threads. */
    private static final int MOST = 1024;

    NumbersOfRanks {
        if (all.isEmpty()) {
            throw wrong(test, all, "there is no number, allowed are one or more, 1.." + MOST);
        }
        for (int i = 0; i < all.size(); i++) {
            int number = all.get(i);
            if (number < 1 || number > MOST) {
                throw wrong(test, all, number + " is outside 1.." + MOST);
            }
            if (all.indexOf(number) < i) {
                throw wrong(test, all, number + " is there twice, allowed are different numbers");
            }
        }
    }

    /** The numbers for the test method of a context. */
    static NumbersOfRanks of(ExtensionContext context, int... numbers) {
        return new NumbersOfRanks(name(context), IntStream.of(numbers).boxed().toList());
    }

    private static String name(ExtensionContext context) {
        String types = Arrays.stream(context.getRequiredTestMethod().getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return context.getRequiredTestClass().getName() + "."
                + context.getRequiredTestMethod().getName() + "(" + types + ")";
    }

    /** The number, where only one makes sense. */
    int only() {
        if (all.size() > 1) {
            throw wrong(
                    test,
                    all,
                    "allowed is one number where @MpiTest is on a class, or another annotation makes the method a test");
        }
        return all.get(0);
    }

    private static ExtensionConfigurationException wrong(String test, List<Integer> all, String why) {
        String numbers = all.stream().map(String::valueOf).collect(Collectors.joining(", ", "{", "}"));
        return new ExtensionConfigurationException(test + ": ranks = " + numbers + " of @MpiTest: " + why);
    }
}
