/*
 * The tests of the examples pt2pt and ring for MPI libraries in C: the same names, lengths, numbers of messages and
 * order of calls, so that "examples/run peers" can set their results beside those of reactive-mpi.
 *
 *     native IMPLEMENTATION CHANNEL DIVISOR LENGTHS TEST...
 *
 * DIVISOR divides all numbers of repetitions. LENGTHS, with commas between them, are those of latency and bw. The tests
 * are latency, written (the same with memory that is written before each send), bw, waitany, posted, unexpected, idle, which need
 * two ranks, and ring. latency_vector, latency_indexed, latency_face, latency_rows and latency_struct are latency with the derived types of "pt2pt --layout"; behind latency_packed_ stands the same, packed and
 * unpacked by MPI_Pack and MPI_Unpack.
 *
 * Rank 0 prints lines of: implementation, channel, "native", "spin", test, bytes, metric, value, with tabs between them.
 */
#define _POSIX_C_SOURCE 200809L

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WINDOW = 64, PAGE = 4096, ENTRY = 8, LENGTHS_MAX = 32 };
enum { DATA = 1, ANSWER, MARK, RESULT, FIRST_ENTRY = 1000 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, ranks, divisor;
static const char *implementation, *channel;
static double depth_zero_us;

static void report(const char *test, int bytes, const char *metric, double value)
{
    if (rank == 0)
        printf("%s\t%s\tnative\tspin\t%s\t%d\t%s\t%.4f\n", implementation, channel, test, bytes, metric, value);
    fflush(stdout);
}

static void fail(const char *problem)
{
    fprintf(stderr, "native: %s\n", problem);
    MPI_Abort(world, 1);
    exit(1);
}

/* Memory whose pages are there already. */
static void *room(size_t bytes)
{
    void *memory = NULL;
    size_t at_least_one = bytes > 0 ? bytes : 1;
    if (posix_memalign(&memory, PAGE, at_least_one) != 0) fail("no memory left");
    memset(memory, 0, at_least_one);
    return memory;
}

static int scaled(int repetitions)
{
    return repetitions / divisor < 3 ? 3 : repetitions / divisor;
}

/* Unlike a JVM, a native program needs little of it. */
static int warm_up(int repetitions)
{
    return repetitions / 5 + 1;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* Of values in ascending order. */
static double quantile(const double *sorted, int count, double share)
{
    return sorted[(int)(share * (count - 1) + 0.5)];
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void send(const void *data, int bytes, int to, int tag)
{
    MPI_Send(data, bytes, MPI_BYTE, to, tag, world);
}

static void receive(void *data, int bytes, int from, int tag)
{
    MPI_Recv(data, bytes, MPI_BYTE, from, tag, world, MPI_STATUS_IGNORE);
}

static int other(void)
{
    return 1 - rank;
}

/* Sends what is in data, or what is copied there from source before each send. */
static void send_written(void *data, const void *source, int bytes)
{
    if (source != NULL) memcpy(data, source, bytes);
    send(data, bytes, other(), DATA);
}

/* Notes half of each round trip in microseconds, unless half_us is NULL; source is NULL where data stays as it is. */
static void ping_pongs(void *data, const void *source, void *arrived, int bytes, int count, double *half_us)
{
    double last = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        if (rank == 0) send_written(data, source, bytes);
        receive(arrived, bytes, other(), DATA);
        if (rank == 1) send_written(data, source, bytes);
        double now = MPI_Wtime();
        if (half_us != NULL) half_us[i] = (now - last) * 1e6 / 2;
        last = now;
    }
}

static int round_trips(int bytes)
{
    return scaled(bytes <= 8192      ? 80000
                  : bytes <= 65536   ? 6000
                  : bytes <= 262144  ? 2000
                  : bytes <= 1048576 ? 600
                                     : 200);
}

static void written(int bytes)
{
    int count = round_trips(bytes);
    void *data = room(bytes), *source = room(bytes), *arrived = room(bytes);
    double *half_us = room(count * sizeof *half_us);

    MPI_Barrier(world);
    ping_pongs(data, source, arrived, bytes, warm_up(count), NULL);
    ping_pongs(data, source, arrived, bytes, count, half_us);
    qsort(half_us, count, sizeof *half_us, ascending);
    report("written", bytes, "p50_us", quantile(half_us, count, 0.50));
    free(half_us);
    free(arrived);
    free(source);
    free(data);
}

static void latency(int bytes)
{
    int count = round_trips(bytes);
    void *data = room(bytes), *arrived = room(bytes);
    double *half_us = room(count * sizeof *half_us), sum = 0;

    MPI_Barrier(world);
    ping_pongs(data, NULL, arrived, bytes, warm_up(count), NULL);
    ping_pongs(data, NULL, arrived, bytes, count, half_us);
    for (int i = 0; i < count; i++) sum += half_us[i];
    qsort(half_us, count, sizeof *half_us, ascending);
    report("latency", bytes, "mean_us", sum / count);
    report("latency", bytes, "p50_us", quantile(half_us, count, 0.50));
    report("latency", bytes, "p99_us", quantile(half_us, count, 0.99));
    report("latency", bytes, "p999_us", quantile(half_us, count, 0.999));
    free(half_us);
    free(arrived);
    free(data);
}

/* A derived type, and how long the memory is that one element spans. */
struct layout {
    MPI_Datatype type;
    size_t span;
};

/* As the class Layout of pt2pt has them: units of a layout that are as long as the message, rounded down. */
static struct layout layout_of(const char *name, int bytes)
{
    struct layout layout = {.span = 0};
    if (strcmp(name, "vector") == 0) {
        int units = bytes / 8;
        MPI_Type_vector(units, 1, 2, MPI_DOUBLE, &layout.type);
        layout.span = 16 * (size_t)units;
    } else if (strcmp(name, "indexed") == 0) {
        int units = bytes / 32, *places = room(units * sizeof *places);
        for (int i = 1; i < units; i++) places[i] = places[i - 1] + 4 + i % 4;
        MPI_Type_create_indexed_block(units, 4, places, MPI_DOUBLE, &layout.type);
        layout.span = 8 * ((size_t)places[units - 1] + 4);
        free(places);
    } else if (strcmp(name, "face") == 0) {
        int units = bytes / 8, sizes[] = {units, 64}, subsizes[] = {units, 1}, starts[] = {0, 0};
        MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &layout.type);
        layout.span = 8 * 64 * (size_t)units;
    } else if (strcmp(name, "rows") == 0) {
        int units = bytes / 32768;
        MPI_Type_vector(units, 4096, 4096 + 64, MPI_DOUBLE, &layout.type);
        layout.span = 8 * (4096 + 64) * (size_t)units;
    } else if (strcmp(name, "struct") == 0) {
        int units = bytes / 21, lengths[] = {1, 2, 1};
        MPI_Aint places[] = {0, 8, 24};
        MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SIGNED_CHAR}, fields, element;
        MPI_Type_create_struct(3, lengths, places, types, &fields);
        MPI_Type_create_resized(fields, 0, 32, &element);
        MPI_Type_contiguous(units, element, &layout.type);
        MPI_Type_free(&fields);
        MPI_Type_free(&element);
        layout.span = 32 * (size_t)units;
    } else {
        fail("there is no such layout");
    }
    MPI_Type_commit(&layout.type);
    return layout;
}

