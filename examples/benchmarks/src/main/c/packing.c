/*
 * The shapes of PackingBenchmark for MPI libraries in C: prints, for each shape, the nanoseconds that MPI_Pack and MPI_Unpack of the
 * whole payload take, the median of some windows, and the GB of payload a second.
 *
 *     mpicc -O2 -o packing packing.c && ./packing
 */
#define _POSIX_C_SOURCE 200809L

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 128, PARTICLES = 4096, WINDOWS = 9, MATRIX = 360 };

static char *memory, *packed;
static int capacity;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* Nanoseconds of one call: the median of windows of 20 ms. */
static double measure(MPI_Datatype type, int count, int out)
{
    double times[WINDOWS];
    for (int window = 0; window < WINDOWS; window++) {
        long calls = 0;
        double start = seconds(), end;
        do {
            int position = 0;
            if (out) MPI_Pack(memory, count, type, packed, capacity, &position, MPI_COMM_WORLD);
            else MPI_Unpack(packed, capacity, &position, memory, count, type, MPI_COMM_WORLD);
            calls++;
            end = seconds();
        } while (end - start < 0.02);
        times[window] = (end - start) / calls * 1e9;
    }
    qsort(times, WINDOWS, sizeof times[0], by_size);
    return times[WINDOWS / 2];
}

static void report(const char *shape, MPI_Datatype type, int count)
{
    int size;
    MPI_Type_commit(&type);
    MPI_Type_size(type, &size);
    double bytes = (double) size * count;
    double out = measure(type, count, 1), in = measure(type, count, 0);
    printf("%-14s pack %10.0f ns %6.1f GB/s   unpack %10.0f ns %6.1f GB/s\n", shape, out, bytes / out, in, bytes / in);
    fflush(stdout);
    MPI_Type_free(&type);
}

static MPI_Datatype irregular(int blocks)
{
    int *displacements = malloc(blocks * sizeof(int)), next = 0;
    MPI_Datatype type;
    srand(7);
    for (int i = 0; i < blocks; i++) {
        next += rand() % 4;
        displacements[i] = next;
        next += 5;
    }
    MPI_Type_create_indexed_block(blocks, 4, displacements, MPI_DOUBLE, &type);
    free(displacements);
    return type;
}

static MPI_Datatype face(int fixed)
{
    int sizes[] = {SIDE, SIDE, SIDE}, subsizes[] = {SIDE, SIDE, SIDE}, starts[] = {0, 0, 0};
    MPI_Datatype type;
    subsizes[fixed] = 1;
    starts[fixed] = SIDE / 2;
    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    return type;
}

static MPI_Datatype vector(int count, int stride)
{
    MPI_Datatype type;
    MPI_Type_vector(count, 1, stride, MPI_DOUBLE, &type);
    return type;
}

static MPI_Datatype resized(MPI_Datatype inner, MPI_Aint extent)
{
    MPI_Datatype type;
    MPI_Type_create_resized(inner, 0, extent, &type);
    MPI_Type_free(&inner);
    return type;
}

static MPI_Datatype particle(void)
{
    int lengths[] = {1, 2, 1};
    MPI_Aint places[] = {0, 8, 24};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SIGNED_CHAR}, type;
    MPI_Type_create_struct(3, lengths, places, types, &type);
    return resized(type, 32);
}

static MPI_Datatype contiguous(int count)
{
    MPI_Datatype type;
    MPI_Type_contiguous(count, MPI_DOUBLE, &type);
    return type;
}

int main(int argc, char **argv)
{
    size_t length = sizeof(double) * SIDE * SIDE * SIDE;
    MPI_Init(&argc, &argv);
    capacity = 1 << 21;
    memory = malloc(length);
    packed = malloc(capacity);
    memset(memory, 1, length);
    memset(packed, 2, capacity);
    report("CONTIGUOUS", contiguous(1 << 17), 1);
    report("VECTOR_8K", vector(1 << 10, 2), 1);
    report("VECTOR_1M", vector(1 << 17, 2), 1);
    report("INDEXED_8K", irregular(1 << 8), 1);
    report("INDEXED_1M", irregular(1 << 15), 1);
    report("FACE_LAST", face(2), 1);
    report("FACE_MIDDLE", face(1), 1);
    report("STRUCT", particle(), PARTICLES);
    report("TRANSPOSE", resized(vector(MATRIX, MATRIX), sizeof(double)), MATRIX);
    MPI_Finalize();
    return 0;
}
