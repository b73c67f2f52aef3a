/*
 * The rows of the example coll for MPI libraries in C: the same operations, lengths and order of calls, so that
 * "examples/run peers --collectives" can set their results beside those of reactive-mpi.
 *
 *     collectives IMPLEMENTATION CHANNEL MILLIS LENGTHS OPERATION...
 *
 * MILLIS is the time for each way of counting. LENGTHS, with commas between them, are bytes of the vector of each rank
 * (bcast, allreduce), of the part of each rank (allgather), or of what one rank has for one other (alltoall, and the two that
 * exchange blocks with four neighbours). A barrier has none. Ranks may be more than cores, and an operation of some that spin takes as long as they like: hence time is limited,
 * and not the number of repetitions.
 *
 * Rank 0 prints lines of: implementation, channel, "native", "spin", operation/ranks, bytes, metric, value, with tabs
 * between them. p50_us and p99_us are of operations that begin behind a barrier, each as long as on the slowest rank;
 * again_us is the mean of operations that follow each other without anything between them.
 */
#define _POSIX_C_SOURCE 200809L

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096, LENGTHS_MAX = 32, BATCH = 3, REPETITIONS_MIN = 5, REPETITIONS_MAX = 20000 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, ranks;
static double seconds;
static const char *implementation, *channel;

/* The memory of an operation, and how many numbers it is about. */
static double *data, *result;
static int count;

static void barrier(void)
{
    MPI_Barrier(world);
}

static void bcast(void)
{
    MPI_Bcast(data, count, MPI_DOUBLE, 0, world);
}

static void allreduce(void)
{
    MPI_Allreduce(data, result, count, MPI_DOUBLE, MPI_SUM, world);
}

static void allgather(void)
{
    MPI_Allgather(data, count, MPI_DOUBLE, result, count, MPI_DOUBLE, world);
}

static void alltoall(void)
{
    MPI_Alltoall(data, count, MPI_DOUBLE, result, count, MPI_DOUBLE, world);
}

/* A periodic grid of two dimensions, whose ranks have four neighbours each. */
static MPI_Comm grid = MPI_COMM_NULL;
static int near[4];
enum { SIDES = 4 };

static void neighbor_alltoall(void)
{
    MPI_Neighbor_alltoall(data, count, MPI_DOUBLE, result, count, MPI_DOUBLE, grid);
}

static void neighbor_by_hand(void)
{
    MPI_Request all[2 * SIDES];
    for (int side = 0; side < SIDES; side++)
        MPI_Irecv(result + (size_t)side * count, count, MPI_DOUBLE, near[side], side ^ 1, grid, &all[side]);
    for (int side = 0; side < SIDES; side++)
        MPI_Isend(data + (size_t)side * count, count, MPI_DOUBLE, near[side], side, grid, &all[SIDES + side]);
    MPI_Waitall(2 * SIDES, all, MPI_STATUSES_IGNORE);
}

static void make_grid(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 1};
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(world, 2, dims, periods, 0, &grid);
    for (int dimension = 0; dimension < 2; dimension++)
        MPI_Cart_shift(grid, dimension, 1, &near[2 * dimension], &near[2 * dimension + 1]);
}

static const struct operation {
    const char *name;
    void (*run)(void);
} operations[] = {
    {"barrier", barrier},
    {"bcast", bcast},
    {"allreduce", allreduce},
    {"allgather", allgather},
    {"alltoall", alltoall},
    {"neighbor_alltoall", neighbor_alltoall},
    {"neighbor_by_hand", neighbor_by_hand},
};

static void fail(const char *problem)
{
    fprintf(stderr, "collectives: %s\n", problem);
    MPI_Abort(world, 1);
    exit(1);
}

static void report(const char *name, long bytes, const char *metric, double value)
{
    if (rank != 0) return;
    printf("%s\t%s\tnative\tspin\t%s/%d\t%ld\t%s\t%.4f\n", implementation, channel, name, ranks, bytes, metric, value);
    fflush(stdout);
}

/* Numbers in memory whose pages are there already; each rank has its own. */
static double *numbers(size_t length)
{
    void *memory = NULL;
    if (posix_memalign(&memory, PAGE, (length + 1) * sizeof(double)) != 0) fail("no memory left");
    double *all = memory;
    for (size_t i = 0; i < length; i++) all[i] = rank + 1;
    return all;
}

