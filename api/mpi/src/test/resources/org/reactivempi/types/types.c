/*
 * What another MPI says of the types that are described on standard input, a line each, as DescribedTypes writes them: a stack machine
 * that calls the constructors. Prints, for each line, size, lower bound, extent, true lower bound and true extent; and for short
 * payloads what MPI_Pack and MPI_Pack_external write, as hexadecimal digits. Prints "refused" where a constructor fails, and a "!"
 * where MPI_Pack_external, which has a process of its own, ends with a signal.
 *
 *   mpicc.mpich -O1 -o types types.c && ./types < types.txt > mpich.txt
 *   mpicc.openmpi -O1 -o types types.c && ./types < types.txt > openmpi.txt
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK 64
#define MOST 64
#define MEMORY (1 << 21)
#define LONGEST 160

static MPI_Datatype stack[STACK];
static int depth;
static unsigned char memory[MEMORY];
static int refused;

static long number(void) {
    return strtol(strtok(NULL, " \n"), NULL, 10);
}

static void ints(int *values, int count) {
    for (int i = 0; i < count; i++) values[i] = (int) number();
}

static MPI_Datatype basic(int kind) {
    MPI_Datatype types[] = {MPI_SIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_FLOAT, MPI_LONG_LONG, MPI_DOUBLE};
    return types[kind];
}

/* MPICH 4.0.2 packs wrongly once thousands of types exist, so that each is freed when the next one has been made of it. */
static void release(MPI_Datatype type) {
    int counts[4];
    MPI_Type_get_envelope(type, counts, counts + 1, counts + 2, counts + 3);
    if (counts[3] != MPI_COMBINER_NAMED) MPI_Type_free(&type);
}

/* Arguments are read in order; C leaves the order of calls in one argument list open. */
static void build(char op) {
    MPI_Datatype top = depth > 0 ? stack[depth - 1] : MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
    int lengths[MOST], places[MOST], sizes[MOST], n, m, k;
    MPI_Aint at[MOST];
    long stride;
    switch (op) {
        case 'b': stack[depth++] = basic((int) number()); return;
        case 'd': MPI_Type_dup(top, &made); break;
        case 'c': n = (int) number(); MPI_Type_contiguous(n, top, &made); break;
        case 'v': n = (int) number(); m = (int) number(); k = (int) number();
            MPI_Type_vector(n, m, k, top, &made); break;
        case 'h': n = (int) number(); m = (int) number(); stride = number();
            MPI_Type_create_hvector(n, m, stride, top, &made); break;
        case 'x': n = (int) number();
            for (int i = 0; i < n; i++) { lengths[i] = (int) number(); places[i] = (int) number(); }
            MPI_Type_indexed(n, lengths, places, top, &made); break;
        case 'y': n = (int) number();
            for (int i = 0; i < n; i++) { lengths[i] = (int) number(); at[i] = number(); }
            MPI_Type_create_hindexed(n, lengths, at, top, &made); break;
        case 'i': m = (int) number(); n = (int) number(); ints(places, n);
            MPI_Type_create_indexed_block(n, m, places, top, &made); break;
        case 'j': m = (int) number(); n = (int) number();
            for (int i = 0; i < n; i++) at[i] = number();
            MPI_Type_create_hindexed_block(n, m, at, top, &made); break;
        case 'r': stride = number(); MPI_Type_create_resized(top, stride, number(), &made); break;
        case 's': n = (int) number();
            for (int i = 0; i < n; i++) { lengths[i] = (int) number(); at[i] = number(); }
            depth -= n;
            MPI_Type_create_struct(n, lengths, at, stack + depth, &made);
            for (int i = 0; i < n; i++) release(stack[depth + i]);
            if (made == MPI_DATATYPE_NULL) {
                refused = 1;
                made = MPI_BYTE;
            }
            stack[depth++] = made;
            return;
        case 'a': k = (int) number(); n = (int) number(); ints(sizes, n); ints(lengths, n); ints(places, n);
            MPI_Type_create_subarray(n, sizes, lengths, places, k ? MPI_ORDER_FORTRAN : MPI_ORDER_C, top, &made); break;
        case 'g': {
            int rank = (int) number(), ranks = 1, ways[MOST], arguments[MOST];
            k = (int) number(); n = (int) number(); ints(sizes, n); ints(ways, n); ints(arguments, n); ints(places, n);
            int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
            for (int i = 0; i < n; i++) {
                ways[i] = kinds[ways[i]];
                if (arguments[i] == 0) arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
                ranks *= places[i];
            }
            MPI_Type_create_darray(
                ranks, rank, n, sizes, ways, arguments, places, k ? MPI_ORDER_FORTRAN : MPI_ORDER_C, top, &made);
            break;
        }
        default: fprintf(stderr, "unknown %c\n", op); exit(1);
    }
    if (made == MPI_DATATYPE_NULL) {
        refused = 1;
        made = MPI_BYTE;
    }
    release(top);
    stack[depth - 1] = made;
}

static void hex(const char *bytes, MPI_Aint length) {
    putchar(' ');
    for (MPI_Aint i = 0; i < length; i++) printf("%02x", (unsigned char) bytes[i]);
    if (length == 0) putchar('-');
}

static void pack(MPI_Datatype type) {
    char packed[4 * LONGEST];
    int position = 0;
    MPI_Aint place = 0;
    MPI_Pack(memory + MEMORY / 2, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    hex(packed, position);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        MPI_Pack_external("external32", memory + MEMORY / 2, 1, type, packed, sizeof packed, &place);
        hex(packed, place);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) printf(" !");
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < MEMORY; i++) memory[i] = (unsigned char) (i * 7 + (i >> 8));
    while (fgets(line, sizeof line, stdin)) {
        depth = refused = 0;
        for (char *op = strtok(line, " \n"); op; op = strtok(NULL, " \n")) build(op[0]);
        if (refused) {
            puts("refused");
            continue;
        }
        MPI_Datatype type = stack[0];
        int size;
        MPI_Aint lower, extent, low, span;
        MPI_Type_commit(&type);
        MPI_Type_size(type, &size);
        MPI_Type_get_extent(type, &lower, &extent);
        MPI_Type_get_true_extent(type, &low, &span);
        printf("%d %ld %ld %ld %ld", size, (long) lower, (long) extent, (long) low, (long) span);
        if (size > 0 && size <= LONGEST && low > -MEMORY / 2 && low + span < MEMORY / 2) pack(type);
        putchar('\n');
        release(type);
    }
    MPI_Finalize();
    return 0;
}
