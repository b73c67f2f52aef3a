package org.reactivempi.transport.pmix;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.AgreedSecret;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Entries;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import org.reactivempi.transport.bootstrap.Orphan;
import reactor.core.publisher.Mono;

/** A rank that is a process, launched by a program that speaks PMIx. */
final class PmixRank implements Exchange, Life {

    private static final String JOB_SIZE = "pmix.job.size";
    private static final String LOCAL_SIZE = "pmix.local.size";
    private static final String HOST = "pmix.hname";
    private static final long ABORT_SENT_MILLIS = 1000;

    private final PmixClient client;
    private final String namespace;
    private final int rank;
    private final int size;
    private volatile boolean finishing;
    /** Whether others go on without this rank. */
    private volatile boolean givenUp;

    private PmixRank(PmixClient client, Pmix.Process self, int size) {
        this.client = client;
        this.namespace = self.namespace();
        this.rank = self.rank();
        this.size = size;
    }

    /**
     * Joins the job.
     *
     * @return cold; the rank, or a {@link BootstrapException}. Where the launcher goes away later, the process ends with code 1
     */
    static Mono<Bootstrap> join(PmixClient client, Map<String, String> environment) {
        return client.call(pmix -> {
                    Pmix.Process self = pmix.init();
                    Pmix.Process job = new Pmix.Process(self.namespace(), Pmix.JOB);
                    int size = pmix.number(job, JOB_SIZE);
                    PmixRank joined = new PmixRank(client, self, size);
                    pmix.whenLost(joined::orphaned);
                    JobPlace place = new JobPlace(
                            jobId(self.namespace()),
                            self.rank(),
                            size,
                            pmix.number(job, LOCAL_SIZE),
                            new JobJvm(1, environment));
                    return new Bootstrap(place, Optional.of(joined), joined);
                })
                .doOnError(error -> client.close());
    }

    /** Namespaces are free text; a job's name stands in lines, and in names of files. */
    private static String jobId(String namespace) {
        return "pmix-" + namespace.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    private void orphaned() {
        if (!finishing) {
            Orphan.end("rank " + rank + " ends, since its launcher is gone");
        }
    }

    @Override
    public Mono<Void> put(String key, String value) {
        return client.call(pmix -> {
            Entries.checkOwnKey(key, rank);
            Entries.checkValue(value);
            pmix.put(key, value);
            return null;
        });
    }

    @Override
    public Mono<Void> barrier() {
        return client.call(pmix -> {
            pmix.commit();
            pmix.fence();
            return null;
        });
    }

    @Override
    public Mono<String> get(String key) {
        return client.call(pmix -> {
            Entries.checkKey(key);
            return pmix.text(new Pmix.Process(namespace, owner(key)), key);
        });
    }

    /** By the names of the hosts, which the launcher has told of each rank before it started any: nobody else is asked. */
    @Override
    public Mono<int[]> hosts() {
        return client.call(pmix -> {
            Map<String, Integer> numbers = new HashMap<>();
            int[] hosts = new int[size];
            for (int each = 0; each < size; each++) {
                @Nullable String name = pmix.knownText(new Pmix.Process(namespace, each), HOST);
                if (name == null) {
                    return null;
                }
                hosts[each] = numbers.computeIfAbsent(name, unknown -> numbers.size());
            }
            return hosts;
        });
    }

    /** PMIx keeps values by process: the key says whose it is. */
    private static int owner(String key) {
        try {
            return Integer.parseUnsignedInt(key.substring(key.lastIndexOf('-') + 1));
        } catch (NumberFormatException e) {
            throw new BootstrapException("key " + key + " does not end with - and a rank", e);
        }
    }

    /** No launcher that speaks PMIx hands one over, but its key-value space is the job's. */
    @Override
    public Mono<String> secret(@Nullable String own) {
        return new AgreedSecret(this, rank).agree(own);
    }

    /** Such launchers say nothing besides their answers: they end the job themselves where a rank fails. */
    @Override
    public void listen(JobListener listener) {}

    @Override
    public Mono<Void> finish(Mono<Void> closing) {
        Mono<Void> last = client.call(pmix -> {
            finishing = true;
            client.close();
            pmix.finish();
            return null;
        });
        return closing.onErrorResume(failure -> last.onErrorComplete().then(Mono.error(failure)))
                .then(last);
    }

    @Override
    public Mono<Boolean> hasLeft(int peer) {
        return Mono.just(true);
    }

    @Override
    public void beGivenUp() {
        givenUp = true;
    }

    @Override
    public void leave() {
        client.close();
    }

    /** An abort goes first where the code is an error, so that the launcher ends the others with this code. */
    @Override
    public void exit(int code) {
        if (code != 0 && !finishing && !givenUp) {
            tellLauncher(code);
        }
        System.exit(code);
    }

    /** On a thread of its own, which keeps the process alive until it exits, since exiting waits for other threads. */
    @Override
    public Mono<Void> abort(int code) {
        return Mono.<Void>fromRunnable(() -> new Thread(() -> exit(code), "reactive-mpi-abort").start())
                .then(Mono.never());
    }

    /** Beside the client's thread, which may stand in a fence; and not for ever. */
    private void tellLauncher(int code) {
        Thread telling = new Thread(
                () -> {
                    try {
                        client.pmix().abort(code, "rank " + rank + " has ended the job with code " + code);
                    } catch (BootstrapException e) {
                        // The launcher is gone, or ends the job already: the exit code says the same.
                    }
                },
                "reactive-mpi-pmix-abort");
        telling.setDaemon(true);
        telling.start();
        try {
            telling.join(ABORT_SENT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
