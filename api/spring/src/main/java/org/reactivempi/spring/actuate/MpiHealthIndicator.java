package org.reactivempi.spring.actuate;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Session;
import org.reactivempi.Stall;
import org.springframework.boot.health.contributor.AbstractReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import reactor.core.publisher.Mono;

/**
 * Down when a rank of the job has failed, or the session is closed; says which rank this is, who has failed, and what the
 * last stall was that this rank has found.
 */
public final class MpiHealthIndicator extends AbstractReactiveHealthIndicator {

    private final Communicator world;
    private volatile @Nullable Stall lastStall;

    /**
     * The health of a rank.
     *
     * @param session of the rank
     */
    public MpiHealthIndicator(Session session) {
        super("the MPI session has ended");
        this.world = session.world();
        session.stalls().subscribe(stall -> lastStall = stall);
    }

    @Override
    protected Mono<Health> doHealthCheck(Health.Builder builder) {
        builder.withDetail("rank", world.rank()).withDetail("size", world.size());
        Stall stall = lastStall;
        if (stall != null) {
            builder.withDetail("lastStall", stall.report());
        }
        return world.getFailed().map(failed -> health(builder, failed));
    }

    private static Health health(Health.Builder builder, Group failed) {
        return (failed.size() == 0 ? builder.up() : builder.down())
                .withDetail("failedRanks", Ranks.of(failed))
                .build();
    }
}