/* One operation behind a barrier: its time on this rank. */
static double behind_barrier(void (*run)(void))
{
    MPI_Barrier(world);
    double start = MPI_Wtime();
    run();
    return MPI_Wtime() - start;
}

/* Warms up for a while, and says how many operations fill the time; rank 0's clock counts for all. */
static int repetitions(void (*run)(void))
{
    double start = MPI_Wtime(), plan[2];
    int done = 0;
    do {
        for (int i = 0; i < BATCH; i++, done++) behind_barrier(run);
        double used = MPI_Wtime() - start;
        plan[0] = used < seconds / 2;
        plan[1] = done * seconds / used;
        MPI_Bcast(plan, 2, MPI_DOUBLE, 0, world);
    } while (plan[0] != 0);
    return plan[1] < REPETITIONS_MIN   ? REPETITIONS_MIN
           : plan[1] > REPETITIONS_MAX ? REPETITIONS_MAX
                                       : (int)plan[1];
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static void check_sum(void)
{
    double sum = ranks * (ranks + 1) / 2.0;
    for (int i = 0; i < count; i++)
        if (result[i] != sum) fail("a sum is wrong");
}

static void measure(const struct operation *operation, long bytes)
{
    int of_neighbors = operation->run == neighbor_alltoall || operation->run == neighbor_by_hand;
    size_t blocks = of_neighbors ? SIDES : operation->run == allgather || operation->run == alltoall ? ranks : 1;
    if (of_neighbors) make_grid();
    count = (int)(bytes / (long)sizeof(double));
    data = numbers(blocks * count);
    result = numbers(blocks * count);
    int n = repetitions(operation->run);
    double *own = numbers(n), *longest = numbers(n), mean;

    for (int i = 0; i < n; i++) own[i] = behind_barrier(operation->run) * 1e6;
    MPI_Reduce(own, longest, n, MPI_DOUBLE, MPI_MAX, 0, world);
    qsort(longest, n, sizeof *longest, ascending);
    report(operation->name, bytes, "p50_us", longest[n / 2]);
    report(operation->name, bytes, "p99_us", longest[(n - 1) * 99L / 100]);

    MPI_Barrier(world);
    double start = MPI_Wtime();
    for (int i = 0; i < n; i++) operation->run();
    own[0] = (MPI_Wtime() - start) * 1e6 / n;
    MPI_Reduce(own, &mean, 1, MPI_DOUBLE, MPI_MAX, 0, world);
    report(operation->name, bytes, "again_us", mean);

    if (operation->run == allreduce) check_sum();
    if (of_neighbors) MPI_Comm_free(&grid);
    free(longest);
    free(own);
    free(result);
    free(data);
}

static int parse_lengths(const char *list, long *lengths)
{
    int found = 0;
    char *rest;
    for (const char *text = list; found < LENGTHS_MAX; text = rest + 1) {
        long length = strtol(text, &rest, 10);
        if (rest == text || length < 0 || length > 1L << 24) fail("a length is wrong");
        lengths[found++] = length;
        if (*rest != ',') return found;
    }
    return found;
}

static void run(const char *name, const long *lengths, int found)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(name, operations[i].name) != 0) continue;
        if (operations[i].run == barrier) {
            measure(&operations[i], 0);
            return;
        }
        for (int j = 0; j < found; j++) measure(&operations[i], lengths[j]);
        return;
    }
    fail("there is no such operation");
}

/*
 * MPI_Finalize, once all ranks have left a last barrier. In it, MPICH 4.0 on UCX first waits until the other ranks have
 * answered that they have all it sent, and then, without answering anybody, until all ranks have come so far. Over TCP, a
 * rank that gives its answer before it is there itself, in a barrier for instance, may get none and wait for ever. No
 * message can tell that all have left a barrier, but they have after a pause, in which nobody answers.
 */
static void finish(void)
{
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 200000000};

    MPI_Barrier(world);
    nanosleep(&pause, NULL);
    MPI_Finalize();
}

int main(int argc, char **argv)
{
    long lengths[LENGTHS_MAX];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    if (argc < 6) fail("arguments: IMPLEMENTATION CHANNEL MILLIS LENGTHS OPERATION...");
    implementation = argv[1];
    channel = argv[2];
    seconds = atof(argv[3]) / 1000;
    int found = parse_lengths(argv[4], lengths);
    for (int i = 5; i < argc; i++) run(argv[i], lengths, found);
    finish();
    return 0;
}
