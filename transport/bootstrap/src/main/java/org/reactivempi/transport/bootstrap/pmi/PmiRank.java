package org.reactivempi.transport.bootstrap.pmi;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.AgreedSecret;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Entries;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.bootstrap.Life;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A rank that is a process, launched by a program that speaks PMI. */
final class PmiRank implements Exchange, Life {

    private static final String FINALIZE = "finalize";
    private static final String FINALIZED = "finalize_ack";
    private static final String HAS_LEFT = "reactive-mpi-left-";
    /** So many have room in a line, whatever their numbers are. */
    private static final int MOST_GIVEN_UP_AT_ONCE = 64;

    private static final long ABORT_SENT_MILLIS = 1000;

    private final PmiClient client;
    private final JobPlace place;
    private final int valueLengthMax;
    /** Whether our own launcher has made the job. */
    private final boolean ours;
    /** Whether others go on without this rank. */
    private volatile boolean givenUp;

    PmiRank(PmiClient client, JobPlace place, int valueLengthMax) {
        this.client = client;
        this.place = place;
        this.valueLengthMax = valueLengthMax;
        this.ours = PmiLine.isOurJob(place.jobId());
    }

    @Override
    public Mono<Void> put(String key, String value) {
        return Mono.defer(() -> {
            Entries.checkOwnKey(key, place.rank());
            Entries.checkValue(value);
            if (value.length() > valueLengthMax) {
                throw new BootstrapException("value of " + key + " has " + value.length()
                        + " characters; the launcher allows " + valueLengthMax);
            }
            return call(entry("put", key).with("value", value), "put_result")
                    .doOnNext(answer -> requireSuccess(answer, "cannot publish the key " + key))
                    .then();
        });
    }

    @Override
    public int valueLengthMax() {
        return Math.min(valueLengthMax, Entries.VALUE_LENGTH_MAX);
    }

    @Override
    public Optional<InetAddress> towardsLauncher() {
        return client.localAddress();
    }

    @Override
    public Mono<Void> barrier() {
        return call(PmiLine.command("barrier_in"), "barrier_out")
                .doOnNext(answer -> requireSuccess(answer, "the barrier failed"))
                .then();
    }

    @Override
    public Mono<String> get(String key) {
        return Mono.defer(() -> {
            Entries.checkKey(key);
            return call(entry("get", key), "get_result").map(answer -> {
                requireSuccess(answer, "no rank has published the key " + key);
                return answer.get("value");
            });
        });
    }

    @Override
    public Mono<int[]> hosts() {
        return call(entry("get", ProcessMapping.KEY), "get_result").flatMap(answer -> {
            @Nullable String mapping = answer.succeeded() ? answer.find("value") : null;
            return mapping == null ? Mono.empty() : Mono.justOrEmpty(ProcessMapping.hosts(mapping, place.size()));
        });
    }

    /** Our launcher hands one over by environment; others don't, but their key-value space is the job's. */
    @Override
    public Mono<String> secret(@Nullable String own) {
        if (!ours) {
            return new AgreedSecret(this, place.rank()).agree(own);
        }
        return own == null
                ? Mono.error(() -> new BootstrapException(
                        JobSecret.VARIABLE + " is missing; the launcher has set it, and somebody has taken it away"))
                : Mono.just(own);
    }

    /** Other launchers show what is put after a barrier at the earliest, and there won't be one. */
    @Override
    public Mono<Void> finish(Mono<Void> closing) {
        Mono<Void> note = ours ? put(HAS_LEFT + place.rank(), "1").onErrorComplete() : Mono.empty();
        Mono<Void> last = Mono.defer(() -> givenUp
                ? Mono.fromRunnable(this::leave)
                : client.call(PmiLine.command(FINALIZE), FINALIZED).then());
        return Mono.whenDelayError(closing, note)
                .onErrorResume(failure -> last.onErrorComplete().then(Mono.error(failure)))
                .then(last);
    }

    @Override
    public Mono<Boolean> hasLeft(int rank) {
        return ours ? get(HAS_LEFT + rank).hasElement().onErrorReturn(false) : Mono.just(true);
    }

    @Override
    public Mono<Boolean> giveUp(Set<Integer> failed) {
        if (!ours) {
            return Mono.just(true);
        }
        return Flux.fromIterable(failed)
                .map(String::valueOf)
                .buffer(MOST_GIVEN_UP_AT_ONCE)
                .concatMap(some -> call(
                        PmiLine.command(PmiLine.GIVE_UP).with(PmiLine.RANKS, String.join(",", some)),
                        PmiLine.GIVE_UP_RESULT))
                .all(PmiLine::succeeded);
    }

    @Override
    public void beGivenUp() {
        givenUp = true;
    }

    @Override
    public void leave() {
        client.close();
    }

    /** An abort goes first where the code is an error: not every launcher ends the job because one rank did. */
    @Override
    public void exit(int code) {
        if (!givenUp) {
            if (code != 0) {
                tellLauncher(PmiLine.command("abort").with("exitcode", code));
            }
        } else if (!ours) {
            // Else Hydra ends the job, also where it was told to let the others go on.
            tellLauncher(PmiLine.command(FINALIZE), FINALIZED);
        }
        System.exit(code);
    }

    /** On a thread of its own, which keeps the process alive until it exits, since exiting waits for other threads. */
    @Override
    public Mono<Void> abort(int code) {
        return Mono.<Void>fromRunnable(() -> new Thread(() -> exit(code), "reactive-mpi-abort").start())
                .then(Mono.never());
    }

    @Override
    public void listen(JobListener listener) {
        client.listen(listener, place.size());
    }

    private void tellLauncher(PmiLine last, String... answers) {
        try {
            client.call(last, answers).toFuture().get(ABORT_SENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The rank has finished, or waits in a barrier: its exit code says the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PmiLine entry(String command, String key) {
        return PmiLine.command(command).with("kvsname", place.jobId()).with("key", key);
    }

    private Mono<PmiLine> call(PmiLine command, String answer) {
        return client.call(command, answer).map(answers -> answers.get(0));
    }

    private static void requireSuccess(PmiLine answer, String failure) {
        if (!answer.succeeded()) {
            throw new BootstrapException(failure + ": the launcher answered " + answer);
        }
    }
}
