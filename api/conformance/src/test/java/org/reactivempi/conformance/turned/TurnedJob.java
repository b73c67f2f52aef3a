package org.reactivempi.conformance.turned;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** How the ranks of one thread find each other, and how they end: all on the thread that calls. */
final class TurnedJob {

    private final int size;
    private final JobJvm jvm;
    private final Map<String, String> entries = new LinkedHashMap<>();
    private final List<MonoSink<Void>> atBarrier = new ArrayList<>();
    private final Set<Integer> leaving = new TreeSet<>();

    TurnedJob(int size) {
        this.size = size;
        this.jvm = new JobJvm(size, Map.of());
    }

    Bootstrap bootstrap(int rank) {
        Member member = new Member(rank);
        return new Bootstrap(new JobPlace("turned", rank, size, size, jvm), Optional.of(member), member);
    }

    private final class Member implements Exchange, Life {

        private final int rank;

        Member(int rank) {
            this.rank = rank;
        }

        @Override
        public Mono<Void> put(String key, String value) {
            return Mono.fromRunnable(() -> entries.put(key, value));
        }

        @Override
        public Mono<Void> barrier() {
            return Mono.create(sink -> {
                atBarrier.add(sink);
                if (atBarrier.size() == size) {
                    List<MonoSink<Void>> met = List.copyOf(atBarrier);
                    atBarrier.clear();
                    met.forEach(MonoSink::success);
                }
            });
        }

        @Override
        public Mono<String> get(String key) {
            return Mono.fromSupplier(() -> {
                String value = entries.get(key);
                if (value == null) {
                    throw new BootstrapException("no rank has published the key " + key);
                }
                return value;
            });
        }

        @Override
        public Mono<String> secret(@Nullable String own) {
            return Mono.just(own == null ? "the same for all ranks of one thread" : own);
        }

        @Override
        public void listen(JobListener listener) {}

        @Override
        public void leave() {}

        @Override
        public Mono<Void> finish(Mono<Void> closing) {
            return Mono.<Void>fromRunnable(() -> leaving.add(rank)).then(closing);
        }

        @Override
        public Mono<Boolean> hasLeft(int other) {
            return Mono.fromSupplier(() -> leaving.contains(other));
        }

        @Override
        public void exit(int code) {
            throw new UnsupportedOperationException("a rank of one thread does not exit");
        }

        @Override
        public Mono<Void> abort(int code) {
            return Mono.empty();
        }
    }
}
