package org.reactivempi.spring.test;

import java.util.List;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The applications of a test of {@link MpiSpringBootTest}, each a rank. Thread-safe.
 *
 * @since 0.1
 */
public final class MpiApplications {

    private final List<ConfigurableApplicationContext> contexts;

    MpiApplications(List<ConfigurableApplicationContext> contexts) {
        this.contexts = List.copyOf(contexts);
    }

    /**
     * How many ranks there are.
     *
     * @return 1 or more
     */
    public int size() {
        return contexts.size();
    }

    /**
     * A rank's application.
     *
     * @param rank 0 to {@code size() - 1}
     * @return its context, which a test may close by itself
     * @throws IllegalArgumentException if there is no such rank
     */
    public ConfigurableApplicationContext context(int rank) {
        if (rank < 0 || rank >= contexts.size()) {
            throw new IllegalArgumentException("rank " + rank + " is outside 0.." + (contexts.size() - 1));
        }
        return contexts.get(rank);
    }

    /**
     * A bean of a rank.
     *
     * @param rank 0 to {@code size() - 1}
     * @param type the bean's
     * @param <T> the bean's type
     * @return the only bean of this type there
     * @throws org.springframework.beans.BeansException if there is none, or more than one
     */
    public <T> T bean(int rank, Class<T> type) {
        return context(rank).getBean(type);
    }

    /**
     * The same bean of each rank.
     *
     * @param type the bean's
     * @param <T> the bean's type
     * @return by rank
     * @throws org.springframework.beans.BeansException if a rank has none, or more than one
     */
    public <T> List<T> beans(Class<T> type) {
        return contexts.stream().map(context -> context.getBean(type)).toList();
    }

    /**
     * A rank's session.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the session
     */
    public Session session(int rank) {
        return bean(rank, Session.class);
    }

    /**
     * A rank's world communicator.
     *
     * @param rank 0 to {@code size() - 1}
     * @return all ranks, as this one sees them
     */
    public Communicator world(int rank) {
        return session(rank).world();
    }
}
