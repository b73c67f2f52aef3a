/*
 * The rows of the example rma for MPI libraries in C: the same operations, lengths and order of calls, so that
 * "examples/run peers --windows" can set their results beside those of reactive-mpi.
 *
 *     windows IMPLEMENTATION CHANNEL MILLIS LENGTHS
 *
 * MILLIS is the time for each row. LENGTHS, with commas between them, are those of the bandwidth of puts and gets, of which
 * 16 are under way at a time. Rank 0 accesses the memory of rank 1, which waits in a collective operation and so makes progress.
 * More than two ranks measure fences alone. In shared memory rank 0 also stores and adds by itself.
 *
 * Rank 0 prints lines of: implementation, channel, "native", "spin", operation, bytes, metric, value, with tabs between them.
 */
#define _POSIX_C_SOURCE 200809L

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096, LENGTHS_MAX = 32, SHORT = 8, MANY = 64, UNDER_WAY = 16, TARGET = 1 };
enum { LONG = 65536, COLUMN = 8192, COLUMNS = 8, IN_PLACE = 4096, LEAST = COLUMN * COLUMNS };
enum { BATCH = 10, REPETITIONS_MIN = 5, REPETITIONS_MAX = 200000 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, ranks;
static double seconds;
static const char *implementation, *channel;

/* The window, the memory at the origin, and how long an operation is. */
static MPI_Win window;
static char *local;
static int length;
/* A column of a matrix, and memory that the ranks have in common; null if they have none. */
static MPI_Datatype column;
static MPI_Win common;
static int64_t *in_common;

static void put(int target, int place)
{
    MPI_Aint displacement = (MPI_Aint)place * length;
    MPI_Put(local + displacement, length, MPI_BYTE, target, displacement, length, MPI_BYTE, window);
}

static void get(int place)
{
    MPI_Aint displacement = (MPI_Aint)place * length;
    MPI_Get(local + displacement, length, MPI_BYTE, TARGET, displacement, length, MPI_BYTE, window);
}

static void put_flush(void)
{
    put(TARGET, 0);
    MPI_Win_flush(TARGET, window);
}

static void get_one(void)
{
    get(0);
    MPI_Win_flush_local(TARGET, window);
}

static void fetch_and_op(void)
{
    int64_t one = 1, before;
    MPI_Fetch_and_op(&one, &before, MPI_INT64_T, TARGET, 0, MPI_SUM, window);
    MPI_Win_flush_local(TARGET, window);
}

static void compare_and_swap(void)
{
    int64_t expected = 0, value = 1, before;
    MPI_Compare_and_swap(&value, &expected, &before, MPI_INT64_T, TARGET, 0, window);
    MPI_Win_flush_local(TARGET, window);
}

static void put_column(void)
{
    MPI_Put(local, COLUMN / SHORT, MPI_DOUBLE, TARGET, 0, 1, column, window);
    MPI_Win_flush(TARGET, window);
}

static void gets_many(void)
{
    for (int i = 0; i < MANY; i++) get(i);
    MPI_Win_flush_local(TARGET, window);
}

static void accumulates(void)
{
    for (int i = 0; i < MANY; i++) {
        MPI_Aint displacement = (MPI_Aint)i * SHORT;
        MPI_Accumulate(local + displacement, 1, MPI_DOUBLE, TARGET, displacement, 1, MPI_DOUBLE, MPI_SUM, window);
    }
    MPI_Win_flush(TARGET, window);
}

static void stores(void)
{
    for (int i = 0; i < IN_PLACE; i++) __atomic_store_n(&in_common[i], i, __ATOMIC_RELAXED);
    MPI_Win_sync(common);
}

static void additions(void)
{
    for (int i = 0; i < IN_PLACE; i++) __atomic_fetch_add(&in_common[i], 1, __ATOMIC_SEQ_CST);
}

static void puts_many(void)
{
    for (int i = 0; i < MANY; i++) put(TARGET, i);
    MPI_Win_flush(TARGET, window);
}

static void lock_put_unlock(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, window);
    put(TARGET, 0);
    MPI_Win_unlock(TARGET, window);
}

static void put_fence(void)
{
    put((rank + 1) % ranks, 0);
    MPI_Win_fence(0, window);
}

static void put_bw(void)
{
    for (int i = 0; i < UNDER_WAY; i++) put(TARGET, i);
    MPI_Win_flush(TARGET, window);
}

static void get_bw(void)
{
    for (int i = 0; i < UNDER_WAY; i++) get(i);
    MPI_Win_flush_local(TARGET, window);
}

static const struct operation {
    const char *name;
    void (*run)(void);
    int bytes;
} operations[] = {
    {"put_flush", put_flush, SHORT},
    {"get", get_one, SHORT},
    {"fetch_and_op", fetch_and_op, SHORT},
    {"compare_and_swap", compare_and_swap, SHORT},
    {"puts", puts_many, SHORT},
    {"gets", gets_many, SHORT},
    {"accumulates", accumulates, SHORT},
    {"put_column", put_column, COLUMN},
    {"get_long", get_one, LONG},
    {"lock_put_unlock", lock_put_unlock, SHORT},
    {"put_fence", put_fence, SHORT},
    {"stores", stores, SHORT},
    {"additions", additions, SHORT},
    {"put_bw", put_bw, 0},
    {"get_bw", get_bw, 0},
};

static void fail(const char *problem)
{
    fprintf(stderr, "windows: %s\n", problem);
    MPI_Abort(world, 1);
    exit(1);
}

