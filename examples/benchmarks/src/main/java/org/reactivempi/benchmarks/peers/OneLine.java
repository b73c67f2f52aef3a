package org.reactivempi.benchmarks.peers;

/** What {@code mpirun} starts for comparison with {@code hello}: as little of Java as there can be. */
final class OneLine {

    private OneLine() {}

    /**
     * Says hello.
     *
     * @param args none
     */
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