static void send_packed(const void *data, MPI_Datatype type, char *packed, int bytes)
{
    int position = 0;
    MPI_Pack(data, 1, type, packed, bytes, &position, world);
    MPI_Send(packed, position, MPI_PACKED, other(), DATA, world);
}

static void receive_packed(void *data, MPI_Datatype type, char *packed, int bytes)
{
    int position = 0;
    MPI_Recv(packed, bytes, MPI_PACKED, other(), DATA, world, MPI_STATUS_IGNORE);
    MPI_Unpack(packed, bytes, &position, data, 1, type, world);
}

/* The median of half a round trip, sent with the type, or packed. */
static void latency_of(const char *test, const char *name, int is_packed, int bytes)
{
    int count = scaled(bytes <= 65536 ? 6000 : bytes <= 262144 ? 2000 : 600), before = warm_up(count), size;
    struct layout layout = layout_of(name, bytes);
    void *data = room(layout.span), *arrived = room(layout.span);
    double *half_us = room(count * sizeof *half_us);
    MPI_Type_size(layout.type, &size);
    char *packed = room(size);

    MPI_Barrier(world);
    for (int i = -before; i < count; i++) {
        double start = MPI_Wtime();
        for (int step = 0; step < 2; step++) {
            int sends = step == rank;
            if (sends && is_packed) send_packed(data, layout.type, packed, size);
            else if (sends) MPI_Send(data, 1, layout.type, other(), DATA, world);
            else if (is_packed) receive_packed(arrived, layout.type, packed, size);
            else MPI_Recv(arrived, 1, layout.type, other(), DATA, world, MPI_STATUS_IGNORE);
        }
        if (i >= 0) half_us[i] = (MPI_Wtime() - start) * 1e6 / 2;
    }
    qsort(half_us, count, sizeof *half_us, ascending);
    report(test, bytes, "p50_us", quantile(half_us, count, 0.50));
    report(test, bytes, "p99_us", quantile(half_us, count, 0.99));
    MPI_Type_free(&layout.type);
    free(packed);
    free(half_us);
    free(arrived);
    free(data);
}