static void report(const char *name, const char *metric, double value)
{
    char suffix[16] = "";
    if (rank != 0) return;
    if (ranks > 2) snprintf(suffix, sizeof suffix, "_of_%d", ranks);
    printf("%s\t%s\tnative\tspin\t%s%s\t%d\t%s\t%.4f\n", implementation, channel, name, suffix, length, metric, value);
    fflush(stdout);
}

static int is_collective(const struct operation *operation)
{
    return operation->run == put_fence;
}

static int is_possible(const struct operation *operation)
{
    if (operation->run == stores || operation->run == additions) return in_common != NULL;
    return ranks == 2 || is_collective(operation);
}

static int is_of_bandwidth(const struct operation *operation)
{
    return operation->run == put_bw || operation->run == get_bw;
}

static void begin(const struct operation *operation)
{
    if (is_collective(operation))
        MPI_Win_fence(0, window);
    else if (rank == 0 && operation->run != lock_put_unlock)
        MPI_Win_lock_all(0, window);
}

static void end(const struct operation *operation)
{
    if (is_collective(operation))
        MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    else if (rank == 0 && operation->run != lock_put_unlock)
        MPI_Win_unlock_all(window);
}

static int takes_part(const struct operation *operation)
{
    return rank == 0 || is_collective(operation);
}

/* Warms up for a while, and says how many rounds fill the time; rank 0's clock counts. */
static int repetitions(const struct operation *operation)
{
    double start = MPI_Wtime(), plan[2];
    long done = 0;
    do {
        for (int i = 0; i < BATCH && takes_part(operation); i++) operation->run();
        done += BATCH;
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

static void *room(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, PAGE, bytes) != 0) fail("no memory left");
    memset(memory, 0, bytes);
    return memory;
}

/* What is there in the end is what was written, or the numbers mean nothing. */
static void check(const struct operation *operation)
{
    if (rank != 0 || operation->run != put_bw) return;
    size_t bytes = (size_t)UNDER_WAY * length;
    for (size_t i = 0; i < bytes; i++) local[i] = (char)(i * 31 + 7);
    put_bw();
    memset(local, 0, bytes);
    get_bw();
    for (size_t i = 0; i < bytes; i++)
        if (local[i] != (char)(i * 31 + 7)) fail("a byte is wrong");
}

static void measure(const struct operation *operation, int bytes)
{
    length = bytes;
    begin(operation);
    int n = repetitions(operation);
    double *us = room(n * sizeof *us), total = 0;
    MPI_Barrier(world);
    double last = MPI_Wtime();
    for (int i = 0; i < n && takes_part(operation); i++) {
        operation->run();
        double now = MPI_Wtime();
        us[i] = (now - last) * 1e6;
        total += us[i];
        last = now;
    }
    MPI_Barrier(world);
    check(operation);
    if (is_of_bandwidth(operation)) {
        report(operation->name, "MB_per_s", (double)UNDER_WAY * length * n / total);
    } else {
        qsort(us, n, sizeof *us, ascending);
        report(operation->name, "p50_us", us[n / 2]);
        report(operation->name, "p99_us", us[(n - 1) * 99L / 100]);
    }
    free(us);
    end(operation);
    MPI_Barrier(world);
}

/* Memory that rank 0 reaches as rank 1 does. */
static void share(void)
{
    void *own, *theirs;
    MPI_Aint size = IN_PLACE * SHORT, there;
    int unit;
    MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, world, &own, &common);
    memset(own, 0, size);
    MPI_Win_shared_query(common, TARGET, &there, &unit, &theirs);
    in_common = theirs;
    MPI_Win_lock_all(0, common);
}

static int parse_lengths(const char *list, int *lengths)
{
    int found = 0;
    char *rest;
    for (const char *text = list; found < LENGTHS_MAX; text = rest + 1) {
        long one = strtol(text, &rest, 10);
        if (rest == text || one < 1 || one > 1L << 22) fail("a length is wrong");
        lengths[found++] = (int)one;
        if (*rest != ',') return found;
    }
    return found;
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
    int lengths[LENGTHS_MAX], largest = LEAST / UNDER_WAY;
    void *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    if (argc != 5) fail("arguments: IMPLEMENTATION CHANNEL MILLIS LENGTHS");
    if (ranks < 2) fail("it needs two ranks or more");
    implementation = argv[1];
    channel = argv[2];
    seconds = atof(argv[3]) / 1000;
    int found = parse_lengths(argv[4], lengths);
    for (int i = 0; i < found; i++)
        if (lengths[i] > largest) largest = lengths[i];
    size_t bytes = (size_t)UNDER_WAY * largest;
    local = room(bytes);
    MPI_Win_allocate((MPI_Aint)bytes, 1, MPI_INFO_NULL, world, &memory, &window);
    memset(memory, 0, bytes);
    MPI_Type_vector(COLUMN / SHORT, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (strcmp(channel, "shm") == 0 && ranks == 2) share();
    MPI_Barrier(world);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        for (int j = 0; is_possible(&operations[i]) && j < (is_of_bandwidth(&operations[i]) ? found : 1); j++)
            measure(&operations[i], is_of_bandwidth(&operations[i]) ? lengths[j] : operations[i].bytes);
    if (in_common != NULL) {
        MPI_Win_unlock_all(common);
        MPI_Win_free(&common);
    }
    MPI_Type_free(&column);
    MPI_Win_free(&window);
    free(local);
    finish();
    return 0;
}
