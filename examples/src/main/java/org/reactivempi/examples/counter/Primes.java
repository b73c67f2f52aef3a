package org.reactivempi.examples.counter;

/** Work that takes the longer, the larger the numbers are. */
public final class Primes {

    private Primes() {}

    /** How many there are from {@code first} to {@code first + count - 1}. */
    static long count(long first, int count) {
        long found = 0;
        for (long number = first; number < first + count; number++) {
            found += isPrime(number) ? 1 : 0;
        }
        return found;
    }

    /**
     * Whether a number is one, by trial of all divisors.
     *
     * @param number any
     * @return false for 1, 0 and what is below
     */
    public static boolean isPrime(long number) {
        if (number < 4) {
            return number > 1;
        }
        if (number % 2 == 0) {
            return false;
        }
        for (long divisor = 3; divisor * divisor <= number; divisor += 2) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
