package org.reactivempi.spring.actuate;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Session;
import org.reactivempi.Stall;
import org.springframework.boot.health.contributor.AbstractReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import reactor.core.publisher.Mono;

/**
 * Down when a rank of the job has failed, the session is closed, or its progress thread does not answer; says which rank this
 * is, which ranks have failed, how the links stand, and in one line what the last stall was that this rank has found.
 *
 * <p>A call waits for nothing but the progress thread, and for that not long. Any thread.
 */
public final class MpiHealthIndicator extends AbstractReactiveHealthIndicator {

    /** So many links are listed, first the ones that don't stand; all are counted. */
    private static final int MOST_LINKS = 32;

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

    private final Session session;
    private final Communicator world;
    private volatile @Nullable Stall lastStall;

    /**
     * The health of a rank.
     *
     * @param session of the rank
     */
    public MpiHealthIndicator(Session session) {
        super("the MPI session has ended");
        this.session = session;
        this.world = session.world();
        session.stalls().subscribe(stall -> lastStall = stall);
    }

    @Override
    protected Mono<Health> doHealthCheck(Health.Builder builder) {
        builder.withDetail("rank", world.rank()).withDetail("size", world.size());
        Stall stall = lastStall;
        if (stall != null) {
            // The whole report is in the log.
            builder.withDetail("lastStall", stall.report().lines().findFirst().orElse(""));
        }
        return Mono.zip(failedRanks(), LinkStates.of(session), (failed, links) -> health(builder, failed, links))
                .timeout(LONGEST_ANSWER)
                .onErrorResume(TimeoutException.class, late -> Mono.just(silent(builder)));
    }

    /** Ranks that have come again have not failed. */
    private Mono<List<Integer>> failedRanks() {
        return session.members()
                .take(world.size())
                .filter(member -> member.state() == Member.State.FAILED)
                .map(Member::rank)
                .collectList();
    }

    private static Health health(Health.Builder builder, List<Integer> failed, LinkStates links) {
        return (failed.isEmpty() ? builder.up() : builder.down())
                .withDetail("failedRanks", failed)
                .withDetail("linkCounts", links.counts())
                .withDetail("links", links.listed(MOST_LINKS))
                .build();
    }

    private static Health silent(Health.Builder builder) {
        return builder.down()
                .withDetail("error", "the progress thread has not answered for " + LONGEST_ANSWER.toSeconds() + " s")
                .build();
    }
}