/* Of a name such as latency_vector or latency_packed_vector. */
static void latency_with_type(const char *test, int bytes)
{
    static const char prefix[] = "packed_";
    const char *name = test + strlen("latency_");
    int is_packed = strncmp(name, prefix, strlen(prefix)) == 0;
    latency_of(test, is_packed ? name + strlen(prefix) : name, is_packed, bytes);
}

/* Rank 0 sends from one place, rank 1 receives into as many as there are messages under way. */
struct window {
    int bytes;
    char *data;
    char *rooms[WINDOW];
};

static void open_window(struct window *window, int bytes)
{
    window->bytes = bytes;
    window->data = room(bytes);
    for (int i = 0; i < WINDOW; i++) window->rooms[i] = room(rank == 1 ? bytes : 0);
}

static void close_window(struct window *window)
{
    free(window->data);
    for (int i = 0; i < WINDOW; i++) free(window->rooms[i]);
}

static void stream(const struct window *window, int count)
{
    MPI_Request requests[WINDOW];
    char answer[4] = {0};
    for (int n = 0; n < count; n++) {
        for (int i = 0; i < WINDOW; i++) {
            if (rank == 0)
                MPI_Isend(window->data, window->bytes, MPI_BYTE, other(), DATA, world, &requests[i]);
            else
                MPI_Irecv(window->rooms[i], window->bytes, MPI_BYTE, other(), DATA, world, &requests[i]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            receive(answer, sizeof answer, other(), ANSWER);
        else
            send(answer, sizeof answer, other(), ANSWER);
    }
}

static void bw(int bytes)
{
    int count = scaled(bytes <= 1024      ? 24000
                       : bytes <= 8192    ? 2000
                       : bytes <= 65536   ? 400
                       : bytes <= 262144  ? 100
                       : bytes <= 1048576 ? 32
                                          : 12);
    double messages = (double)count * WINDOW;
    struct window window;

    open_window(&window, bytes);
    MPI_Barrier(world);
    stream(&window, warm_up(count));
    double start = MPI_Wtime();
    stream(&window, count);
    double seconds = MPI_Wtime() - start;
    report("bw", bytes, "MB_per_s", messages * bytes / seconds / 1e6);
    report("bw", bytes, "msg_per_s", messages / seconds);
    close_window(&window);
}

static int shuffled_place(int place)
{
    return (place * 37 + 11) % WINDOW;
}

/* Each message has a tag of its own; rank 1 takes them as they come. */
static void take_any(const struct window *window, int shuffled, int count)
{
    MPI_Request requests[WINDOW];
    char answer[4] = {0};
    for (int n = 0; n < count; n++) {
        if (rank == 0) {
            receive(answer, sizeof answer, other(), ANSWER);
            for (int i = 0; i < WINDOW; i++) {
                int tag = FIRST_ENTRY + (shuffled ? shuffled_place(i) : i);
                MPI_Isend(window->data, window->bytes, MPI_BYTE, other(), tag, world, &requests[i]);
            }
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            receive(answer, sizeof answer, other(), ANSWER);
        } else {
            for (int i = 0; i < WINDOW; i++)
                MPI_Irecv(window->rooms[i], window->bytes, MPI_BYTE, other(), FIRST_ENTRY + i, world, &requests[i]);
            send(answer, sizeof answer, other(), ANSWER);
            for (int taken = 0, index; taken < WINDOW; taken++)
                MPI_Waitany(WINDOW, requests, &index, MPI_STATUS_IGNORE);
            send(answer, sizeof answer, other(), ANSWER);
        }
    }
}

static void waitany(int bytes, int shuffled)
{
    const char *test = shuffled ? "waitany_shuffled" : "waitany";
    int count = scaled(4000);
    double messages = (double)count * WINDOW;
    struct window window;

    open_window(&window, bytes);
    MPI_Barrier(world);
    take_any(&window, shuffled, warm_up(count));
    double start = MPI_Wtime();
    take_any(&window, shuffled, count);
    double seconds = MPI_Wtime() - start;
    report(test, bytes, "us_per_msg", seconds * 1e6 / messages);
    report(test, bytes, "msg_per_s", messages / seconds);
    close_window(&window);
}

/* Sends at rank 0, receives at rank 1. */
static void start_entries(char *memory, int depth, MPI_Request *requests)
{
    for (int i = 0; i < depth; i++) {
        if (rank == 0)
            MPI_Isend(memory + i * ENTRY, ENTRY, MPI_BYTE, other(), FIRST_ENTRY + i, world, &requests[i]);
        else
            MPI_Irecv(memory + i * ENTRY, ENTRY, MPI_BYTE, other(), FIRST_ENTRY + i, world, &requests[i]);
    }
}

/* Rank 1 has the mark when it has all messages that rank 0 sent before it: they don't overtake each other. */
static void pass_mark(void)
{
    char mark = 0;
    if (rank == 0)
        send(&mark, 1, other(), MARK);
    else
        receive(&mark, 1, other(), MARK);
}

static void report_depth(const char *test, int depth, const char *metric, double value)
{
    char name[64];
    snprintf(name, sizeof name, "%s_depth_%d", metric, depth);
    report(test, ENTRY, name, value);
}

/* Round trips while rank 1 has depth receives that nothing matches yet, or depth messages that it hasn't asked for. */
static void deep(const char *test, int unexpected, int depth)
{
    int count = scaled(depth > 1000 ? 500 : 3000), first = unexpected == (rank == 0);
    char data[ENTRY] = {0}, arrived[ENTRY], *memory = room((size_t)depth * ENTRY);
    MPI_Request *requests = room(depth * sizeof *requests);
    double *half_us = room(count * sizeof *half_us);

    MPI_Barrier(world);
    if (first) start_entries(memory, depth, requests);
    if (unexpected) pass_mark();
    MPI_Barrier(world);
    ping_pongs(data, NULL, arrived, ENTRY, warm_up(count), NULL);
    ping_pongs(data, NULL, arrived, ENTRY, count, half_us);

    double start = MPI_Wtime();
    if (!first) start_entries(memory, depth, requests);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(world);
    double drain_us = (MPI_Wtime() - start) * 1e6;

    qsort(half_us, count, sizeof *half_us, ascending);
    double round_trip_us = 2 * quantile(half_us, count, 0.50);
    if (depth == 0) depth_zero_us = round_trip_us;
    report_depth(test, depth, "rtt_us", round_trip_us);
    report_depth(test, depth, "extra_us", round_trip_us - depth_zero_us);
    report_depth(test, depth, "times", round_trip_us / depth_zero_us);
    if (depth > 0) report_depth(test, depth, "drain_us_per_msg", drain_us / depth);
    free(half_us);
    free(requests);
    free(memory);
}

static void depths(const char *test, int unexpected)
{
    for (int depth = 0; depth <= 10000; depth = depth == 0 ? 100 : depth * 10) deep(test, unexpected, depth);
}

/* What rank 1 takes of a core while it waits for a message of rank 0, which comes late. */
static void idle(void)
{
    struct timespec late = {.tv_sec = divisor > 1 ? 1 : 2, .tv_nsec = 0};
    double percent = 0;
    char message[8] = {0};

    MPI_Barrier(world);
    if (rank == 0) {
        nanosleep(&late, NULL);
        send(message, sizeof message, other(), DATA);
        receive(&percent, sizeof percent, other(), RESULT);
        report("idle", 0, "cpu_percent", percent);
    } else {
        double cpu = cpu_seconds(), start = MPI_Wtime();
        receive(message, sizeof message, other(), DATA);
        percent = 100 * (cpu_seconds() - cpu) / (MPI_Wtime() - start);
        send(&percent, sizeof percent, other(), RESULT);
    }
    MPI_Barrier(world);
}

/* Passes the token on until it is negative, which rank 0 makes it for the last lap. */
static void take_part(void)
{
    int64_t token;
    do {
        receive(&token, sizeof token, rank - 1, DATA);
        int64_t next = token < 0 ? token : token + 1;
        send(&next, sizeof next, (rank + 1) % ranks, DATA);
    } while (token >= 0);
}

/* Ranks that spin where others should run take milliseconds for a step, so time is limited as well. */
static void ring(void)
{
    const double limit_seconds = 3;
    int laps = scaled(20000), before = laps / 10, count = 0;
    double *lap_us = room((before + laps) * sizeof *lap_us);
    char metric[32];

    MPI_Barrier(world);
    if (rank > 0) {
        take_part();
        free(lap_us);
        return;
    }
    double start = MPI_Wtime();
    for (int64_t token = 0; token >= 0; count++) {
        double lap_start = MPI_Wtime();
        int is_last = count == before + laps - 1 || lap_start - start > limit_seconds;
        if (is_last) token = -1;
        send(&token, sizeof token, 1 % ranks, DATA);
        receive(&token, sizeof token, ranks - 1, DATA);
        lap_us[count] = (MPI_Wtime() - lap_start) * 1e6;
    }
    int skipped = count > 2 * before ? before : 0;
    double *counted = lap_us + skipped;
    count -= skipped;
    qsort(counted, count, sizeof *counted, ascending);
    snprintf(metric, sizeof metric, "step_p50_us_%d", ranks);
    report("ring", sizeof(int64_t), metric, counted[count / 2] / ranks);
    snprintf(metric, sizeof metric, "step_min_us_%d", ranks);
    report("ring", sizeof(int64_t), metric, counted[0] / ranks);
    snprintf(metric, sizeof metric, "step_max_us_%d", ranks);
    report("ring", sizeof(int64_t), metric, counted[count - 1] / ranks);
    free(lap_us);
}

static int parse_lengths(const char *list, int *lengths)
{
    int count = 0;
    char *rest;
    for (const char *text = list; count < LENGTHS_MAX; text = rest + 1) {
        long length = strtol(text, &rest, 10);
        if (rest == text || length < 0 || length > 1L << 24) fail("a length is wrong");
        lengths[count++] = (int)length;
        if (*rest != ',') return count;
    }
    return count;
}

static void run(const char *test, const int *lengths, int count)
{
    if (strcmp(test, "ring") != 0 && ranks != 2) fail("this test needs two ranks");
    if (strcmp(test, "latency") == 0) {
        for (int i = 0; i < count; i++) latency(lengths[i]);
    } else if (strcmp(test, "written") == 0) {
        for (int i = 0; i < count; i++)
            if (lengths[i] >= 8192) written(lengths[i]);
    } else if (strncmp(test, "latency_", strlen("latency_")) == 0) {
        int least = strstr(test, "rows") == NULL ? 32 : 32768;
        for (int i = 0; i < count; i++)
            if (lengths[i] >= least) latency_with_type(test, lengths[i]);
    } else if (strcmp(test, "bw") == 0) {
        for (int i = 0; i < count; i++)
            if (lengths[i] >= 8) bw(lengths[i]);
    } else if (strcmp(test, "waitany") == 0) {
        for (int i = 0; i < 4; i++) waitany(i < 2 ? 8 : 8192, i % 2);
    } else if (strcmp(test, "posted") == 0) {
        depths(test, 0);
    } else if (strcmp(test, "unexpected") == 0) {
        depths(test, 1);
    } else if (strcmp(test, "idle") == 0) {
        idle();
    } else if (strcmp(test, "ring") == 0) {
        ring();
    } else {
        fail("there is no such test");
    }
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
    int lengths[LENGTHS_MAX];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    if (argc < 6) fail("arguments: IMPLEMENTATION CHANNEL DIVISOR LENGTHS TEST...");
    implementation = argv[1];
    channel = argv[2];
    divisor = atoi(argv[3]) > 0 ? atoi(argv[3]) : 1;
    int count = parse_lengths(argv[4], lengths);
    for (int i = 5; i < argc; i++) run(argv[i], lengths, count);
    finish();
    return 0;
}
