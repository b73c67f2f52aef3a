package org.reactivempi.spring.actuate;

import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.springframework.boot.health.contributor.AbstractReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import reactor.core.publisher.Mono;

/** Down when a rank of the job has failed, or the session is closed; says which rank this is, and who has failed. */
public final class MpiHealthIndicator extends AbstractReactiveHealthIndicator {

    private final Communicator world;

    /**
     * The health of a rank.
     *
     * @param world all ranks of the job
     */
    public MpiHealthIndicator(Communicator world) {
        super("the MPI session has ended");
        this.world = world;
    }

    @Override
    protected Mono<Health> doHealthCheck(Health.Builder builder) {
        builder.withDetail("rank", world.rank()).withDetail("size", world.size());
        return world.getFailed().map(failed -> health(builder, failed));
    }

    private static Health health(Health.Builder builder, Group failed) {
        return (failed.size() == 0 ? builder.up() : builder.down())
                .withDetail("failedRanks", Ranks.of(failed))
                .build();
    }
}
