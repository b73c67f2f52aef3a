/*
 * How far apart the first two cores stand that this process may use: the time that a cache line takes to go from one to
 * the other and back, in nanoseconds. Virtual machines may have their cores moved at any time.
 *
 *     cores
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUND_TRIPS = 200000, CACHE_LINE = 128 };

static _Alignas(CACHE_LINE) atomic_int turn;
static int cores[2];

static void fail(const char *problem)
{
    fprintf(stderr, "cores: %s\n", problem);
    exit(1);
}

static void find_cores(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) fail("cannot tell which cores it may use");
    int found = 0;
    for (int core = 0; core < CPU_SETSIZE && found < 2; core++)
        if (CPU_ISSET(core, &allowed)) cores[found++] = core;
    if (found < 2) fail("has only one core");
}

static void run_on(int core)
{
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    if (pthread_setaffinity_np(pthread_self(), sizeof only, &only) != 0) fail("cannot choose its core");
}

static void wait_for(int expected)
{
    while (atomic_load_explicit(&turn, memory_order_acquire) != expected) continue;
}

static void give(int next)
{
    atomic_store_explicit(&turn, next, memory_order_release);
}

static void *answer(void *unused)
{
    run_on(cores[1]);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        wait_for(2 * i + 1);
        give(2 * i + 2);
    }
    return unused;
}

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(void)
{
    find_cores();
    run_on(cores[0]);
    pthread_t other;
    if (pthread_create(&other, NULL, answer, NULL) != 0) fail("cannot start a thread");
    give(1);
    wait_for(2);
    double start = now_ns();
    for (int i = 1; i < ROUND_TRIPS; i++) {
        give(2 * i + 1);
        wait_for(2 * i + 2);
    }
    printf("%.0f\n", (now_ns() - start) / (ROUND_TRIPS - 1));
    pthread_join(other, NULL);
    return 0;
}
