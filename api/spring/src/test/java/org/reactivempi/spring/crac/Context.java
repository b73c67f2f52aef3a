package org.reactivempi.spring.crac;

import java.util.ArrayList;
import java.util.List;

/** All resources, which hear of a checkpoint in the reverse order of their coming. */
public final class Context<R extends Resource> implements Resource {

    private final List<R> resources = new ArrayList<>();

    /** One more. */
    public synchronized void register(R resource) {
        resources.add(0, resource);
    }

    private synchronized List<R> all() {
        return List.copyOf(resources);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
        for (R resource : all()) {
            resource.beforeCheckpoint(this);
        }
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) throws Exception {
        List<R> all = all();
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).afterRestore(this);
        }
    }
}
