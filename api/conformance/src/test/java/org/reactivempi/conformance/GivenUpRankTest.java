package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.session.CoreSession;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A rank that the job goes on without: by the word of the launcher, of all others, or of one of them. */
class GivenUpRankTest {

    private static final int TAG = 4;

    private LooseJob job = new LooseJob(0, "tcp", 0);

    @AfterEach
    void end() {
        job.close();
    }

    private void launch(int size, String channel) {
        job = new LooseJob(size, channel, 1);
        job.launched = true;
    }

    private static void assertOwnFailure(int rank, Publisher<?> operation) {
        LooseJob.during(() -> StepVerifier.create(operation)
                .expectErrorSatisfies(error -> assertThat(error)
                        .asInstanceOf(InstanceOfAssertFactories.type(ProcessFailedException.class))
                        .satisfies(failure -> assertThat(failure.rank()).isEqualTo(rank)))
                .verify(LooseJob.TIMEOUT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "tcp", "rsocket"})
    @DisplayName("LIF-4 a rank that the launcher goes on without never gets a communicator without the others")
    void aloneByTheLauncher(String channel) {
        launch(2, channel);
        CoreSession first = job.start(0);
        CoreSession second = job.start(1);
        Communicator world = first.world();
        Mono.when(world.isend(ints(1), 1, TAG), second.world().receive(0, TAG)).as(LooseJob::ends);
        job.givenUp.add(0);
        job.kill(second);
        assertThat(LooseJob.ends(world.receive(1, TAG).onErrorComplete(ProcessFailedException.class)))
                .isNull();

        assertOwnFailure(0, world.failures().shrink());
        assertOwnFailure(0, world.isend(ints(1), 1, TAG));
        assertOwnFailure(0, world.isend(ints(1), 0, TAG));
        assertOwnFailure(0, world.barrier());
        assertOwnFailure(0, world.failures().agree(1));
        assertOwnFailure(0, first.failure());
        assertOwnFailure(0, first.close());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "tcp"})
    @DisplayName("LIF-4 what waits on a rank when it hears that it was given up ends with its own failure")
    void whatWaits(String channel) {
        launch(3, channel);
        CoreSession first = job.start(0);
        CoreSession second = job.start(1);
        CoreSession third = job.start(2);
        Communicator world = first.world();
        Mono<?> waits = world.receive(1, TAG).cache();
        waits.subscribe(message -> {}, error -> {});
        job.givenUp.add(0);
        job.kill(third);
        world.receive(2, TAG).onErrorComplete(ProcessFailedException.class).as(LooseJob::ends);

        Mono.when(world.failures().shrink(), second.world().failures().shrink())
                .onErrorComplete()
                .as(LooseJob::ends);
        assertOwnFailure(0, waits);
        assertOwnFailure(0, first.failure());
    }
}
