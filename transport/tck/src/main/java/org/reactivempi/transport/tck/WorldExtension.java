package org.reactivempi.transport.tck;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test its {@link World}, and closes it after the test, which fails if something is left. */
final class WorldExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(WorldExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == World.class
                && context.getRequiredTestInstance() instanceof ChannelConformance;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ChannelConformance channel = (ChannelConformance) context.getRequiredTestInstance();
        return store(context).computeIfAbsent(World.class, unused -> new World(channel), World.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        World world = store(context).remove(World.class, World.class);
        if (world != null) {
            world.close();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
